"""Lists of matches, a page at a time."""

from flask import request

# Far more pages than a scorebook has, and still a number that every database can take.
MOST_PAGES = 100_000


def page_number() -> int:
    """Return the page that is asked for, from 1; what is no number is the first page."""
    return min(max(1, request.args.get("page", 1, type=int)), MOST_PAGES)
