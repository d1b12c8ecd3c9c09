"""Scorekeeper: keeps the score of domino games played with real tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask


def create_app(settings: Mapping[str, object] | None = None) -> Flask:
    """Build the application; `settings` win over the environment, and that over the defaults."""
    # Imported here, so that `import scorekeeper.rules` loads no web framework.
    from flask import Flask
    from flask_compress import Compress

    from scorekeeper import assets, config, db, headers, memory, views
    from scorekeeper.sessions import LastingSessions

    chosen = config.settings(settings or {})
    app = Flask(
        __name__,
        instance_path=str(chosen["INSTANCE"]),
        template_folder=config.folder("templates"),
        static_folder=config.folder("static"),
    )
    app.config.from_mapping(chosen)
    app.session_interface = LastingSessions()
    db.register(app)
    memory.register(app)
    # Before what else looks at answers: they run in reverse, and this one comes last.
    Compress(app)
    assets.register(app)
    headers.register(app)
    views.register(app)
    for error in db.UNAVAILABLE:
        app.register_error_handler(error, views.errors.unavailable)
    return app
