// How often a page polls without a stream.

export const EVERY_MS = 2000;
