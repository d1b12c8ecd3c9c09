"""The pages, a folder each: its views, its forms, and what it shows.

A view reads the request, calls the scorebook, and renders a template; a template gets finished
values and decides nothing. `templates/`, `static/` and `tests/web/` have the same folders. Only
`create_app` imports this room, and no page imports another: what several use is in `shared/`.
Look next at `table/views.py`, the page of a match.
"""

from flask import Flask

from scorekeeper.pages.device import language_views, pin_views, pwa
from scorekeeper.pages.device import views as device_views
from scorekeeper.pages.errors import views as error_views
from scorekeeper.pages.guide import views as guide_views
from scorekeeper.pages.history import downloads, trash_views
from scorekeeper.pages.history import views as history_views
from scorekeeper.pages.home import views as home_views
from scorekeeper.pages.new_match import views as new_match_views
from scorekeeper.pages.round import amend_views, draft_views
from scorekeeper.pages.round import views as round_views
from scorekeeper.pages.share import views as share_views
from scorekeeper.pages.table import stream
from scorekeeper.pages.table import views as table_views

PAGES = (
    home_views,
    new_match_views,
    table_views,
    stream,
    round_views,
    draft_views,
    amend_views,
    history_views,
    share_views,
    trash_views,
    downloads,
    guide_views,
    device_views,
    language_views,
    pwa,
    pin_views,
)


def init_app(app: Flask) -> None:
    """Give `app` its pages."""
    for page in PAGES:
        app.register_blueprint(page.blueprint)
    error_views.init_app(app)
