// Numbers that are typed with a plus in between.

const SUM = /^\d+(\+\d+)+$/;

/** The sum of several numbers; undefined if there is only one, or the sum is not complete. */
export function summed(text) {
  const typed = text.replace(/\s/g, "");
  return SUM.test(typed) ? typed.split("+").reduce((sum, part) => sum + Number(part), 0) : undefined;
}
