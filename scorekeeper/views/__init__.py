"""The pages. A view parses, calls the scorebook, and renders."""

from flask import Flask

from scorekeeper.views import (
    amending,
    bin,
    drafts,
    errors,
    files,
    guide,
    home,
    matches,
    mending,
    rounds,
)


def register(app: Flask) -> None:
    """Give `app` its pages."""
    for page in (home, matches, rounds, drafts, amending, mending, bin, files, guide):
        app.register_blueprint(page.blueprint)
    errors.register(app)
