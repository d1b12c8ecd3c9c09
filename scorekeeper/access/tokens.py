"""Tokens of links: a signed grant each, so that none can be guessed and none is stored."""

from __future__ import annotations

from itsdangerous import BadData, URLSafeSerializer

from scorekeeper.scorebook.permissions.rights import Grant, Right


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
