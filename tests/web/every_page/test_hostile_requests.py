"""Requests that no browser sends are answered like any other: with a page, and never with 500."""

from io import BytesIO

import pytest

from tests.web.every_page.views import views
from tests.web.visitor import seated

# These ask for a token first, lead elsewhere, or tell owners alone; programs are told otherwise.
SAYING_LESS = {
    *("home.bring_back", "photo.fill", "history.delete", "share.renew", "trash.restore"),
    *("api.show_match", "api.list_rounds", "api.show_round", "api.record_round"),
}
PARTS = "multipart/form-data"
NO_ADDRESSES = ("http://[", "http://]", "http://[::1", "//[x]/", "http://a:b:c/", "\x00")


@pytest.mark.parametrize("number", ["0", "99", "2147483648", "9" * 20, "9" * 5000], ids=len)
@pytest.mark.usefixtures("table")
def test_a_number_that_no_database_holds_is_not_found(app, client, unchanged, number):
    def status(method, address, part):
        return client.open(address.replace(f"{part}1", part + number), method=method).status_code

    with unchanged():
        for method in ("GET", "POST"):
            for view, address in views(app, method):
                if "match_id" in view.arguments and view.endpoint not in SAYING_LESS:
                    assert status(method, address, "/matches/") == 404, address
                if "<int:number>" in view.rule and len(number) > 9:
                    assert status(method, address, "/rounds/") == 404, address


def test_digits_of_other_scripts_are_no_number_in_an_address(visitor):
    visitor.start("Ana", "Bea")
    assert visitor.open("/matches/1").status == 200
    assert visitor.open("/matches/\u0661").status == 404


def test_a_page_is_chosen_a_language_for_wherever_one_comes_from(client):
    for address in NO_ADDRESSES:
        assert client.get("/language", headers={"Referer": address}).status_code == 200


def test_an_origin_that_is_none_is_no_page_of_ours(visitor, table):
    visitor.play(table, "", "66")
    for origin in NO_ADDRESSES:
        headers = {"Origin": origin}
        answer = visitor.client.post(f"{table.address}/undo", data={"seen": "1"}, headers=headers)
        assert answer.status_code == 200
        assert visitor.open(f"{table.address}/rounds/1").status == 200


def test_a_file_in_the_place_of_a_field_is_an_empty_field(visitor, new_match):
    for field in ("names-0", "game", "goal", "entry_key", "csrf_token", "other"):
        typed = {**new_match.form, **seated("Ana", "Bea", "Ciro")}
        typed.pop(field, None)
        parts = {**typed, field: (BytesIO(b"Ana"), "ana.txt")}
        answer = visitor.client.post("/matches/new", data=parts, content_type=PARTS)
        assert answer.status_code in (303, 400, 422), field


def test_a_file_in_the_place_of_a_hand_is_an_empty_hand(visitor, table):
    form = visitor.open_round(table)
    for address in ("new", "preview", "1/draft"):
        parts = {**form.form, "part": "hands-0", "hands-0-tiles": (BytesIO(b"66"), "hand.txt")}
        to = f"{table.address}/rounds/{address}"
        answer = visitor.client.post(to, data=parts, content_type=PARTS)
        assert answer.status_code in (200, 400, 422), address
