"""The pages. A view parses, calls the scorebook, and renders."""

from flask import Flask

from scorekeeper.views import (
    amending,
    bin,
    devices,
    drafts,
    errors,
    files,
    guide,
    home,
    install,
    languages,
    links,
    matches,
    mending,
    pin,
    rounds,
    watching,
)

PAGES = (
    home,
    matches,
    watching,
    rounds,
    drafts,
    amending,
    mending,
    links,
    bin,
    files,
    guide,
    devices,
    languages,
    install,
    pin,
)


def register(app: Flask) -> None:
    """Give `app` its pages."""
    for page in PAGES:
        app.register_blueprint(page.blueprint)
    errors.register(app)
