"""Names by which a site is asked for: its own, those of others, and what is no name."""

OURS = (
    *("localhost", "127.0.0.1:8000", "192.168.1.20", "[::1]:8000", "[fe80::1]", "tablet"),
    *("tablet:8000", "Tablet.local", "scores.lan:80", "scores.home", "a.b.home.arpa"),
    "scores.internal.",
)
FOREIGN = (
    *("evil.example", "local.evil.example", "evil-local.example", "192.168.1.20.evil.example"),
    *("notlocal.com:8000", "tablet.local@evil.example", "evil.example#.local", "a b.local", ""),
    "tablet.local:99999",
)
# Each is allowed in a header, and the name of no host.
NO_NAMES = (
    *("a..local", ".local", "..", ".", "-..lan:8000", f"{'a' * 64}.local", f"{'a' * 64}"),
    *("xn--a.local", f"xn--{'a' * 59}.local", f"{'a.' * 130}local"),
)
