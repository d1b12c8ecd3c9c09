"""Values that nobody means well by."""

from hypothesis import strategies as st

KNOWN = (
    "",
    " ",
    "\x00",
    "\x1b[31m",
    "\u202eTile",
    "\u200d",
    "\ufeff",
    "\uffff",
    "á́́́",
    "\U0001d7d9\U0001d7da",
    "²",
    "-0",
    "1e9",
    "NaN",
    "0x10",
    "٣",
    "9" * 30,
    "-" + "9" * 4000,
    "x" * 10_000,
    "😀" * 500,
    "<script>alert(1)</script>",
    "</title><img src=x onerror=alert(1)>",
    "{{ 7*7 }}",
    "{% include '/etc/passwd' %}",
    "'; DROP TABLE matches; --",
    '" OR 1=1 --',
    "%s%n",
    "../../../etc/passwd",
    "=HYPERLINK(1)",
    "\r\nSet-Cookie: a=b",
    "7-7",
    "66 66",
    "0-0 " * 200,
    "1-2-3",
    "None",
    "true",
    "[]",
    "{}",
)

TEXTS = st.one_of(
    st.sampled_from(KNOWN),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    st.integers(-(10**40), 10**40).map(str),
    st.lists(st.sampled_from(["6-6", "66", "1-2", "9-9", "x", "-", "3|5"]), max_size=40).map(
        " ".join
    ),
)

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
