"""What is wrong with a page, as sentences; nothing where it is sound.

For labels, names and all else that readers of a screen need axe looks: tests/browser.
"""

import re
from collections import Counter
from copy import deepcopy
from functools import lru_cache
from html import unescape

import html5lib
from html5lib.constants import E as MESSAGES

# Attributes whose value is the id of something on the page, or several.
REFERENCES = ("for", "list", "aria-describedby", "aria-labelledby", "aria-controls", "aria-owns")
# Attributes whose value is an address.
ADDRESSES = ("href", "src", "action", "formaction", "poster", "srcset", "data", "data-preview")
# Their values are others on every page: pages that are alike but for them are read once.
TOKEN_FIELDS = ("csrf_token", "entry_key")
TOKENS = re.compile(rf'<input [^>]*name="(?:{"|".join(TOKEN_FIELDS)})"[^>]*>')
VALUE = re.compile(r'(?<= value=")[^"]*')


def faults(html, *, fragment=False):
    return [*_faults(_masked(html), fragment)]


@lru_cache(maxsize=500)
def _faults(html, fragment):
    root, malformed = _parsed(html, fragment)
    found = [*malformed, *_ids(root), *_foreign(root), *_inline(root)]
    return found if fragment else [*found, *_references(root), *_heading(root)]


def parse(html, *, fragment=False):
    """Read a page as a browser does; return its root and what is malformed."""
    known, malformed = _parsed(_masked(html), fragment)
    root = deepcopy(known)
    fields = [each for each in root.iter("input") if each.get("name") in TOKEN_FIELDS]
    for field, tag in zip(fields, TOKENS.findall(html), strict=True):
        if value := VALUE.search(tag):
            field.set("value", unescape(value[0]))
    return root, malformed


def _masked(html):
    return TOKENS.sub(lambda tag: VALUE.sub("", tag[0]), html)


@lru_cache(maxsize=500)
def _parsed(html, fragment):
    parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"), namespaceHTMLElements=False)
    root = parser.parseFragment(html) if fragment else parser.parse(html)
    malformed = [
        f"Line {line}: {MESSAGES[code] % details}" for (line, _), code, details in parser.errors
    ]
    return root, malformed


def text_of(element, *, hidden=True):
    """Return what can be read of an element, with single blanks; what is `hidden` too, or not."""
    return " ".join("".join(_texts(element, hidden)).split())


def _texts(element, hidden):
    # A progress bar is drawn: its text is for browsers that cannot.
    if element.tag != "progress" and (hidden or "hidden" not in element.attrib):
        yield element.text or ""
        for child in element:
            yield from _texts(child, hidden)
            yield child.tail or ""


def _elements(root):
    # Comments are nodes without a tag.
    return (element for element in root.iter() if isinstance(element.tag, str))


def _name(element):
    """Name an element without its namespace, which those of an svg have."""
    return f"<{element.tag.rpartition('}')[2]}>"


def _heading(root):
    headings = [text_of(heading) for heading in root.iter("h1")]
    if len(headings) != 1:
        yield f"A page has one h1, not {len(headings)}."
        return
    title = next((text_of(element) for element in root.iter("title")), "")
    if not headings[0] or not title.startswith(headings[0]):
        yield f"The title “{title}” does not start with the h1 “{headings[0]}”."


def _ids(root):
    counted = Counter(element.get("id") for element in _elements(root) if "id" in element.attrib)
    for known, times in counted.items():
        if times > 1:
            yield f"The id “{known}” is there {times} times."
        if not known or known.split() != [known]:
            yield f"The id “{known}” is empty or has a blank in it."


def _references(root):
    known = {element.get("id") for element in _elements(root)}
    for element in _elements(root):
        meant = [(key, word) for key in REFERENCES for word in element.get(key, "").split()]
        if element.get("href", "").startswith("#"):
            meant.append(("href", element.get("href", "")[1:]))
        for key, word in meant:
            if word not in known:
                yield f"The {key} of {_name(element)} names “{word}”, which is not on the page."


def _foreign(root):
    for element in _elements(root):
        for key in ADDRESSES:
            address = element.get(key)
            if address is None:
                continue
            if not address.strip():
                yield f"The {key} of {_name(element)} “{text_of(element)}” is empty."
            elif element.get("rel") == "noreferrer" and address.startswith(("http", "bgstats:")):
                # Where a rule comes from, or another app, which is not told where the link stood.
                continue
            elif address.startswith("//") or ":" in address.partition("/")[0]:
                yield f"The {key} of {_name(element)} leads elsewhere: {address}"


def _inline(root):
    """Find what the Content-Security-Policy forbids."""
    for element in _elements(root):
        if element.tag == "style" or (element.tag == "script" and not element.get("src")):
            yield f"There is an inline {_name(element)}."
        for key in element.attrib:
            if key == "style" or str(key).startswith("on"):
                yield f"{_name(element)} has an inline {key}."
