"""Shared code of the pages: form fields, names of players, texts and values of a match.

Every page may import this folder; it imports no page. Look next at `fields.py` (base classes of
forms), `match.py` (a match in a few words) and `panel_texts.py` (the panel of a side). The macros
of several templates are in `templates/shared/`.
"""
