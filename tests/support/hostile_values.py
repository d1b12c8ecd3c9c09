"""Values that nobody means well by."""

# Values that nobody means well by.
KNOWN = (
    *("", " ", "\x00", "\x1b[31m", "\u202eTile", "\u200d", "\ufeff", "\uffff", "á́́́", "²", "-0"),
    *("\U0001d7d9\U0001d7da", "1e9", "NaN", "0x10", "٣", "9" * 30, "-" + "9" * 4000, "x" * 10_000),
    *("😀" * 500, "<script>alert(1)</script>", "</title><img src=x onerror=alert(1)>", "{{ 7*7 }}"),
    *("{% include '/etc/passwd' %}", "'; DROP TABLE matches; --", '" OR 1=1 --', "%s%n", "7-7"),
    *("../../../etc/passwd", "=HYPERLINK(1)", "\r\nSet-Cookie: a=b", "66 66", "0-0 " * 200),
    *("1-2-3", "None", "true", "[]", "{}"),
)
