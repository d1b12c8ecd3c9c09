"""Tokens of links: a signed grant each, so that none can be guessed and none is stored.

A program that keeps no cookie sends one with each request. Only the API reads it: pages do not, as
their answers are cached by what browsers send.
"""

from __future__ import annotations

from flask import current_app, g, request
from itsdangerous import BadData, URLSafeSerializer

from scorekeeper.scorebook.permissions.rights import Grant, Right

READ_BY = "api"


class BadToken(Exception):
    """The request has a token that this scorebook never gave, or no whole one."""


def token_of(grant: Grant, key: str) -> str:
    """Sign a grant as the last part of a link; the same grant gives the same token."""
    return _signer(key).dumps(grant)


def grant_of(token: str, key: str) -> Grant | None:
    """Read the grant of a token; None where it was not signed with the key."""
    try:
        match_id, right, generation, fingerprint = _signer(key).loads(token)
    except BadData:
        return None
    return Grant(match_id, Right(right), generation, fingerprint)


def _signer(key: str) -> URLSafeSerializer:
    return URLSafeSerializer(key, salt="link to a match")


def bearer_grant() -> Grant | None:
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
