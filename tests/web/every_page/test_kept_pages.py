"""Pages stay as they were until they are meant to change; kept_pages.py writes them anew."""

from tests.web.every_page.kept_pages import differences, kept, made


def test_the_pages_are_those_that_were_kept(app):
    changed = differences(kept(), made(app))
    assert not changed, f"{changed}\n\nIf meant: python -m tests.web.every_page.kept_pages"
