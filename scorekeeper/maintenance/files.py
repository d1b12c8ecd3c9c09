"""Files that only their owner may read, and that are complete or do not exist."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

# A scorebook has names, and what links are checked against.
OWNER_ONLY = 0o600
# The prefixes of work folders, which are useless once their program has ended.
WORK = (".backup-", ".restoring-", ".opening-", ".writing-")
JOURNAL = ("-wal", "-shm", "-journal")


def create(path: Path) -> None:
    """Make an empty file that only its owner may read. Raise FileExistsError, OSError."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))


def restrict_all(database: Path, backups: Path) -> None:
    """Make a database, its journals and the backups in a folder readable by their owner only."""
    for suffix in ("", *JOURNAL):
        _restrict(database.with_name(database.name + suffix))
    for path in backups.glob("*.d*"):
        _restrict(path)


def _restrict(path: Path) -> None:
    """Make a file readable by its owner only, if it exists and we may."""
    with suppress(FileNotFoundError, PermissionError):
        path.chmod(OWNER_ONLY)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Add the name of a file to an error without one: a full disk, a refused lock."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


@contextmanager
def work_folder(beside: Path, prefix: str) -> Iterator[Path]:
    """Make a temporary folder for unfinished work.

    `sweep` removes it if the program was killed.
    """
    with ExitStack() as work:
        work.enter_context(naming(beside))
        # So that no other program sweeps it before it is locked.
        with _held(beside):
            name = work.enter_context(tempfile.TemporaryDirectory(dir=beside, prefix=prefix))
            work.enter_context(_held(Path(name)))
        yield Path(name)


def move_into_place(draft: Path, target: Path, *, replace: bool) -> None:
    """Give a finished file its name. If several programs do so at once, one succeeds.

    Raise FileExistsError (unless `replace`), OSError.
    """
    if replace:
        draft.replace(target)
        return
    try:
        target.hardlink_to(draft)
    except (OSError, NotImplementedError):
        # Some file systems have no hard links: FAT on a memory stick, or that of the browser
        # edition.
        if target.exists():
            raise file_exists(target) from None
        draft.rename(target)


def delete_journal(database: Path) -> None:
    """Delete the journals of a removed database, which SQLite would apply to the next one."""
    for suffix in JOURNAL:
        database.with_name(database.name + suffix).unlink(missing_ok=True)


def write_file(target: Path, parts: Iterable[bytes]) -> None:
    """Write a file completely or not at all. Raise OSError, and what making its parts raises."""
    with work_folder(target.parent, ".writing-") as folder:
        draft = folder / target.name
        with naming(target), draft.open("wb") as file:
            file.writelines(parts)
        draft.replace(target)


def file_exists(target: Path) -> FileExistsError:
    """Return the error for a file that is there already."""
    return FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))


def sweep(folder: Path) -> int:
    """Remove the work folders of programs that were killed; return how many."""
    found = [path for path in folder.glob(".*-*") if path.name.startswith(WORK) and path.is_dir()]
    if not found:
        return 0
    with _held(folder):
        return sum(map(_remove, found))


def _remove(path: Path) -> bool:
    """Remove a work folder, unless a program still uses it, or locks do not work."""
    with suppress(OSError), _held(path, wait=False) as is_locked:
        if is_locked:
            shutil.rmtree(path)
        return is_locked
    return False


@contextmanager
def _held(path: Path, *, wait: bool = True) -> Iterator[bool]:
    """Lock a folder; the system unlocks it when the program ends. Raise OSError.

    Windows cannot, nor can some memory sticks and network shares: then it is not locked.
    """
    if sys.platform == "win32":
        yield False
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        yield _locked(descriptor, wait=wait)
    finally:
        os.close(descriptor)


def _locked(descriptor: int, *, wait: bool) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        raise
    except OSError:
        return False
    return True
