"""What enters and leaves as a file: JSON of rounds and matches, CSV, replay.

Pages and the command line import it. Look next at `named_json.py`, the format people write by hand,
and `match_file.py`, the format of an export (docs/export.md).
"""
