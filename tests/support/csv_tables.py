"""Reads the tables that are downloaded for a spreadsheet."""

import csv
import io


def read_table(content):
    """Read a table; each row by the names of the columns."""
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
