"""The form that makes a link anew."""

from __future__ import annotations

from hashlib import sha256

from flask import request

from scorekeeper.pages.shared.fields import EntryForm


class NewLinkForm(EntryForm):
    """Make a link anew: each kind has its own button, which sends the form to its own address."""

    @property
    def submission(self) -> str:
        """Identify what was sent, and to which address."""
        return sha256(f"{request.path} {super().submission}".encode()).hexdigest()
