"""Files that only their owner may read, and that are complete or not there."""

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
# The names of folders for work: what is in one is of no use once its program is gone.
WORK = (".backup-", ".restoring-", ".opening-", ".writing-")
JOURNAL = ("-wal", "-shm", "-journal")


def create(path: Path) -> None:
    """Make an empty file that only its owner may read. Raise FileExistsError, OSError."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))


def restrict_all(database: Path, backups: Path) -> None:
    """Let only their owner read a database, what lies beside it, and the backups in a folder."""
    for suffix in ("", *JOURNAL):
        _restrict(database.with_name(database.name + suffix))
    for path in backups.glob("*.d*"):
        _restrict(path)


def _restrict(path: Path) -> None:
    """Let only its owner read a file, if it is there and ours to change."""
    with suppress(FileNotFoundError, PermissionError):
        path.chmod(OWNER_ONLY)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name a file in an error that says nothing of it: a full disk, a lock that is refused."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


@contextmanager
def work_folder(beside: Path, prefix: str) -> Iterator[Path]:
    """Make a folder for unfinished work, which is gone afterwards.

    `sweep` removes it where the program was killed meanwhile.
    """
    with ExitStack() as work:
        work.enter_context(naming(beside))
        # No other program sweeps between its being made and its being held.
        with _held(beside):
            name = work.enter_context(tempfile.TemporaryDirectory(dir=beside, prefix=prefix))
            work.enter_context(_held(Path(name)))
        yield Path(name)


def move_into_place(draft: Path, target: Path, *, replace: bool) -> None:
    """Give a finished file its name. Where several programs do so at once, one succeeds.

    Raise FileExistsError (unless `replace`), OSError.
    """
    if replace:
        draft.replace(target)
        return
    try:
        target.hardlink_to(draft)
    except (OSError, NotImplementedError):
        # Some file systems, FAT on a memory stick for one, have no hard links, nor has a browser.
        if target.exists():
            raise file_exists(target) from None
        draft.rename(target)


def delete_journal(database: Path) -> None:
    """Delete what lies beside a database that is gone: it would be taken for the next one's."""
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
    """Remove what programs that were killed left of their work; return how many folders."""
    found = [path for path in folder.glob(".*-*") if path.name.startswith(WORK) and path.is_dir()]
    if not found:
        return 0
    with _held(folder):
        return sum(map(_remove, found))


def _remove(path: Path) -> bool:
    """Remove a folder for work, unless a program still works in it, or nobody can know."""
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
