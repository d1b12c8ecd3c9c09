// Numbers that are typed with a plus in between.

const SUM = /^\d+(\+\d+)+$/;

/** What several numbers come to; undefined where it is one, or the sum is not whole yet. */
export function summed(text) {
  const typed = text.replace(/\s/g, "");
  return SUM.test(typed) ? typed.split("+").reduce((sum, part) => sum + Number(part), 0) : undefined;
}
