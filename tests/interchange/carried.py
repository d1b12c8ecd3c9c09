"""Files that are carried from one scorebook to another, by commands or without."""

import json

from scorekeeper.cli import main
from scorekeeper.interchange import import_export
from scorekeeper.interchange.named_json import unique_keys
from scorekeeper.maintenance import integrity
from tests.cli.json_cli import BASE

MATCH = BASE["A file"]


def taken(app, match_id=None):
    """Export one match, or all."""
    with app.app_context():
        if match_id is None:
            return import_export.export_all().content
        return import_export.export_match(match_id).content


def brought(app, file):
    """Import a file into a scorebook, which is in order afterwards."""
    table = json.loads(file, object_pairs_hook=unique_keys) if isinstance(file, bytes) else file
    with app.app_context():
        imported = import_export.import_matches(table)
        assert integrity.check().faults == ()
    return imported


def exported(terminal, *words):
    """Export by the command, and return the bytes."""
    result = terminal.invoke(main, ["export", *words])
    assert result.exit_code == 0, result.output
    return result.stdout_bytes


def imports(terminal, content):
    """Import a file of this content by the command."""
    return terminal.invoke(main, ["import", "-"], input=content)
