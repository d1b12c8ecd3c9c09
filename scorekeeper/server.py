"""Serving the application: the socket, the addresses people type, and the server behind them."""

import io
import socket
import sys
from ipaddress import ip_address
from typing import Any

import click
import segno
from flask import Flask

from scorekeeper import create_app
from scorekeeper.maintenance import scheduler
from scorekeeper.web.network import network_address

WORKERS = 2
# A stream holds one for as long as somebody watches; none is there before it is needed. New
# streams go to the processes as it happens, so that each has to have room for most of them.
THREADS = 1008
# Those left for pages while all streams are taken.
SPARE_THREADS = 8
# Those who have a page open but ask for nothing at the moment hold a connection and no thread.
CONNECTIONS = 2 * THREADS
# A connection is an open file; the database and the log need some as well.
SPARE_FILES = 64
WAITRESS_THREADS = 16
# Seconds; a watcher's open stream must not hold up the end.
SHUTDOWN_SECONDS = 3


def listen(host: str, port: int) -> socket.socket:
    """Take the port before anything is announced; an OSError if it cannot be had."""
    return socket.create_server((host, port))


def serve(listener: socket.socket) -> None:
    """Serve until stopped."""
    if sys.platform == "win32":
        serve_with_waitress(listener)
    else:
        serve_with_gunicorn(listener)


def serve_with_gunicorn(listener: socket.socket) -> None:
    """Serve pages and streams to many watchers at once."""
    # Imported here, as gunicorn does not exist on Windows.
    from gunicorn.app.base import BaseApplication

    class Server(BaseApplication):
        def load_config(self) -> None:
            for name, value in {
                "bind": f"fd://{listener.detach()}",
                "worker_class": "gthread",
                "workers": WORKERS,
                "threads": THREADS,
                "worker_connections": CONNECTIONS,
                "graceful_timeout": SHUTDOWN_SECONDS,
                # A warning may quote what a browser sent, and says from where.
                "loglevel": "error",
                # Who is behind a proxy is read in one place, and only where one is set.
                "forwarded_allow_ips": "",
                "secure_scheme_headers": {},
                # It would lie around as a file in the user's home, and nobody here uses it.
                "control_socket_disable": True,
            }.items():
                self.cfg.set(name, value)

        # Any: gunicorn and Flask describe a WSGI application differently.
        def load(self) -> Any:
            return worker_app(streams=stream_limit(open_files(CONNECTIONS + SPARE_FILES)))

    Server().run()


def open_files(wanted: int) -> int:
    """Be allowed to open as many files, or as many as the system lets us; say how many."""
    import resource  # Does not exist on Windows.

    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return wanted
    allowed = max(allowed, wanted if most == resource.RLIM_INFINITY else min(wanted, most))
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return allowed


def stream_limit(files: int) -> int:
    """Say how many streams a process may have, so that its pages never lack a thread or a file.

    >>> stream_limit(4096), stream_limit(1024), stream_limit(64)
    (1000, 480, 0)
    """
    return max(0, min(THREADS - SPARE_THREADS, (files - SPARE_FILES) // 2))


def serve_with_waitress(listener: socket.socket) -> None:
    """Serve where gunicorn cannot."""
    from waitress.server import create_server

    create_server(worker_app(streams=0), sockets=[listener], threads=WAITRESS_THREADS).run()


def worker_app(streams: int) -> Flask:
    """Build the application in the process that serves it, with what it does beside its pages."""
    app = create_app({"STREAMS": streams})
    scheduler.start(app)
    return app


def greeting(listener: socket.socket) -> str:
    """Say where the scorebook is open, with a code that brings a phone there."""
    host, port = listener.getsockname()
    everywhere = ip_address(host).is_unspecified
    lines = [f"Scorekeeper is open at http://{'127.0.0.1' if everywhere else host}:{port}/"]
    around = network_address() if everywhere else host
    if around and not ip_address(around).is_loopback:
        link = f"http://{around}:{port}/"
        lines += [f"and for everybody on this network at {link}", qr_code(link)]
    return "\n".join([*lines, "Ctrl+C closes it."])


def qr_code(link: str) -> str:
    """Draw a link as half blocks, light on dark whatever the terminal's colours are."""
    drawing = io.StringIO()
    segno.make(link, micro=False).terminal(drawing, border=2, compact=True)
    lines = drawing.getvalue().splitlines()
    return "\n".join(click.style(line, fg="bright_white", bg="black") for line in lines)
