// Undo on the pads: what the fields held before each step.

import { partOf } from "./round-draft.js";

export function createUndo(form, seats, changed) {
  const fields = [...form.elements].filter(({ name, type }) => /^(hands-|side-|(plays|order|nobody|boneyard)$)/.test(name) && type !== "submit");
  const valueOf = (field) => (field.type === "checkbox" ? field.checked : field.value);
  const fill = (field, value) => (field[field.type === "checkbox" ? "checked" : "value"] = value);
  const button = document.getElementById("undo");
  const past = [];
  button.disabled = true;
  return {
    button,
    /** Remember the current fields. */
    remember() {
      past.push({ values: fields.map(valueOf), active: seats.active });
      button.disabled = false;
    },
    /** Go back to the last remembered state. */
    back() {
      const { values, active } = past.pop();
      fields.forEach((field, index) => fill(field, values[index]));
      seats.active = active;
      seats.leaveFinished();
      button.disabled = !past.length;
      changed();
    },
    /** Keep a part that another device entered: undo here does not take it back. */
    accept(part) {
      fields.forEach((field, index) => {
        if (partOf(field.name) !== part) return;
        for (const { values } of past) values[index] = valueOf(field);
      });
    },
  };
}
