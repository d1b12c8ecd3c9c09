// What is chosen on this device, kept on it; where nothing can be kept everything is as it comes.

export function read(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Keep what was chosen, and tell this page of it; the browser tells the others. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    return;
  }
  dispatchEvent(new Event("storage"));
}
