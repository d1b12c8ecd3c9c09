"""Serve the application: with gunicorn, or with waitress on Windows."""

import logging
import socket
import sys
from ipaddress import ip_address
from typing import Any

from flask import Flask
from sqlalchemy import make_url

from scorekeeper.maintenance import scheduler
from scorekeeper.web.hosts import network_address
from scorekeeper.web.qr_codes import qr_code_in_terminal
from scorekeeper.web.request_limits import LONGEST_PICTURE

# On SQLite a single process writes and knows all that it has written.
PROCESSES = {"sqlite": 1, "postgresql": 2}
# An open stream holds a thread; threads start on demand. Streams do not spread evenly over
# processes, so each process needs room for most of them.
THREADS = 1008
# Threads kept for pages while all streams are open.
SPARE_THREADS = 8
# An idle keep-alive connection needs no thread.
CONNECTIONS = 2 * THREADS
# Each connection is an open file; the database and the log need some too.
SPARE_FILES = 64
WAITRESS_THREADS = 16
# Seconds. Open streams must not delay a shutdown.
SHUTDOWN_SECONDS = 3
# Seconds without a sign of life before a device counts as gone.
GONE_SECONDS = 30


def listen(host: str, port: int) -> socket.socket:
    """Open the listening socket. Raise OSError if the port is taken or not allowed."""
    listener = socket.create_server((host, port))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if sys.platform == "linux":
        # Accepted connections inherit this: a tablet that left the network holds no thread.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, GONE_SECONDS)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_SECONDS * 1000)
    return listener


def serve(listener: socket.socket, app: Flask) -> None:
    """Serve the application on the socket until stopped."""
    if sys.platform == "win32":
        serve_with_waitress(listener, app)
    else:
        serve_with_gunicorn(listener, app)


def serve_with_gunicorn(listener: socket.socket, app: Flask) -> None:
    """Serve pages and event streams, with as many PROCESSES as the database allows."""
    # Imported here: gunicorn does not run on Windows.
    from gunicorn.app.base import BaseApplication

    kind = make_url(app.config["SQLALCHEMY_DATABASE_URI"]).get_backend_name()

    class Server(BaseApplication):
        def load_config(self) -> None:
            for name, value in {
                "bind": f"fd://{listener.detach()}",
                "worker_class": "gthread",
                "workers": PROCESSES[kind],
                "threads": THREADS,
                "worker_connections": CONNECTIONS,
                "graceful_timeout": SHUTDOWN_SECONDS,
                # A warning may quote a request and its address.
                "loglevel": "error",
                # None if its logger already writes JSON.
                "errorlog": None if logging.getLogger("gunicorn.error").handlers else "-",
                # Proxy headers are read only in create_app, and only if PROXIES is set.
                "forwarded_allow_ips": "",
                "secure_scheme_headers": {},
                # Unused here, and would leave a file in the user's home.
                "control_socket_disable": True,
            }.items():
                self.cfg.set(name, value)

        # Any: gunicorn and Flask type a WSGI application differently.
        def load(self) -> Any:
            return begin(app, streams=stream_limit(open_files(CONNECTIONS + SPARE_FILES)))

    Server().run()


def open_files(wanted: int) -> int:
    """Raise the limit of open files to `wanted` or as far as allowed; return the new limit."""
    import resource  # Windows has no such module.

    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return wanted
    allowed = max(allowed, wanted if most == resource.RLIM_INFINITY else min(wanted, most))
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return allowed


def stream_limit(files: int) -> int:
    """Return how many streams a process may open and still have threads and files left for pages.

    >>> stream_limit(4096), stream_limit(1024), stream_limit(64)
    (1000, 480, 0)
    """
    return max(0, min(THREADS - SPARE_THREADS, (files - SPARE_FILES) // 2))


def serve_with_waitress(listener: socket.socket, app: Flask) -> None:
    """Serve where gunicorn does not run: one process without streams, so pages poll."""
    from waitress.server import create_server

    create_server(
        begin(app, streams=0),
        sockets=[listener],
        threads=WAITRESS_THREADS,
        # Keep a photo in memory; waitress would write it to a file.
        inbuf_overflow=2 * LONGEST_PICTURE,
    ).run()


def begin(app: Flask, streams: int) -> Flask:
    """Prepare this process for serving the application, and start its daily jobs."""
    app.config["STREAMS"] = streams
    scheduler.start(app)
    return app


def greeting(listener: socket.socket) -> str:
    """Return what `run` prints: the addresses, and a QR code for phones."""
    host, port = listener.getsockname()
    all_interfaces = ip_address(host).is_unspecified
    lines = [f"Scorekeeper is open at http://{'127.0.0.1' if all_interfaces else host}:{port}/"]
    address = network_address() if all_interfaces else host
    if address and not ip_address(address).is_loopback:
        link = f"http://{address}:{port}/"
        lines += [f"and for everybody on this network at {link}", qr_code_in_terminal(link)]
    return "\n".join([*lines, "Ctrl+C closes it."])
