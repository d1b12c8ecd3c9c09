"""What a screen reader calls what is touched, beside what is written on it."""

import re
import unicodedata

# What can be touched, numbered, with the words that are seen on it or beside it. What only a
# reader is told is not seen, nor are drawings, nor what a list has folded.
_SEEN = """() => {
  const kinds = "a[href], button, summary, input:not([type=hidden]), select, textarea";
  const shown = (each) => each.checkVisibility({ visibilityProperty: true });
  const seen = (each) => shown(each) && !each.closest(".sr, svg, select, textarea, progress")
    && getComputedStyle(each).clipPath === "none";
  const words = (part) => {
    const found = [], texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      if (seen(texts.currentNode.parentElement)) found.push(texts.currentNode.data);
    return found.join(" ");
  };
  return [...document.querySelectorAll(kinds)]
    .filter((each) => shown(each) && !each.closest("[aria-hidden=true], [inert]"))
    .map((each, number) => {
      each.dataset.touched = number;
      return [each, ...(each.labels ?? [])].map(words).join(" ");
    });
}"""


def misnamed(page):
    """List what is touched and called otherwise than by all the words on it, in their order."""
    # A clock that goes on between the words and the names is looked at again.
    return _misnamed(page) and _misnamed(page)


def _misnamed(page):
    seen = page.evaluate(_SEEN)
    names = _names(page)
    return [
        f"“{' '.join(words.split())}” is called “{names.get(number, '')}”"
        for number, words in enumerate(seen)
        if not _says(names.get(number, ""), words)
    ]


def _says(name, words):
    """Say whether a name has all words, as they are or with an ending: Ana’s."""
    spoken = iter(_words(name))
    return all(any(said.startswith(word) for said in spoken) for word in _words(words))


def _words(text):
    """Split a text into words as they are heard: signs alone are pictures."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return re.findall(r"[\w’']+", plain)


def _names(page):
    """Return what the browser tells screen readers, by the number of each."""
    session = page.context.new_cdp_session(page)
    try:
        session.send("DOM.enable")
        nodes = session.send("DOM.getFlattenedDocument", {"depth": -1})["nodes"]
        tree = session.send("Accessibility.getFullAXTree")["nodes"]
    finally:
        session.detach()
    named = {
        node["backendDOMNodeId"]: node.get("name", {}).get("value", "")
        for node in tree
        if "backendDOMNodeId" in node
    }
    return {
        int(attributes[attributes.index("data-touched") + 1]): named.get(node["backendNodeId"], "")
        for node in nodes
        if "data-touched" in (attributes := node.get("attributes", []))
    }
