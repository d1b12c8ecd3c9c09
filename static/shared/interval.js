// How often a page asks for what no stream tells it.

export const EVERY_MS = 2000;
