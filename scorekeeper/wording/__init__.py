"""Every sentence people read, in the language of the reader.

It turns values of the rules and the scorebook into text: results, reasons, errors, rules, dates.
The rules and the scorebook never write sentences. Pages, `interchange` and the command line import
this room.
Look next at `rounds.py` (what a round came to) and `errors.py` (what was wrong with an entry).
"""
