"""Which programs the engines are, and what happens without them."""

from pathlib import Path

import pytest

from tests.browser.engines.starting import find_firefox, find_webkit
from tests.browser.finding import NoBrowser
from tests.browser.test_finding import machine_with

MINI = Path("/usr/lib/webkit2gtk-4.1/MiniBrowser")


def test_firefox_is_found_by_either_name() -> None:
    assert find_firefox(machine_with("firefox", "firefox-esr")) == Path("/bin/firefox-esr")
    assert find_firefox(machine_with("firefox")) == Path("/bin/firefox")


def test_webkit_needs_its_driver_its_browser_and_a_screen() -> None:
    found = find_webkit([MINI], machine_with("WebKitWebDriver", "Xvfb"))
    assert (found.driver.name, found.browser, found.xvfb.name) == ("WebKitWebDriver", MINI, "Xvfb")
    for browsers, programs in (([MINI], ["Xvfb"]), ([MINI], ["WebKitWebDriver"]), ([], ["Xvfb"])):
        with pytest.raises(NoBrowser, match="install webkit2gtk-driver and xvfb"):
            find_webkit(browsers, machine_with(*programs))


@pytest.mark.parametrize(("value", "required"), [("1", True), ("", False)])
def test_an_engine_that_is_missing_fails_where_one_is_required(
    monkeypatch: pytest.MonkeyPatch, value: str, required: bool
) -> None:
    monkeypatch.setenv("SCOREKEEPER_REQUIRE_BROWSER", value)
    with pytest.raises(NoBrowser, match="install firefox-esr") as missing:
        find_firefox(machine_with())
    assert missing.value.required is required
