// The preferences of this device. With storage switched off there are none.

export function read(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Store a preference, and tell this page about it; the browser tells the other pages. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    return;
  }
  dispatchEvent(new Event("storage"));
}
