"""What is installed works where the checkout is not: the built package, and what is in deploy/.

Of that as far as can be told where no container engine runs. Then the layout of the project, and
the house rules: see docs/architecture.md.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from importlib.metadata import distribution, distributions, version
from statistics import median
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from scorekeeper.vision import MODELS
from tests.quality.size import ROOT, longest_chain, parsed
from tests.support.running_server import RUN, serving

DEPLOY = ROOT / "deploy"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text("utf-8")
# What the script does that pip makes.
SCRIPT = """
from importlib.metadata import entry_points
(program,) = entry_points(group="console_scripts", name="scorekeeper")
program.load()()
"""
STRAYS = ("instance/secret_key", "scorekeeper/__pycache__/left.pyc", "tests/left.py", ".coverage")


def test_the_image_copies_what_is_there_and_asks_for_its_health_where_it_is_told(app):
    copied = re.findall(r"^COPY ([\w.][\w. ]*) \S+$", CONTAINERFILE, re.M)
    names = {name for line in copied for name in line.split()}
    assert {"scorekeeper", "templates", "static"} <= names
    assert [name for name in names if not (ROOT / name).exists()] == []
    # In compose.yaml, as an image of the format OCI asks for nothing.
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    (address,) = re.findall(r"http://127\.0\.0\.1:8000(/\w+)", compose)
    assert app.test_client().get(address).status_code == 200


def test_services_have_all_they_lean_on_and_the_program_writes_to_its_volume_only():
    yaml = pytest.importorskip("yaml", reason="There is no PyYAML: `pip install -e '.[test]'`.")
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    services, app = compose["services"], compose["services"]["app"]
    kept = {each.partition(":")[0] for it in services.values() for each in it["volumes"]}
    assert {each for each in kept if not each.startswith(".")} == compose["volumes"].keys()
    assert [each for each in kept if each.startswith(".") and not (DEPLOY / each).exists()] == []
    assert {other for it in services.values() for other in it.get("depends_on", ())} <= {*services}
    assert (DEPLOY / app["build"]["context"]).resolve() == ROOT
    assert (ROOT / app["build"]["dockerfile"]).exists()
    assert app["read_only"]
    assert app["volumes"] == ["scorekeeper:/data"]
    assert "SCOREKEEPER_INSTANCE=/data" in CONTAINERFILE
    assert re.search(r"^USER 1000$", CONTAINERFILE, re.M)


def built(copy):
    """Build the wheel from a copy of the checkout in which things were left lying around."""
    left_out = shutil.ignore_patterns(".git", ".venv", ".*_cache", "instance")
    shutil.copytree(ROOT, copy, ignore=left_out)
    for stray in STRAYS:
        (copy / stray).parent.mkdir(exist_ok=True)
        (copy / stray).touch()
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    subprocess.run(build, cwd=copy, check=True)
    return next(copy.glob("dist/*.whl"))


def needed(package, known):
    """Add to the known packages what one needs without extras, and what that needs."""
    for each in map(Requirement, package.requires or ()):
        applies = each.marker is None or each.marker.evaluate({"extra": ""})
        if applies and each.name not in known:
            known[each.name] = distribution(each.name)
            needed(known[each.name], known)
    return known


def link_needed(packages):
    """Give an environment what the package in it says it needs, and nothing else that is here."""
    (unpacked,) = distributions(path=[str(packages)])
    for package in needed(unpacked, {}).values():
        for top in {file.parts[0] for file in package.files or () if file.parts[0] != ".."}:
            if not (packages / top).exists():
                (packages / top).symlink_to(str(package.locate_file(top)))


def test_the_wheel_holds_the_package_alone_and_serves_pages_and_styles(tmp_path):
    wheel = built(tmp_path / "checkout")
    names = set(ZipFile(wheel).namelist())
    stem = "-".join(wheel.name.split("-")[:2])
    assert {name.partition("/")[0] for name in names} == {"scorekeeper", f"{stem}.dist-info"}
    assert {"scorekeeper/migrations/env.py", "scorekeeper/templates/shared/base.html"} <= names
    assert {f"scorekeeper/vision/models/{name}" for name in MODELS} <= names
    assert not [name for name in names if "__pycache__" in name or "secret" in name]
    # What is translated is compiled.
    assert "scorekeeper/translations/es/LC_MESSAGES/messages.mo" in names
    assert not [name for name in names if name.endswith(".po")]
    # Unpacked, as pip does, beside what is installed here: a tenth of the time.
    ZipFile(wheel).extractall(packages := tmp_path / "packages")
    link_needed(packages)
    empty = tmp_path / "empty"
    empty.mkdir()
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    environment["PYTHONPATH"] = str(packages)
    # -S: without the packages that are installed here.
    command = (sys.executable, "-S", "-c", SCRIPT, *RUN)
    with serving(*command, environment=environment, folder=empty) as served:
        for address in ("", "static/shared/base.css"):
            with urlopen(served.url + address, timeout=10) as response:
                assert response.status == 200
    assert list(empty.iterdir()) == []


def git(folder, *words):
    who = ("-c", "user.name=Ana", "-c", "user.email=ana@club.example")
    command = [str(shutil.which("git")), "-C", str(folder), *who, *words]
    subprocess.run(command, check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("git") is None, reason="Install git to run it.")
def test_a_package_says_of_which_commit_it_is_unless_it_is_a_release(tmp_path):
    copy = tmp_path / "checkout"
    number = version("scorekeeper")
    (copy / "scorekeeper/maintenance").mkdir(parents=True)
    for name in ("__init__.py", "maintenance/__init__.py", "maintenance/git_commit.py"):
        shutil.copy(PACKAGE / name, copy / "scorekeeper" / name)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    build = [sys.executable, "-m", "hatchling", "build"]

    def built_of(folder):
        subprocess.run([*build, "-t", "wheel"], cwd=folder, check=True, capture_output=True)
        with ZipFile(next(folder.glob("dist/*.whl"))) as wheel:
            file = "scorekeeper/commit"
            return wheel.read(file).decode() if file in wheel.namelist() else ""

    assert built_of(copy) == ""
    git(copy, "init", "-q")
    git(copy, "add", "-A")
    git(copy, "commit", "-qm", "Begin")
    said = built_of(copy)
    assert re.fullmatch(r"[0-9a-f]{7,} of \d{4}-\d\d-\d\d", said)
    # Also from a source package, where there is no git.
    subprocess.run([*build, "-t", "sdist"], cwd=copy, check=True, capture_output=True)
    shutil.unpack_archive(next(copy.glob("dist/*.tar.gz")), tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    assert built_of(source) == said
    git(copy, "tag", f"v{number}")
    assert built_of(copy) == ""


PACKAGE = ROOT / "scorekeeper"
PAGES = {path.name for path in (PACKAGE / "pages").iterdir() if (path / "__init__.py").exists()}
MOST_LINES = 400
# Modules on the longest way from one to the next by imports: `__main__`, `cli`, … `rules.errors`.
LONGEST_CHAIN = 15
# What is said of a round is worked out by the rules, and its examples stand with the words. The
# properties and the rounds of the simulator come on top: what only they reach would be reached by
# chance. They take twice as long as all the others.
EXAMPLES = (
    *("tests/unit/rules", "tests/unit/wording", "tests/unit/pages/test_tables.py"),
    "tests/unit/scorebook/test_round_json.py",
)


def body_lengths(path):
    """Give the lines of each function's body, its docstring left out."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            yield (node.end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_at_most_nine_modules_lie_beside_the_rooms_and_each_room_says_what_lives_in_it():
    assert len(list(PACKAGE.glob("*.py"))) <= 9
    for room in sorted({path.parent for path in PACKAGE.rglob("*.py")} - {PACKAGE}):
        if "migrations" not in room.parts:
            assert ast.get_docstring(parsed(room / "__init__.py")), room


