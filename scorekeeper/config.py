"""Settings, and where files are on the disk."""

import os
import re
import secrets
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from difflib import get_close_matches
from enum import StrEnum
from math import inf
from pathlib import Path
from typing import TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from platformdirs import user_data_path
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

T = TypeVar("T")

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent
# In the instance folder.
KEY_FILE = "secret_key"
# The largest integer PostgreSQL stores: larger ids cannot even be looked up.
LARGEST_ID = 2**31 - 1


class Access(StrEnum):
    """Who may see and score a match: everybody on the network, or only devices with a link."""

    HOUSE = "house"
    LINKS = "links"


class Log(StrEnum):
    """How a line of the log is written: for people, or as one JSON object for programs."""

    TEXT = "text"
    JSON = "json"


DEFAULTS: Mapping[str, object] = {
    "ACCESS": Access.HOUSE,
    # Days. Older backups are deleted, except the newest few that differ.
    "BACKUPS": 7,
    "HOSTS": (),
    # True when the whole program runs in a browser, for one person (deploy/browser).
    "IN_BROWSER": False,
    "LOG": Log.TEXT,
    "MAX_CONTENT_LENGTH": 64 * 1024,
    # "": metrics are off.
    "METRICS_TOKEN": "",
    # A session says which device this is; the scorebook says which matches it owns.
    "PERMANENT_SESSION_LIFETIME": timedelta(days=365),
    "PIN": "",
    # Whether a new match starts with the page that takes only the winner of a round and the points.
    "POINTS_FIRST": False,
    "PROXIES": 0,
    # Percent of all streams that one address may open.
    "SHARE": 25,
    # SQL parameters would put players' names into the log.
    "SQLALCHEMY_ENGINE_OPTIONS": {"hide_parameters": True},
    # Megabytes of rendered pages that one process caches.
    "KEPT_MEGABYTES": 64,
    # Event streams one process serves; without streams, pages poll. Another WSGI server may have no
    # threads to spare.
    "STREAMS": 0,
    # "": the time zone of the machine.
    "TIME_ZONE": "",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    # A late response to an old request would overwrite a newer session.
    "SESSION_REFRESH_EACH_REQUEST": False,
    # A form may stay open on the table for more than an hour.
    "WTF_CSRF_TIME_LIMIT": None,
    # Fields have our own error messages; loading those of WTForms would cost time on each request.
    "WTF_I18N_ENABLED": False,
}


class SettingError(ValueError):
    """An environment variable that cannot be read."""


def one_of(choices: Mapping[str, T]) -> Callable[[str], T]:
    """Return a converter that accepts only some words. It raises ValueError for any other."""

    def read(text: str) -> T:
        if text not in choices:
            raise ValueError(f"say {' or '.join(choices)}, not {text!r}")
        return choices[text]

    return read


