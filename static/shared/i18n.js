// The sentences of the scripts in the language of the page: they are written in English and looked up.

const words = globalThis.words ?? {};

const FACT = /%\((\w+)\)s/g;
// Which form of a sentence a number takes: in French and Portuguese zero takes the singular.
const number = new Intl.PluralRules(document.documentElement.lang);

const filled = (text, facts) => text.replace(FACT, (_, name) => facts[name]);

/** A sentence; `%(name)s` in it stands for a fact. */
export function phrase(text, facts = {}) {
  return filled(words[text] ?? text, facts);
}

/** A sentence about one or several; `%(num)s` in it is how many. */
export function phrases(one, many, num, facts = {}) {
  const forms = words[one] ?? [one, many];
  return filled(forms[number.select(num) === "one" ? 0 : 1], { num, ...facts });
}

/** A sentence in pieces, to be shown one after the other; a fact may be an element. */
export function pieces(text, facts) {
  // Every second piece is the name of a fact.
  return (words[text] ?? text).split(FACT).map((piece, place) => (place % 2 ? facts[piece] : piece));
}
