// A match won on another device while its round is entered here: celebrated as on the table.

import { update } from "../table/win.js";

let wonBy;

async function load(address) {
  const response = await fetch(address, { cache: "no-store" }).catch(() => null);
  return response?.ok ? response.text() : "";
}

/** Follow the win shown on the page at `table`; null if nobody has won. */
export async function followWin(table) {
  const html = table ? await load(table) : "";
  const win = new DOMParser().parseFromString(html, "text/html").querySelector("[data-win]");
  update(win, wonBy);
  wonBy = win?.dataset.win;
}
