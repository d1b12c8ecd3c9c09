"""Requests that no browser sends are answered like any other: with a page, and never with 500."""

from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import create_environ, run_wsgi_app

from scorekeeper.web.hosts import answers_to
from tests.web.visitor import Page, Visitor, seated

# Each is allowed in a header, and the name of no host.
NO_NAMES = (
    "a..local",
    ".local",
    "..",
    ".",
    "-..lan:8000",
    f"{'a' * 64}.local",
    f"{'a' * 64}",
    "xn--a.local",
    f"xn--{'a' * 59}.local",
    f"{'a.' * 130}local",
)
ADDRESSES = ("/", "/matches/1", "/matches/1/links", "/join/x", "/static/shared/base.css", "/no")
BEYOND = ("2147483648", "99999999999999999999", "9" * 5000)
OF_A_MATCH = (
    "",
    "/events",
    "/rounds/events",
    "/entered",
    "/links",
    "/undo",
    "/mend",
    "/rounds/new",
    "/export.csv",
    "/rounds/1/draft",
)
NO_ADDRESSES = ("http://[", "http://]", "http://[::1", "//[x]/", "http://a:b:c/", "\x00")


@pytest.mark.parametrize("host", NO_NAMES)
def test_a_name_that_no_host_can_have_is_refused_with_a_page(app: Flask, host: str) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    assert not answers_to(host)
    for address in ADDRESSES:
        for method in ("GET", "POST", "OPTIONS"):
            # Werkzeug's client cannot send each of them itself.
            environ = create_environ(address, method=method, headers={"Host": host})
            chunks, status, _headers = run_wsgi_app(app, environ, buffered=True)
            assert status.startswith("400"), address
            assert b"SCOREKEEPER_HOSTS" in b"".join(chunks)


@pytest.mark.parametrize("number", BEYOND, ids=len)
def test_a_number_that_no_database_holds_is_not_found(visitor: Visitor, number: str) -> None:
    table = visitor.start("Ana", "Bea")
    for rest in OF_A_MATCH:
        assert visitor.client.get(f"/matches/{number}{rest}").status_code == 404, rest
    for rest in ("", "/amend", "/remove", "/draft"):
        assert visitor.client.get(f"{table.address}/rounds/{number}{rest}").status_code == 404, rest


def test_digits_of_other_scripts_are_no_number_in_an_address(visitor: Visitor) -> None:
    visitor.start("Ana", "Bea")
    assert visitor.open("/matches/1").status == 200
    assert visitor.open("/matches/\u0661").status == 404


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_a_page_is_chosen_a_language_for_wherever_one_comes_from(
    client: FlaskClient, address: str
) -> None:
    assert client.get("/language", headers={"Referer": address}).status_code == 200


@pytest.mark.parametrize("origin", NO_ADDRESSES)
def test_an_origin_that_is_none_is_no_page_of_ours(
    visitor: Visitor, table: Page, origin: str
) -> None:
    visitor.play(table, "", "66")
    answer = visitor.client.post(
        f"{table.address}/undo", data={"seen": "1"}, headers={"Origin": origin}
    )
    assert answer.status_code == 200
    assert visitor.open(f"{table.address}/rounds/1").status == 200


@pytest.mark.parametrize("field", ["names-0", "game", "goal", "entry_key", "csrf_token", "other"])
def test_a_file_in_the_place_of_a_field_is_an_empty_field(
    visitor: Visitor, new_match: Page, field: str
) -> None:
    typed = {**new_match.form, **seated("Ana", "Bea", "Ciro")}
    typed.pop(field, None)
    parts = {**typed, field: (BytesIO(b"Ana"), "ana.txt")}
    answer = visitor.client.post("/matches/new", data=parts, content_type="multipart/form-data")
    assert answer.status_code in (303, 400, 422)


def test_a_file_in_the_place_of_a_hand_is_an_empty_hand(visitor: Visitor, table: Page) -> None:
    form = visitor.open_round(table)
    for address in ("new", "preview", "1/draft"):
        parts = {**form.form, "part": "hands-0", "hands-0-tiles": (BytesIO(b"66"), "hand.txt")}
        answer = visitor.client.post(
            f"{table.address}/rounds/{address}", data=parts, content_type="multipart/form-data"
        )
        assert answer.status_code in (200, 400, 422), address
