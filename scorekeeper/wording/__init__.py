"""The sentences people read about rounds and rules, in the language of the page.

Values of the rules become text here: results, reasons, errors, rules, numbers, dates. It imports
`rules` and `i18n` only; pages, `interchange` and the command line import it. Sentences that one
page alone shows are in that page's folder and templates.
Look next at `round_sentences.py` (the result of a round), `error_sentences.py` (what is wrong with
an entry) and `rules_in_words.py` (the rules of a game).
"""
