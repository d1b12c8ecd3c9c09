"""The page lint finds every fault it looks for."""

from tests.web.pagelint import faults

SOUND = """<!DOCTYPE html>
<html lang="en">
  <head><title>Round 1 · Scorekeeper</title><link rel="stylesheet" href="/static/a.css"></head>
  <body>
    <a href="#main">Skip</a><h1>Round 1</h1>
    <main id="main">
      <p id="hint">As 1-2.</p>
      <label for="tiles">Tiles</label><input id="tiles" name="tiles" aria-describedby="hint">
      <svg aria-hidden="true"><path id="e1" d="M1 1h0" /><use href="#e1" /></svg>
    </main>
  </body>
</html>"""
TITLE = "The title “Round 1 · Scorekeeper”"
# How each fault begins, what of the page is changed, and what stands there instead.
FAULTS = {
    "A page has one h1, not 0.": ("<h1>Round 1</h1>", ""),
    "A page has one h1, not 2.": ("<h1>Round 1</h1>", "<h1>Round 1</h1><h1>Two</h1>"),
    f"{TITLE} does not start with the h1 “Round 2”.": ("<h1>Round 1", "<h1>Round 2"),
    f"{TITLE} does not start with the h1 “”.": ("<h1>Round 1", "<h1>"),
    "The id “hint” is there 2 times.": ('<p id="hint">', '<p id="hint"></p><p id="hint">'),
    "The id “a b” is empty or has a blank": ('<p id="hint">', '<p id="hint"></p><p id="a b">'),
    "The aria-describedby of <input> names “tip”, which is not": ('"hint">\n', '"tip">\n'),
    "The href of <use> names “e9”, which is not on the page.": ("#e1", "#e9"),
    "The href of <a> names “top”, which is not on the page.": ("#main", "#top"),
    "The href of <a> “Skip” is empty.": ("#main", ""),
    "The href of <link> leads elsewhere: //cdn": ("/static/a.css", "//cdn.example/a.css"),
    "The href of <a> leads elsewhere: https://example.org/": ("#main", "https://example.org/"),
    "The href of <a> leads elsewhere: javascript:go()": ("#main", "javascript:go()"),
    "<main> has an inline onclick.": ("<main ", "<main onclick='go()' "),
    "<main> has an inline style.": ("<main ", "<main style='color: red' "),
    "There is an inline <script>.": ("</main>", "<script>go()</script></main>"),
    "There is an inline <style>.": ("</head>", "<style>p { color: red }</style></head>"),
    "Line 10: End tag (div) seen too early.": ("</main>", "</div></main>"),
    "Line 2: Unexpected start tag (html). Expected DOCTYPE.": ("<!DOCTYPE html>", ""),
}


def test_every_fault_of_a_page_is_named_and_a_piece_of_one_needs_no_heading():
    assert faults(SOUND) == []
    for fault, (sound, bad) in FAULTS.items():
        assert sound in SOUND
        named = faults(SOUND.replace(sound, bad, 1))
        assert any(each.startswith(fault) for each in named), (fault, named)
    piece = '<p id="a"{}>Blocked.</p>'
    assert faults(piece.format(""), fragment=True) == []
    assert faults(piece.format(" onclick='go()'"), fragment=True) == ["<p> has an inline onclick."]
