"""What hangs on who asks is kept by nobody between, and asked for again each time."""

import pytest

from tests.web.every_page.views import views
from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, Visitor

# The same for everybody who asks for this address, in this language.
FOR_ALL = {"static", "pwa.words", "pwa.manifest", "pwa.service_worker"}
# Nothing of these stays on the device itself either.
NOWHERE = {"share.show", "share.join", "history.as_json", "history.as_csv", "stream.events"}


def is_kept_by_nobody_else(answer):
    control = answer.cache_control
    return bool(control.no_store) or bool(control.private and control.no_cache)


@pytest.mark.parametrize("mode", ["house", "links"])
@pytest.mark.parametrize("pin", ["", "2468"])
def test_what_hangs_on_who_asks_is_not_kept_in_between(app, mode, pin):
    owner = Visitor(app)
    table = owner.start("Ana", "Bea", goal="50")
    owner.play(table, "", HEAVY)
    watcher = joined(app, links(owner, table)["watch"])
    app.config.update(ACCESS=mode, PIN=pin)
    for rule, address in views(app):
        endpoint = rule.endpoint
        for device in (owner, watcher, Visitor(app)):
            with device.client.get(address) as answer:
                kept = not is_kept_by_nobody_else(answer)
                assert endpoint in FOR_ALL or not kept, address
                if endpoint in FOR_ALL:
                    assert "Set-Cookie" not in answer.headers
                if endpoint in NOWHERE and answer.status_code == 200:
                    assert answer.cache_control.no_store, address


def test_a_refusal_is_not_kept_in_between(client):
    for address in ("/nothing", "/matches/99", "/matches/1/undo", "/"):
        for answer in (client.get(address), client.post(address)):
            assert is_kept_by_nobody_else(answer), address
