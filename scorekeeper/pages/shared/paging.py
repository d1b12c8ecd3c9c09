"""Lists that are shown a page at a time."""

from flask import request

# More than any list has, and still a number that every database can count to.
MOST_PAGES = 100_000


def requested_page() -> int:
    """Return the page number in the query, from 1 to MOST_PAGES; 1 where there is none."""
    return min(max(1, request.args.get("page", 1, type=int)), MOST_PAGES)