def test_the_folders_of_the_pages_are_the_same_everywhere():
    for place, beside in (
        ("templates", {"api"}),
        # The page about the API is of no page room.
        ("static", {"api", "icons"}),
        ("tests/web", {"every_page", "fuzz", "__pycache__"}),
    ):
        there = [*(ROOT / place).iterdir()]
        assert {path.name for path in there if path.is_dir()} - beside <= PAGES, place
        assert not [path for path in there if path.suffix in (".html", ".js", ".css")]


def test_no_file_is_longer_than_a_reader_can_hold():
    folders = (ROOT / name for name in ("scorekeeper", "templates", "static", "tests"))
    files = [path for folder in folders for path in folder.rglob("*.*")]
    read = [path for path in files if path.suffix in (".py", ".html", ".css", ".js")]
    assert [path for path in read if path.read_text().count("\n") > MOST_LINES] == []


def test_functions_are_short():
    lengths = [length for path in PACKAGE.rglob("*.py") for length in body_lengths(path)]
    assert median(lengths) <= 10


def test_no_two_classes_have_the_same_name():
    trees = [parsed(path) for path in PACKAGE.rglob("*.py")]
    names = Counter(n.name for tree in trees for n in tree.body if isinstance(n, ast.ClassDef))
    assert [name for name, times in names.items() if times > 1] == []


def test_no_chain_of_imports_is_longer_than_it_has_to_be():
    longest = longest_chain()
    assert len(longest) <= LONGEST_CHAIN, " -> ".join(longest)


def printed(*command, **environment):
    """Run what has to succeed in this checkout, and return what it prints."""
    ran = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout
    return ran.stdout


def test_the_examples_reach_every_branch_of_the_rules(tmp_path):
    """Each is held by an example of its own, found without any luck."""
    measured = ("--cov=scorekeeper.rules", "--cov-branch", "--cov-fail-under=100")
    quietly = ("--ignore-glob=*_properties.py", "-n0", "--quiet", "-p", "no:cacheprovider")
    command = (sys.executable, "-m", "pytest", *EXAMPLES, *measured, *quietly)
    assert printed(*command, COVERAGE_FILE=str(tmp_path / "coverage"))
