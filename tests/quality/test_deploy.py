"""What is in deploy/ fits the program, as far as can be told where no container engine runs."""

import re
from pathlib import Path

import pytest

from scorekeeper.config import ENVIRONMENT

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text("utf-8")


@pytest.fixture
def compose():
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def test_the_image_copies_what_is_there_and_all_of_it():
    copied = re.findall(r"^COPY ([\w.][\w. ]*) \S+$", CONTAINERFILE, re.M)
    names = {name for line in copied for name in line.split()}
    assert {"scorekeeper", "templates", "static"} <= names
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_the_image_asks_for_its_health_where_the_program_tells_it(app):
    (address,) = re.findall(r"http://127\.0\.0\.1:8000(/\w+)", CONTAINERFILE)
    assert app.test_client().get(address).status_code == 200


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml"])
def test_every_setting_in_use_is_one_that_is_read(name):
    used = set(re.findall(r"SCOREKEEPER_\w+", (DEPLOY / name).read_text("utf-8")))
    assert used
    assert used <= ENVIRONMENT.keys()


def test_services_lean_on_services_and_volumes_that_are_there(compose):
    services = compose["services"]
    kept = {each.partition(":")[0] for it in services.values() for each in it["volumes"]}
    assert {each for each in kept if not each.startswith(".")} == compose["volumes"].keys()
    assert [each for each in kept if each.startswith(".") and not (DEPLOY / each).exists()] == []
    assert {other for it in services.values() for other in it.get("depends_on", ())} <= {*services}
    assert (ROOT / "deploy" / services["app"]["build"]["context"]).resolve() == ROOT
    assert (ROOT / services["app"]["build"]["dockerfile"]).exists()


def test_the_program_in_the_container_writes_to_its_volume_only(compose):
    app = compose["services"]["app"]
    assert app["read_only"]
    assert app["volumes"] == ["scorekeeper:/data"]
    assert "SCOREKEEPER_INSTANCE=/data" in CONTAINERFILE
    assert re.search(r"^USER 1000$", CONTAINERFILE, re.M)
