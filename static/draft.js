// What is entered outlives the page: it is kept until the round is sent.

const NOT_KEPT = ["csrf_token", "entry_key", "round_no", "entry", "overruled", "action"];

export function draftOf(form) {
  const key = `${location.pathname}#${form.elements.round_no?.value}`;
  const fields = [...form.elements].filter(({ name, type }) => name && type !== "submit" && !NOT_KEPT.includes(name));
  const ticked = ({ type }) => type === "checkbox" || type === "radio";

  function read() {
    try {
      return JSON.parse(sessionStorage.getItem(key)) ?? {};
    } catch {
      return {};
    }
  }

  return {
    get blank() {
      return !fields.some((field) => !ticked(field) && field.value);
    },
    save() {
      const values = Object.fromEntries(fields.filter((field) => !ticked(field)).map(({ name, value }) => [name, value]));
      const ticks = fields.filter((field) => field.checked).map(({ id }) => id);
      try {
        sessionStorage.setItem(key, JSON.stringify({ ...read(), ...values, ticks }));
      } catch {
        // Storage is full or switched off: the page itself still holds everything.
      }
    },
    restore() {
      const { ticks, ...values } = read();
      for (const field of fields) {
        if (!ticked(field)) field.value = values[field.name] ?? "";
        else if (ticks) field.checked = ticks.includes(field.id);
      }
    },
    drop: () => sessionStorage.removeItem(key),
  };
}
