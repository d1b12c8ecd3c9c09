"""Whether a form was sent by a page of this site, by what the browser says and no page can change.

For forms on pages that are cached for many devices, which hold no token of one of them.
"""

from __future__ import annotations

from flask import request

from scorekeeper.web.redirects import split_address


def sent_by_own_page() -> bool:
    """Say whether the request surely comes from a page of ours."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    # Browsers send no Sec-Fetch-Site without https. Of the origin only the host is compared: behind
    # a proxy the scheme may be another.
    origin = request.headers.get("Origin", "")
    return bool(origin) and split_address(origin).netloc == request.host
