// What the scripts say, in the language of the page: sentences are written in English and looked up.

const words = globalThis.words ?? {};

const filled = (text, facts) => text.replace(/%\((\w+)\)s/g, (_, name) => facts[name]);

/** Give a sentence; `%(name)s` in it stands for a fact. */
export function phrase(text, facts = {}) {
  return filled(words[text] ?? text, facts);
}

/** Give a sentence about one or several; `%(num)s` in it is how many. */
export function phrases(one, many, num, facts = {}) {
  const forms = words[one] ?? [one, many];
  return filled(forms[num === 1 ? 0 : 1], { num, ...facts });
}
