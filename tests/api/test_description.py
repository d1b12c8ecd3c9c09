"""The description of the API, the page that shows it, and the examples of docs/api.md."""

import json
import re
import shutil
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator

from tests.api.program import BASE, described, operations
from tests.quality.size import ROOT
from tests.running_server import running
from tests.web.visitor import Visitor

# They show the description.
NOT_DESCRIBED = {"api.openapi", "api.read_about"}


def test_all_that_answers_is_described(app):
    names = [each["operationId"] for each in operations(app)]
    endpoints = {each for each in app.view_functions if each.startswith("api.")}
    assert {f"api.{name}" for name in names} == endpoints - NOT_DESCRIBED
    assert len(names) == len({*names})


def test_every_shape_is_there_and_can_be_checked(app):
    description = described(app)
    shapes = description["components"]["schemas"]
    named = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(description))
    assert {*named} == shapes.keys()
    for shape in shapes.values():
        Draft202012Validator.check_schema(shape)


def test_the_description_says_where_the_application_is_and_is_not_sent_again(app):
    client, address = app.test_client(), f"{BASE}/openapi.json"
    mounted = client.get(address, environ_overrides={"SCRIPT_NAME": "/dominoes"})
    assert mounted.get_json()["servers"] == [{"url": f"/dominoes{BASE}"}]
    etag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304


def test_people_read_what_the_api_does(app):
    visitor = Visitor(app)
    page = visitor.open(BASE)
    assert f"POST {BASE}/matches/{{match_id}}/rounds" in page.texts("section", "card", "h2")
    assert page.links["NewRound"] == "#NewRound"
    assert visitor.open(page.links["OpenAPI"]).status == 200


def example(language, site):
    text = (ROOT / "docs/api.md").read_text("utf-8")
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)
    return str(found).replace("http://127.0.0.1:8000", site)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with running(tmp_path_factory.mktemp("kept")) as served:
        yield served.url.rstrip("/")


# In one process, which starts one server for both.
@pytest.mark.xdist_group("examples of the API")
@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl on this machine")
def test_the_example_for_a_shell_records_a_round_and_reads_it_once(site, tmp_path):
    script = example("sh", site)
    ran = subprocess.run(
        ("/bin/sh", "-eu", "-c", script), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    recorded, match, status = ran.stdout.splitlines()
    assert json.loads(recorded)["points"] == {"Ana": 21, "Bea": 0}
    assert json.loads(match)["totals"] == {"Ana": 21, "Bea": 0}
    assert status == "304"


@pytest.mark.xdist_group("examples of the API")
def test_the_example_in_python_records_a_round_that_is_doubted(site):
    script = example("python", site)
    ran = subprocess.run((sys.executable, "-c", script), capture_output=True, text=True, check=True)
    doubted, recorded, figures = ran.stdout.splitlines()
    assert doubted.startswith("doubts ")
    assert recorded == "['Ana', 'Ciro'] {'Ana & Ciro': 15, 'Bea & Dani': 0}"
    assert figures == "Ana 0 {'rating': None, 'matches': 0}"
