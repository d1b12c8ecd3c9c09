"""Run by compile.mjs within Pyodide: bytecode has to be made by the Python that will read it."""

import importlib._bootstrap_external as bytecode
import re
import sys
from importlib.util import source_hash
from pathlib import Path
from types import CodeType
from zipfile import ZipFile, ZipInfo

# Where the program is in a browser, and its standard library.
APP, LIBRARY = "/app", "/lib/python314.zip"
# What nothing here imports.
UNUSED = re.compile(
    r"""(ctypes/(macholib|util|wintypes|_aix)|curses|dbm|distutils|ensurepip|html/parser|idlelib
    |lib2to3|multiprocessing|profiling|pydoc_data|_pyrepl|sqlite3/dump|test|tkinter|turtle|unittest
    |venv|wsgiref|xmlrpc|xml/(dom|etree|sax/expat)|bdb|cProfile|cmd|code\.|compileall|doctest
    |filecmp|fileinput|ftplib|imaplib|mailbox|modulefinder|netrc|optparse|pdb|pickletools|plistlib
    |poplib|profile|pstats|pyclbr|pydoc|_pyio|shelve|smtplib|symtable|tabnanny|tarfile|trace\.
    |tracemalloc|wave|zipapp|http/cookiejar|logging/handlers|pyodide/console
    |asyncio/(proactor|windows|tools|__main__)
    |encodings/(cp(?!437|1252)|mac_|iso8859|koi|ptcp|hp_|kz|tis|big5|euc|gb|hz|iso2022|johab|shift
    |utf_32|utf_7))""",
    re.X,
)


def compiled(source: bytes, name: str) -> bytes:
    """Return the bytecode of a module, without docstrings, which is never looked over again."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    if not name.startswith(f"{APP}/scorekeeper/"):
        code = without_lines(code)
    return bytes(bytecode._code_to_hash_pyc(code, source_hash(source), False))


def without_lines(code: CodeType) -> CodeType:
    """Leave out which line what is from: a tenth of what is sent, for lines of libraries."""
    inner = (without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(inner))


def compile_folder(folder: Path) -> None:
    """Replace each module by its bytecode; Alembic reads migrations as they are."""
    for path in [*folder.rglob("*.py")]:
        if "migrations" not in path.parts:
            name = f"{APP}/{path.relative_to(folder)}"
            path.with_suffix(".pyc").write_bytes(compiled(path.read_bytes(), name))
            path.unlink()


def compile_library(source: Path, target: Path) -> None:
    """Write the standard library with bytecode and without what is unused."""
    with ZipFile(source) as given, ZipFile(target, "w") as made:
        for name in given.namelist():
            if not name.endswith("/") and not UNUSED.match(name):
                content = given.read(name)
                if name.endswith(".py"):
                    content, name = compiled(content, f"{LIBRARY}/{name}"), f"{name}c"
                made.writestr(ZipInfo(name), content)


WORK = Path("/work")
sys.path.insert(0, str(WORK / "app"))
# While its modules can still be read.
__import__("edition").made_beforehand(WORK)
for left in WORK.glob("app/**/__pycache__/*"):
    left.unlink()
compile_folder(WORK / "app")
compile_library(WORK / "node_modules/pyodide/python_stdlib.zip", WORK / "python.zip")
