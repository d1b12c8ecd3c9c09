// Translates the sentences of the scripts, which are in English, into the language of the page.

const words = globalThis.words ?? {};

const FACT = /%\((\w+)\)s/g;
// The plural form for a number: in French and Portuguese zero takes the singular.
const number = new Intl.PluralRules(document.documentElement.lang);

const filled = (text, facts) => text.replace(FACT, (_, name) => facts[name]);

/** A sentence; `%(name)s` in it stands for a fact. */
export function phrase(text, facts = {}) {
  return filled(words[text] ?? text, facts);
}

/** A sentence with a singular and a plural form; `%(num)s` in it is the number. */
export function phrases(one, many, num, facts = {}) {
  const forms = words[one] ?? [one, many];
  return filled(forms[number.select(num) === "one" ? 0 : 1], { num, ...facts });
}

/** A sentence in pieces, one after another; a fact may be an element. */
export function pieces(text, facts) {
  // Every second piece is the name of a fact.
  return (words[text] ?? text).split(FACT).map((piece, place) => (place % 2 ? facts[piece] : piece));
}
