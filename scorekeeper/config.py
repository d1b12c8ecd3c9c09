"""Settings, and where things are on the disk."""

import os
import secrets
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent

DEFAULTS: Mapping[str, object] = {
    # Days of which a backup is kept.
    "BACKUPS": 7,
    "MAX_CONTENT_LENGTH": 64 * 1024,
    "PERMANENT_SESSION_LIFETIME": timedelta(days=31),
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    # A form may lie open on the table for longer than an hour.
    "WTF_CSRF_TIME_LIMIT": None,
}


class SettingError(ValueError):
    """A variable of the environment that cannot be read."""


def yes_or_no(text: str) -> bool:
    """Read `yes` or `no`; anything else is a ValueError rather than a guess."""
    if text not in ("yes", "no"):
        raise ValueError(f"say yes or no, not {text!r}")
    return text == "yes"


def whole_number(text: str) -> int:
    """Read a number from 0; anything else is a ValueError."""
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"say a whole number, 0 for none, not {text!r}")
    return int(text)


# Each is read by its own converter: guessing, as JSON does, makes a number of a numeric key.
ENVIRONMENT: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "SCOREKEEPER_INSTANCE": ("INSTANCE", Path),
    "SCOREKEEPER_DATABASE_URL": ("SQLALCHEMY_DATABASE_URI", str),
    "SCOREKEEPER_SECRET_KEY": ("SECRET_KEY", str),
    "SCOREKEEPER_SESSION_COOKIE_SECURE": ("SESSION_COOKIE_SECURE", yes_or_no),
    "SCOREKEEPER_BACKUPS": ("BACKUPS", whole_number),
}


def settings(given: Mapping[str, object]) -> dict[str, object]:
    """Return every setting: defaults, then the environment, then what is given."""
    chosen = {**DEFAULTS, **from_environment(), **given}
    instance = Path(str(chosen.get("INSTANCE", default_instance()))).resolve()
    instance.mkdir(parents=True, exist_ok=True)
    chosen["INSTANCE"] = instance
    chosen.setdefault("SQLALCHEMY_DATABASE_URI", f"sqlite:///{instance / 'scorekeeper.db'}")
    chosen["SQLALCHEMY_DATABASE_URI"] = with_driver(str(chosen["SQLALCHEMY_DATABASE_URI"]))
    if "SECRET_KEY" not in chosen:
        chosen["SECRET_KEY"] = secret_key(instance)
    return chosen


def with_driver(url: str) -> str:
    """Name the one driver of PostgreSQL that this program is tested with, whatever the URL says.

    >>> with_driver("postgres://ana@db/scores")
    'postgresql+psycopg://ana@db/scores'
    """
    scheme, colon, rest = url.partition("://")
    return f"postgresql+psycopg{colon}{rest}" if scheme in ("postgres", "postgresql") else url


def from_environment() -> dict[str, object]:
    """Read the SCOREKEEPER_… variables; a SettingError names the one that cannot be read."""
    found = {}
    for variable, (key, convert) in ENVIRONMENT.items():
        if variable in os.environ:
            try:
                found[key] = convert(os.environ[variable])
            except ValueError as error:
                raise SettingError(f"{variable}: {error}") from error
    return found


def folder(name: str) -> Path:
    """Find templates/ or static/: inside an installed package, beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else CHECKOUT / name


def default_instance() -> Path:
    """Choose the folder for what must outlive the program: the checkout's, else the user's own."""
    if (CHECKOUT / "pyproject.toml").is_file():
        return CHECKOUT / "instance"
    return user_data_path("scorekeeper", appauthor=False)


def secret_key(instance: Path) -> str:
    """Read the key that signs sessions, made once, for its owner's eyes only."""
    path = instance / "secret_key"
    if not path.exists():
        # Linking a finished file succeeds once: nobody reads half a key, and all read the same.
        descriptor, draft = tempfile.mkstemp(dir=instance, prefix="secret_key.")
        try:
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_hex(32))
            with suppress(FileExistsError):
                path.hardlink_to(draft)
        finally:
            Path(draft).unlink()
    return path.read_text()
