"""Writes into a package of which commit it was built, unless that is a release."""

import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface[Any]):
    """What hatchling asks before it builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file with the commit, where git knows it."""
        sys.path.insert(0, self.root)
        from scorekeeper.maintenance.git_commit import FILE, commit_of

        said = commit_of(Path(self.root), self.metadata.version)
        if said and version != "editable":
            file = Path(mkdtemp()) / FILE
            file.write_text(said)
            build_data["force_include"][str(file)] = f"scorekeeper/{FILE}"
