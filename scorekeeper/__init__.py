"""Scorekeeper: keeps the score of domino games played with real tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask


def create_app(settings: Mapping[str, object] | None = None) -> Flask:
    """Build the application; `settings` win over the environment, and that over the defaults."""
    # Imported here, so that `import scorekeeper.rules` loads no web framework.
    from flask_compress import Compress

    from scorekeeper import i18n, pages
    from scorekeeper.access import guard
    from scorekeeper.live import hub, response_cache
    from scorekeeper.scorebook import cache, db
    from scorekeeper.web import headers, hosts, rate_limits, static_files

    app = _configured(settings or {})
    db.init_app(app)
    cache.init_app(app)
    hub.init_app(app)
    # Before what else looks at answers: they run in reverse, and this one comes last.
    Compress(app)
    static_files.init_app(app)
    # What is kept is what the application says; the headers of every answer come on top.
    response_cache.init_app(app)
    headers.init_app(app)
    i18n.init_app(app)
    pages.init_app(app)
    # In this order: who asks under a name of ours, how often, and for what.
    hosts.init_app(app)
    rate_limits.init_app(app)
    guard.init_app(app)
    _believe_proxies(app)
    for error in db.UNAVAILABLE:
        app.register_error_handler(error, pages.errors.unavailable)
    return app


def _configured(settings: Mapping[str, object]) -> Flask:
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


def _believe_proxies(app: Flask) -> None:
    from werkzeug.middleware.proxy_fix import ProxyFix

    if proxies := app.config["PROXIES"]:
        fixed = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)
        app.wsgi_app = fixed  # type: ignore[method-assign] # as Flask's own documentation does