def number(said: str, least: int = 0, most: float = inf) -> Callable[[str], int]:
    """Return a converter for a number within limits. It raises ValueError with a message."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise ValueError(f"say {said}, not {text!r}")
        return int(text)

    return read


def secret(pattern: str, described: str) -> Callable[[str], str]:
    """Return a converter for a PIN or a token. Its ValueError does not repeat the secret."""

    def read(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(described)
        return text

    return read


def host_names(text: str) -> tuple[str, ...]:
    """Split host names at commas; ".club.example" means all its subdomains. Raise ValueError."""
    names = tuple(name.strip().lower() for name in text.split(",") if name.strip())
    for name in names:
        if not re.fullmatch(r"\.?[a-z0-9-]+(\.[a-z0-9-]+)*", name):
            raise ValueError(f"say names such as scores.example.org, not {name!r}")
    return names


def time_zone(text: str) -> str:
    """Check the name of a time zone. Raise ValueError if this machine does not know it."""
    try:
        return ZoneInfo(text).key
    except (ZoneInfoNotFoundError, OSError, ValueError) as error:
        if not available_timezones():
            known = "this machine knows no time zones: install the Python package tzdata"
            raise ValueError(known) from error
        raise ValueError(f"say a time zone, such as Europe/Madrid, not {text!r}") from error


def database_url(text: str) -> str:
    """Parse the database URL. Raise ValueError without the URL, which may hold a password."""
    try:
        url = make_url(with_driver(text))
        # SQLAlchemy finds the dialect even if its driver is not installed.
        url.get_dialect()
        kind = url.get_backend_name()
    except (ArgumentError, ValueError):
        kind = ""
    if kind not in ("sqlite", "postgresql"):
        raise ValueError(
            "say where the database is, as in sqlite:////home/ana/scores.db"
            " or postgresql://user:password@host/name"
        )
    return text


def key(text: str) -> str:
    """Return a secret key. Raise ValueError if it is empty."""
    if not text.strip():
        raise ValueError("a key is not empty; without this variable one is made")
    return text


YES_OR_NO = {"yes": True, "no": False}
# Each setting has its own converter: parsing as JSON would turn a numeric secret key into a number.
ENVIRONMENT: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "SCOREKEEPER_INSTANCE": ("INSTANCE", Path),
    "SCOREKEEPER_DATABASE_URL": ("SQLALCHEMY_DATABASE_URI", database_url),
    "SCOREKEEPER_SECRET_KEY": ("SECRET_KEY", key),
    "SCOREKEEPER_SESSION_COOKIE_SECURE": ("SESSION_COOKIE_SECURE", one_of(YES_OR_NO)),
    "SCOREKEEPER_BACKUPS": ("BACKUPS", number("a whole number, 0 for none")),
    "SCOREKEEPER_ACCESS": ("ACCESS", one_of({each.value: each for each in Access})),
    "SCOREKEEPER_PIN": (
        "PIN",
        secret("[0-9A-Za-z]{4,12}", "a PIN has 4 to 12 digits or letters"),
    ),
    "SCOREKEEPER_POINTS_FIRST": ("POINTS_FIRST", one_of(YES_OR_NO)),
    "SCOREKEEPER_HOSTS": ("HOSTS", host_names),
    "SCOREKEEPER_PROXIES": ("PROXIES", number("a number, such as 1", most=99)),
    "SCOREKEEPER_SHARE": ("SHARE", number("a number from 1 to 100", 1, 100)),
    "SCOREKEEPER_KEPT_MEGABYTES": ("KEPT_MEGABYTES", number("a whole number, 0 for none")),
    "SCOREKEEPER_TIME_ZONE": ("TIME_ZONE", time_zone),
    "SCOREKEEPER_LOG": ("LOG", one_of({each.value: each for each in Log})),
    "SCOREKEEPER_METRICS_TOKEN": (
        "METRICS_TOKEN",
        secret("[0-9A-Za-z_-]{20,}", "a token has at least 20 letters, digits, - and _"),
    ),
}


def settings(given: Mapping[str, object]) -> dict[str, object]:
    """Return all settings: the defaults, then the environment, then what is `given`.

    Make the instance folder and the secret key where they are missing. Raise SettingError.
    """
    chosen = {**DEFAULTS, **from_environment(), **given}
    instance = Path(str(chosen.get("INSTANCE", default_instance()))).resolve()
    instance.mkdir(parents=True, exist_ok=True)
    chosen["INSTANCE"] = instance
    chosen.setdefault("SQLALCHEMY_DATABASE_URI", f"sqlite:///{instance / 'scorekeeper.db'}")
    chosen["SQLALCHEMY_DATABASE_URI"] = with_driver(str(chosen["SQLALCHEMY_DATABASE_URI"]))
    chosen.setdefault("RATELIMIT_ENABLED", not chosen.get("TESTING"))
    # None: the key is not in a file.
    chosen["SECRET_KEY_FILE"] = None
    if "SECRET_KEY" not in chosen:
        chosen["SECRET_KEY"] = secret_key(instance)
        chosen["SECRET_KEY_FILE"] = instance / KEY_FILE
    return chosen


def with_driver(url: str) -> str:
    """Add psycopg to a PostgreSQL URL, the only driver this program is tested with.

    >>> with_driver("postgres://ana@db/scores")
    'postgresql+psycopg://ana@db/scores'
    """
    scheme, colon, rest = url.partition("://")
    if scheme not in ("postgres", "postgresql"):
        return url
    return f"postgresql+psycopg{colon}{hosts_in_query(rest)}"


def hosts_in_query(address: str) -> str:
    """Move several hosts into the query, as SQLAlchemy wants them; PostgreSQL separates them by
    commas.

    >>> hosts_in_query("ana@db1:5432,db2:5432/scores?target_session_attrs=read-write")
    'ana@/scores?host=db1:5432&host=db2:5432&target_session_attrs=read-write'
    """
    place, _, rest = address.partition("/")
    login, at, hosts = place.rpartition("@")
    if "," not in hosts:
        return address
    database, _, query = rest.partition("?")
    named = [f"host={host}" for host in hosts.split(",")]
    return f"{login}{at}/{database}?{'&'.join([*named, *filter(None, [query])])}"


def from_environment() -> dict[str, object]:
    """Read the SCOREKEEPER_… variables. Raise SettingError with the name of the variable."""
    found = {}
    for variable, (key, convert) in ENVIRONMENT.items():
        if variable in os.environ:
            try:
                found[key] = convert(os.environ[variable])
            except ValueError as error:
                raise SettingError(f"{variable}: {error}") from error
    return found


def unknown_settings(environment: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each variable that looks like a setting and is not one.

    >>> [*unknown_settings(["SCOREKEEPER_PNI", "SCOREKEEPER_PIN", "PATH"])]
    ['SCOREKEEPER_PNI is no setting, and does nothing. Is SCOREKEEPER_PIN meant?']
    """
    for variable in sorted(environment):
        if variable.startswith("SCOREKEEPER_") and variable not in ENVIRONMENT:
            meant = get_close_matches(variable, ENVIRONMENT, 1)
            question = f" Is {meant[0]} meant?" if meant else ""
            yield f"{variable} is no setting, and does nothing.{question}"


def folder(name: str) -> Path:
    """Find templates/ or static/: in the installed package, or beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else CHECKOUT / name


def default_instance() -> Path:
    """Return the default folder for data: in a checkout, or else the user's data folder."""
    if (CHECKOUT / "pyproject.toml").is_file():
        return CHECKOUT / "instance"
    return user_data_path("scorekeeper", appauthor=False)


def secret_key(instance: Path) -> str:
    """Return the key that signs sessions and links; created once, readable by its owner only."""
    path = instance / KEY_FILE
    if not path.exists():
        # Linking a finished file works only once, so all processes read the same complete key.
        descriptor, draft = tempfile.mkstemp(dir=instance, prefix="secret_key.")
        try:
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_hex(32))
            with suppress(FileExistsError):
                _name(Path(draft), path)
        finally:
            Path(draft).unlink(missing_ok=True)
    try:
        key = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"{path} cannot be read: {error}. {_NEW_KEY}") from error
    if not key.strip():
        raise SettingError(f"{path} is empty. {_NEW_KEY}")
    return key


def _name(draft: Path, path: Path) -> None:
    """Give a finished file its name. Raise FileExistsError if another process was first."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:
        # Memory sticks, network shares and Android have no hard links. There the last process to
        # write wins, and the others read its key with their next request.
        draft.replace(path)


_NEW_KEY = "Put a copy of it back; or remove it for a new key, and give all links and PINs anew."
