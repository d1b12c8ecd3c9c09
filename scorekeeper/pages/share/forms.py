"""The form that makes a link anew."""

from __future__ import annotations

from hashlib import sha256

from flask import request

from scorekeeper.pages.shared.fields import EntryForm


class NewLinkForm(EntryForm):
    """Make a link anew: the page has a button for each kind, and each has its own address."""

    @property
    def submission(self) -> str:
        """Name what was sent, and where to."""
        return sha256(f"{request.path} {super().submission}".encode()).hexdigest()
