"""The page lint finds every fault it looks for."""

import pytest

from tests.web.pagelint import faults

SOUND = """<!DOCTYPE html>
<html lang="en">
  <head><title>Round 1 · Scorekeeper</title><link rel="stylesheet" href="/static/a.css"></head>
  <body>
    <a href="#main">Skip</a><h1>Round 1</h1>
    <main id="main">
      <p id="hint">As 1-2.</p>
      <label for="tiles">Tiles</label><input id="tiles" name="tiles" aria-describedby="hint">
      <label>Pips <input name="pips"></label>
      <input type="hidden" name="key">
      <svg aria-hidden="true"><path id="e1" d="M1 1h0" /><use href="#e1" /></svg>
    </main>
  </body>
</html>"""


def test_a_sound_page_has_no_faults():
    assert faults(SOUND) == []


@pytest.mark.parametrize(
    ("sound", "bad", "found"),
    [
        ("<h1>Round 1</h1>", "", "A page has one h1, not 0."),
        ("<h1>Round 1</h1>", "<h1>Round 1</h1><h1>Two</h1>", "A page has one h1, not 2."),
        (
            "<h1>Round 1",
            "<h1>Round 2",
            "The title “Round 1 · Scorekeeper” does not start with the h1 “Round 2”.",
        ),
        (
            "<h1>Round 1",
            "<h1>",
            "The title “Round 1 · Scorekeeper” does not start with the h1 “”.",
        ),
        (' lang="en"', "", "The page does not say its language."),
        ('<p id="hint">', '<p id="hint"></p><p id="hint">', "The id “hint” is there 2 times."),
        ('<p id="hint">', '<p id="hint"></p><p id="a b">', "The id “a b” is empty or has a blank"),
        ('<label for="tiles">Tiles</label>', "", "The field “tiles” has no label."),
        ("Pips <input", "<input", "The field “pips” has no label."),
        ('"hint">\n', '"tip">\n', "The aria-describedby of <input> names “tip”, which is not on"),
        ("#e1", "#e9", "The href of <use> names “e9”, which is not on the page."),
        ("#main", "#top", "The href of <a> names “top”, which is not on the page."),
        ("#main", "", "The href of <a> “Skip” is empty."),
        ("/static/a.css", "//cdn.example/a.css", "The href of <link> leads elsewhere: //cdn"),
        ("#main", "https://example.org/", "The href of <a> leads elsewhere: https://example.org/"),
        ("#main", "javascript:go()", "The href of <a> leads elsewhere: javascript:go()"),
        ("<main ", "<main aria-label='' ", "The aria-label of <main> is empty."),
        ("<main ", "<main onclick='go()' ", "<main> has an inline onclick."),
        ("<main ", "<main style='color: red' ", "<main> has an inline style."),
        ("</main>", "<script>go()</script></main>", "There is an inline <script>."),
        ("</head>", "<style>p { color: red }</style></head>", "There is an inline <style>."),
        ("</main>", "</div></main>", "Line 12: End tag (div) seen too early."),
        ("<!DOCTYPE html>", "", "Line 2: Unexpected start tag (html). Expected DOCTYPE."),
    ],
)
def test_a_fault_of_a_page_is_named(sound, bad, found):
    assert sound in SOUND
    named = faults(SOUND.replace(sound, bad, 1))
    assert any(fault.startswith(found) for fault in named), named


def test_a_fragment_of_a_page_needs_no_heading():
    assert faults('<p id="a">Blocked.</p>', fragment=True) == []
    assert faults('<p id="a" onclick="go()">Blocked.', fragment=True) == [
        "<p> has an inline onclick."
    ]
