"""Whatever the bar of a round says is whole, in every window and language."""

import pytest

from scorekeeper.i18n import LANGUAGES
from tests.browser.bar_messages import bar_messages
from tests.browser.pages import FOUR, recording
from tests.browser.scorer import WINDOWS

# Shows each message as the scripts of the page do, and says of which something is cut off, covered
# or moved. What is a statement may be cut where "Why?" says all of it; a question never is.
FAULTS = """async ({ open, labels, shown }) => {
  const part = (selector) => document.querySelector(selector);
  const [bar, live, line, send] = [".bar", "#live", "#line", "#send"].map(part);
  const [move, leave, anyway] = ["#move", "#leave", "#anyway"].map(part);
  [move.textContent, leave.textContent] = [labels.move, labels.leave];
  const visible = (each) => each.checkVisibility() && each.getClientRects().length;
  const inside = (a, b) => a.top >= b.top - 1 && a.bottom <= b.bottom + 1 && a.left >= b.left - 1
    && a.right <= b.right + 1;
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const clips = (each) => {
    const found = [];
    for (let at = each; at !== bar; at = at.parentElement)
      if (getComputedStyle(at).overflowY !== "visible") found.push(at.getBoundingClientRect());
    return found;
  };
  const words = function* () {
    const walk = document.createTreeWalker(part(".says"), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walk.nextNode()) {
      const within = walk.currentNode.parentElement;
      if (!walk.currentNode.data.trim() || within.closest(".btn, details, .sr, b")) continue;
      if (!visible(within)) continue;
      range.selectNodeContents(walk.currentNode);
      const around = clips(within);
      for (const box of range.getClientRects()) yield [box, around, within];
    }
  };
  const at = () => [send, bar].map((each) => JSON.stringify(each.getBoundingClientRect())).join();
  const buttons = () => [...bar.querySelectorAll("button, summary, a")].filter(visible);
  const name = (each) => each.textContent.trim().slice(0, 30);

  function wordFaults(whole, boxes, room) {
    const found = [];
    for (const [box, around, within] of words()) {
      const gone = around.some((clip) => !meet(box, clip));
      const cut = around.some((clip) => !inside(box, clip));
      const asked = whole && !within.matches(".say:not(.long)");
      if (asked && cut) found.push("the question is cut");
      if (gone) continue;
      if (around.some((clip) => box.bottom - clip.bottom > 3 || clip.top - box.top > 3))
        found.push(`half a line: ${name(within)}`);
      if (!cut && !inside(box, room)) found.push(`out of the bar: ${name(within)}`);
      if (!cut && boxes.some(([, other]) => meet(box, other)))
        found.push(`under a button: ${name(within)}`);
    }
    return found;
  }
  function buttonFaults(boxes, room) {
    return boxes.flatMap(([button, box], place) => {
      const found = [];
      const label = name(button);
      if (!inside(box, room)) found.push(`${label} is out of the bar`);
      if (box.width < 48 || box.height < 48) found.push(`${label} is ${box.width} × ${box.height}`);
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = button;
      if (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
        found.push(`${label} is cut`);
      if (boxes.slice(place + 1).some(([, other]) => meet(box, other)))
        found.push(`${label} on another`);
      const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      if (!button.contains(hit)) found.push(`${label} is covered`);
      return found;
    });
  }
  function faults(kind) {
    const room = bar.getBoundingClientRect();
    const boxes = buttons().map((each) => [each, each.getBoundingClientRect()]);
    const found = [...wordFaults(kind !== "statement", boxes, room), ...buttonFaults(boxes, room)];
    const golden = boxes.filter(([each]) => each.matches(".primary")
      && getComputedStyle(each).backgroundColor !== "rgba(0, 0, 0, 0)");
    if (golden.length > 1) found.push("two golden buttons");
    const say = [...live.querySelectorAll(".say")].find(visible);
    const cut = say && kind === "statement" && say.scrollHeight > say.clientHeight + 2;
    if (cut && !part(".whole") && !part("#preview.open")) found.push("cut, without Why?");
    return found;
  }

  const found = [];
  const stands = new Set();
  let turn = 0;
  for (const [kind, text] of shown) {
    turn += 1;
    const isLine = kind === "line" || kind === "ask";
    live.innerHTML = isLine ? open : text;
    live.ariaBusy = "false";
    line.innerHTML = isLine ? text : "";
    line.classList.toggle("ask", kind === "ask");
    line.classList.toggle("long", line.textContent.length > 60);
    move.hidden = leave.hidden = kind !== "ask";
    const doubted = part(".doubts") !== null;
    send.textContent = doubted ? labels.check : labels.record[turn % labels.record.length];
    anyway.textContent = labels.anyway[turn % labels.anyway.length];
    anyway.hidden = !doubted;
    await null;
    if (isLine) bar.dataset.speaks = "pad";
    stands.add(at());
    const now = part(".says").innerText.replaceAll("\\n", " / ");
    for (const fault of faults(kind)) found.push(`${fault} | ${now}`);
  }
  if (stands.size !== 1) found.push(`the bar moves: ${[...stands].join(" ")}`);
  return found;
}"""


@pytest.fixture(scope="module")
def said():
    """Return what the bar says by language, rendered once."""
    return {}


@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
def test_whatever_the_bar_says_is_whole_and_every_button_can_be_hit(
    scorer, visitor, app, large, said, request
):
    scorer.open("/offline")
    scorer.page.evaluate(f"localStorage.setItem('type', '{'large' if large else ''}')")
    recording(scorer, visitor, "partnership", *FOUR, partners="y")
    found = []
    for turn, language in enumerate(LANGUAGES):
        shown = said.setdefault(language, bar_messages(app, language))
        assert len(shown["shown"]) > 200
        for place, window in enumerate(WINDOWS):
            if not request.config.option.thorough and (turn + place) % 6 != 3 * large:
                continue
            scorer.page.set_viewport_size(window)
            where = f"{language} {window['width']}×{window['height']}{' large' if large else ''}"
            found += [f"{where}: {each}" for each in scorer.page.evaluate(FAULTS, shown)]
    assert not found, f"{len(found)} faults\n" + "\n".join(found[:60])
