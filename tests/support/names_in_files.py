"""Looks for a name in the bytes of a scorebook: what is deleted for good is in no file."""

from scorekeeper.scorebook.database import wiping

NAME = "Zanaquix"


def files_with(folder, name=NAME):
    """List the files in which a name stands, as it is written or as it is searched for."""
    words = [each.encode() for each in (name, name.casefold())]
    files = {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return sorted(file for file, found in files.items() if any(word in found for word in words))


def until_wiped(app):
    app.extensions["wiper"].thread.wait(10)
    assert wiping.is_wiped()
