"""The sentences people read about rounds and rules, in the language of the page.

Values of the rules become text here: results, reasons, errors, rules, numbers. It imports `rules`,
`figures` and `messages` only, so that the command line works without Flask and Babel; pages,
`api` and `interchange` import it, too. Texts only for pages are in their folders: dates, changes
and the editor of house rules in `pages/shared/` (`rules_editor_texts.py`). Look next at
`round_sentences.py` (the result of a round), `errors_and_doubts.py` (what is wrong with an entry)
and `rules_in_words.py` (the rules of a game).
"""
