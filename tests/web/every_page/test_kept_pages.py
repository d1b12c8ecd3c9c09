"""Pages stay as they were until they are meant to change; kept_pages.py writes them anew."""

from flask import Flask

from tests.web.every_page.kept_pages import differences, kept, made


def test_the_pages_are_those_that_were_kept(app: Flask) -> None:
    changed = differences(kept(), made(app))
    assert not changed, f"{changed}\n\nIf meant: python -m tests.web.every_page.kept_pages"


def test_what_a_page_had_and_has_is_said_in_words() -> None:
    was = {"en /": "200 OK\n<h1>\nAna\n</h1>", "hu /": "200 OK", "it /": "200 OK"}
    now = {**was, "en /": "200 OK\n<h1>\nBea\n</h1>", "hu /": "404 NOT FOUND"}
    assert differences(was, was) == ""
    assert differences(was, now).splitlines() == [
        "2 pages changed: en /, hu /",
        "",
        "en /",
        "--- was",
        "+++ is now",
        "@@ -2,3 +2,3 @@",
        " <h1>",
        "-Ana",
        "+Bea",
        " </h1>",
    ]
