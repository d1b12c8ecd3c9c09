"""Matches and rounds as files: JSON, CSV, replay.

Pages and the command line import it; it imports the scorebook, the rules and the wording. Look next
at `named_json.py`, the JSON that people write by hand, at `match_file.py`, the format of an export
(docs/export.md), at `import_reader.py`, which reads whatever file somebody brings, tables and BG
Stats, too, and at `import_export.py`, which moves matches in and out of the scorebook.
"""
