"""The token of a link, sent with each request by a program that keeps no cookie.

Only the API reads it. Pages do not, as their answers are cached by what browsers send.
"""

from __future__ import annotations

from flask import current_app, g, request

from scorekeeper.access.tokens import grant_of
from scorekeeper.scorebook.permissions.rights import Grant

READ_BY = "api"


class BadToken(Exception):
    """The request has a token that this scorebook never gave, or no whole one."""


def grant() -> Grant | None:
    """Return what the token of the request grants; None without one. Raise BadToken.

    Whether it still holds, the match knows.
    """
    if request.blueprint != READ_BY:
        return None
    if "token_grant" not in g:
        g.token_grant = _read()
    found: Grant | None = g.token_grant
    return found


def _read() -> Grant | None:
    authorization = request.authorization
    # A proxy in front may ask for a password of its own.
    if authorization is None or authorization.type != "bearer":
        return None
    granted = grant_of(authorization.token or "", str(current_app.secret_key))
    if granted is None:
        raise BadToken
    return granted
