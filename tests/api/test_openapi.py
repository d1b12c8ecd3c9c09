"""The description of the API, and the page that shows it."""

import subprocess
import sys

from jsonschema import Draft202012Validator

from tests.api.program import BASE, described, operations
from tests.web.visitor import Visitor

# They show the description.
NOT_DESCRIBED = {"api.openapi", "api.read_about"}
STARTS = """
import sys, tempfile
from scorekeeper import create_app
create_app({"INSTANCE": tempfile.mkdtemp()})
print({"marshmallow", "apispec"} & {*sys.modules})
"""


def references(value):
    """Return what is referred to anywhere in a description."""
    if isinstance(value, dict):
        own = {value["$ref"]} if "$ref" in value else set()
        return own.union(*map(references, value.values()))
    return set().union(*map(references, value)) if isinstance(value, list) else set()


def test_all_that_answers_is_described(app):
    names = [each["operationId"] for each in operations(app)]
    endpoints = {each for each in app.view_functions if each.startswith("api.")}
    assert {f"api.{name}" for name in names} == endpoints - NOT_DESCRIBED
    assert len(names) == len({*names})


def test_every_shape_is_there_and_can_be_checked(app):
    description = described(app)
    shapes = description["components"]["schemas"]
    known = {f"#/components/schemas/{name}" for name in shapes}
    assert references(description) == known
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


def test_a_program_that_is_not_asked_loads_no_schemas():
    ran = subprocess.run((sys.executable, "-c", STARTS), capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"
