"""Scorekeeper: keeps the score of domino games played with real tiles.

`create_app` puts the application together from its rooms. Read on in `docs/architecture.md`, or
in `pages/table/views.py`, the views of a match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

# Each function imports what it needs, so that `import scorekeeper.rules` loads no web framework.


def create_app(settings: Mapping[str, object] | None = None) -> Flask:
    """Build the application from the defaults, the environment, and `settings`, which win.

    Raise SettingError where a variable of the environment cannot be read.
    """
    from scorekeeper import clock, i18n
    from scorekeeper.live import hub
    from scorekeeper.monitoring import views
    from scorekeeper.pages.shared import template_filters
    from scorekeeper.scorebook import cache
    from scorekeeper.scorebook.database import db

    app = _configured_app(settings or {})
    clock.set_zone(app.config["TIME_ZONE"])
    db.init_app(app)
    cache.init_app(app)
    hub.init_app(app)
    _finish_responses(app)
    i18n.init_app(app)
    template_filters.init_app(app)
    _add_pages(app)
    _check_requests(app)
    views.init_app(app)
    _trust_proxies(app)
    return app


def _configured_app(settings: Mapping[str, object]) -> Flask:
    from scorekeeper import config
    from scorekeeper.web.flask_app import PersistentSessions, ScorekeeperFlask

    chosen = config.settings(settings)
    app = ScorekeeperFlask(
        __name__,
        instance_path=str(chosen["INSTANCE"]),
        template_folder=config.folder("templates"),
        static_folder=config.folder("static"),
    )
    app.config.from_mapping(chosen)
    app.session_interface = PersistentSessions()
    return app


def _finish_responses(app: Flask) -> None:
    """Add what every response needs: compression, headers, error pages."""
    from scorekeeper.web import logs, responses, static_files

    # Flask runs after_request functions in reverse order: the first one registered compresses last.
    responses.init_app(app)
    static_files.init_app(app)
    logs.init_app(app)


def _add_pages(app: Flask) -> None:
    from sqlalchemy.exc import DatabaseError
    from werkzeug.exceptions import HTTPException

    from scorekeeper.api import openapi as api_views
    from scorekeeper.api import problems
    from scorekeeper.pages.club import live as club_live
    from scorekeeper.pages.club import officials as club_officials
    from scorekeeper.pages.club import views as club_views
    from scorekeeper.pages.device import pwa
    from scorekeeper.pages.device import views as device_views
    from scorekeeper.pages.errors import views as error_views
    from scorekeeper.pages.guide import views as guide_views
    from scorekeeper.pages.history import bin_views, people_views
    from scorekeeper.pages.history import views as history_views
    from scorekeeper.pages.home import views as home_views
    from scorekeeper.pages.links import views as link_views
    from scorekeeper.pages.moving import views as moving_views
    from scorekeeper.pages.new_match import finished_page as new_match_views
    from scorekeeper.pages.players import edit_views as edit_player_views
    from scorekeeper.pages.players import views as players_views
    from scorekeeper.pages.round import draft, edit_views, photo
    from scorekeeper.pages.round import views as round_views
    from scorekeeper.pages.table import points_added, stream
    from scorekeeper.pages.table import views as table_views
    from scorekeeper.scorebook.database.db import UNAVAILABLE

    for page in (
        home_views,
        players_views,
        edit_player_views,
        new_match_views,
        table_views,
        points_added,
        stream,
        round_views,
        draft,
        edit_views,
        photo,
        history_views,
        link_views,
        club_views,
        club_officials,
        club_live,
        bin_views,
        people_views,
        guide_views,
        moving_views,
        device_views,
        pwa,
        api_views,
    ):
        app.register_blueprint(page.blueprint)
    error_views.init_app(app)
    app.register_error_handler(HTTPException, problems.at_the_api(error_views.http_error))
    for error in UNAVAILABLE:
        # Registered here because pages do not import the database.
        app.register_error_handler(error, error_views.unavailable)
    app.register_error_handler(DatabaseError, error_views.perhaps_damaged)


def _check_requests(app: Flask) -> None:
    from scorekeeper.access import guard
    from scorekeeper.web import hosts, request_limits

    # The order matters: host check, then rate limits and request bodies, then permissions.
    hosts.init_app(app)
    request_limits.init_app(app)
    guard.init_app(app)


def _trust_proxies(app: Flask) -> None:
    """Trust as many proxies as PROXIES says for the address, scheme, host and path of a request."""
    from werkzeug.middleware.proxy_fix import ProxyFix

    if proxies := app.config["PROXIES"]:
        trusted = dict.fromkeys(("x_for", "x_proto", "x_host", "x_prefix"), proxies)
        fixed = ProxyFix(app.wsgi_app, **trusted)
        app.wsgi_app = fixed  # type: ignore[method-assign] # as Flask's own documentation does
