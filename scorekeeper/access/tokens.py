"""Links that give a right to a match: signed, so that none can be guessed and none is stored."""

from __future__ import annotations

from itsdangerous import BadData, URLSafeSerializer

from scorekeeper.scorebook.rights import Grant, Right


def token_of(grant: Grant, key: str) -> str:
    """Write a grant into the last part of a link; the same grant gives the same link."""
    return _signer(key).dumps(grant)


def grant_of(token: str, key: str) -> Grant | None:
    """Read the grant out of a link; None where it is not one of ours."""
    try:
        match_id, right, generation, mark = _signer(key).loads(token)
    except BadData:
        return None
    return Grant(match_id, Right(right), generation, mark)


def _signer(key: str) -> URLSafeSerializer:
    return URLSafeSerializer(key, salt="link to a match")
