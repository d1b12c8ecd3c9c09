"""Which browsers are chosen, and what happens without one."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.engines.starting import find_firefox, find_webkit
from tests.browser.finding import NoBrowser, find_browser

MINI = Path("/usr/lib/webkit2gtk-4.1/MiniBrowser")


def machine_with(*programs):
    """Return a machine on which these programs can be run."""
    return lambda name: f"/bin/{name}" if name in programs else None


@pytest.mark.parametrize(
    ("named", "own_is_there", "programs", "chosen"),
    [
        ("brave", True, "brave chromium", "/bin/brave"),
        ("", True, "chromium", "own"),
        ("", False, "chromium chromium-headless-shell", "/bin/chromium-headless-shell"),
        ("", False, "microsoft-edge google-chrome chromium", "/bin/chromium"),
        ("", False, "google-chrome-stable chromium-browser", "/bin/chromium-browser"),
        ("", False, "google-chrome-stable google-chrome", "/bin/google-chrome"),
        ("", False, "firefox microsoft-edge", "/bin/microsoft-edge"),
    ],
)
def test_the_browser_that_is_named_comes_first_then_playwrights_then_the_machines(
    tmp_path, named, own_is_there, programs, chosen
):
    own = tmp_path / "chrome"
    if own_is_there:
        own.touch()
    found = find_browser({"SCOREKEEPER_BROWSER": named}, own, machine_with(*programs.split()))
    assert found == (own if chosen == "own" else Path(chosen))


def test_firefox_is_found_by_either_name_and_webkit_with_its_driver_and_a_screen():
    assert find_firefox(machine_with("firefox", "firefox-esr")) == Path("/bin/firefox-esr")
    assert find_firefox(machine_with("firefox")) == Path("/bin/firefox")
    found = find_webkit([MINI], machine_with("WebKitWebDriver", "Xvfb"))
    assert (found.driver.name, found.browser, found.xvfb.name) == ("WebKitWebDriver", MINI, "Xvfb")


NO_WEBKIT = "install webkit2gtk-driver and xvfb"
# What is said, and what was looked for, with what the machine has.
MISSING: tuple[tuple[str, Callable[[], object]], ...] = (
    (
        "install Chromium, Chrome or Edge",
        lambda: find_browser(os.environ, Path("/absent"), machine_with()),
    ),
    ("install firefox-esr", lambda: find_firefox(machine_with())),
    (NO_WEBKIT, lambda: find_webkit([MINI], machine_with("Xvfb"))),
    (NO_WEBKIT, lambda: find_webkit([MINI], machine_with("WebKitWebDriver"))),
    (NO_WEBKIT, lambda: find_webkit([], machine_with("WebKitWebDriver", "Xvfb"))),
)


@pytest.mark.parametrize(("value", "required"), [("1", True), ("0", False), ("", False)])
def test_without_a_browser_the_tests_are_skipped_unless_one_is_required(
    monkeypatch, value, required
):
    monkeypatch.delenv("SCOREKEEPER_BROWSER", raising=False)
    monkeypatch.setenv("SCOREKEEPER_REQUIRE_BROWSER", value)
    for said, find in MISSING:
        with pytest.raises(NoBrowser, match=said) as missing:
            find()
        assert missing.value.required is required


def test_a_named_browser_that_is_not_there_is_never_passed_over(tmp_path):
    with pytest.raises(NoBrowser, match="SCOREKEEPER_BROWSER names chrom, which") as missing:
        find_browser({"SCOREKEEPER_BROWSER": "chrom"}, tmp_path, machine_with("chromium"))
    assert missing.value.required
