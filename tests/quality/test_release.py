"""What is in deploy/ for those who install it fits the program, and is what it is said to be."""

import re
import shutil
import subprocess
import tomllib
from datetime import date

import pytest

from scorekeeper.config import ENVIRONMENT
from tests.quality.size import ROOT

yaml = pytest.importorskip("yaml", reason="There is no PyYAML: `pip install -e '.[test]'`.")

DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "debian/scorekeeper.service"
ADD_ON = yaml.safe_load((DEPLOY / "home-assistant/scorekeeper/config.yaml").read_text("utf-8"))
UMBREL = yaml.safe_load((DEPLOY / "umbrel/scorekeeper/umbrel-app.yml").read_text("utf-8"))
# What systemd-analyze calls "exposed" begins at 5, and a service that may do all has 9.6.
MOST_EXPOSED = 3.0
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
COMPOSED = {
    name: yaml.safe_load((DEPLOY / name).read_text("utf-8"))
    for name in ("umbrel/scorekeeper/docker-compose.yml", "casaos/docker-compose.yml")
}


def settings_in(path):
    return set(re.findall(r"SCOREKEEPER_[A-Z]\w*", path.read_text("utf-8")))


def test_the_changelog_has_the_version_that_is_built_with_its_day():
    headings = re.findall(r"^## (.+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    dated = [re.fullmatch(r"(\S+) \((\d{4}-\d\d-\d\d)\)", each) for each in headings]
    # Between releases what comes next may stand above them all.
    released = [(each[1], date.fromisoformat(each[2])) for each in dated if each]
    assert len(released) >= len(headings) - 1
    assert released[0][0] == VERSION
    days = [day for _, day in released]
    assert days == sorted(days, reverse=True)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="Install systemd to run it.")
def test_the_service_may_do_little_but_serve():
    command = ("systemd-analyze", "security", "--offline=true", "--no-pager", UNIT)
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    (exposed,) = re.findall(r"Overall exposure level for \S+: ([\d.]+)", said.stdout)
    assert float(exposed) < MOST_EXPOSED


def test_the_service_can_do_what_it_has_to():
    unit = UNIT.read_text("utf-8")
    assert "SCOREKEEPER_INSTANCE=/var/lib/scorekeeper" in unit
    assert "StateDirectory=scorekeeper" in unit
    # Without /proc/cpuinfo, what reads photos ends the whole program.
    assert "ProcSubset" not in unit


def test_everything_that_is_installed_has_the_same_version():
    assert ADD_ON["version"] == UMBREL["version"] == VERSION
    images = {it.get("image") for each in COMPOSED.values() for it in each["services"].values()}
    assert images - {None} == {f"scorekeeper:{VERSION}"}


def test_every_setting_that_is_set_is_one_that_is_read():
    files = [path for path in DEPLOY.rglob("*") if path.is_file() and path.suffix != ".md"]
    read = [path for path in files if not {"node_modules", "__pycache__"} & {*path.parts}]
    assert {name for path in read for name in settings_in(path)} <= ENVIRONMENT.keys()
    for option in ADD_ON["schema"]:
        assert f"SCOREKEEPER_{option.upper()}" in ENVIRONMENT


def test_the_add_on_asks_for_what_home_assistant_knows():
    assert {"name", "version", "slug", "description", "arch"} <= ADD_ON.keys()
    assert set(ADD_ON["arch"]) <= {"amd64", "aarch64"}
    # As its supervisor reads it, which leaves out an add-on that it cannot read.
    assert re.fullmatch(r"[-_.A-Za-z0-9]+", ADD_ON["slug"])
    assert re.fullmatch(r"http://\[HOST\]:\d+/healthz", ADD_ON["watchdog"])
    for said in ADD_ON["schema"].values():
        assert re.fullmatch(r"(str|bool|match\(.*\))\??", said)
    caddyfile = (DEPLOY / "home-assistant/scorekeeper/Caddyfile").read_text("utf-8")
    assert f"INGRESS_PORT:{ADD_ON['ingress_port']}" in caddyfile
    assert [*ADD_ON["ports"]] == ["8000/tcp"]


def test_umbrel_and_casaos_keep_the_scorebook_and_open_the_port_of_the_program():
    umbrel, casaos = COMPOSED.values()
    assert umbrel["services"]["app_proxy"]["environment"]["APP_PORT"] == 8000
    assert umbrel["services"]["web"]["volumes"] == ["${APP_DATA_DIR}/data:/data"]
    (port,) = casaos["services"]["scorekeeper"]["ports"]
    assert (port["target"], port["published"]) == (8000, casaos["x-casaos"]["port_map"])
    assert casaos["services"]["scorekeeper"]["volumes"] == ["scorebook:/data"]


@pytest.mark.parametrize(
    "name",
    [
        *("release", "debian/build", "debian/scorekeeper", "debian/postinst", "debian/prerm"),
        *("debian/postrm", "home-assistant/scorekeeper/run"),
    ],
)
def test_a_script_of_the_shell_can_be_read(name):
    first = (DEPLOY / name).read_text("utf-8").partition("\n")[0]
    shell = "bash" if "bash" in first else "sh"
    subprocess.run((shell, "-n", DEPLOY / name), check=True)
