// The preferences of this device. Where storage is switched off nothing is preferred.

export function read(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Keep a preference, and tell this page of it; the browser tells the other pages. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    return;
  }
  dispatchEvent(new Event("storage"));
}
