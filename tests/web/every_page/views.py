"""An address of every view there is."""

from werkzeug.routing import AnyConverter, IntegerConverter

# Of each part of an address: all other numbers are 1, all other words the first of those allowed.
VALUES = {
    "other_id": 2,
    "place": 0,
    "day": "2026-03-08",
    "language": "es",
    "token": "x",
    "filename": "shared/base.css",
    "rest": "nothing",
    "game_id": "block",
    "key": "none",
}


def value_for(converter):
    """Return what a part of an address may be."""
    if isinstance(converter, AnyConverter):
        return min(converter.items)
    return 1 if isinstance(converter, IntegerConverter) else "a b/ü"


def views(app, method="GET"):
    """Yield each view that takes a method, and an address of it: that of match 1, round 1 …"""
    adapter = app.url_map.bind("")
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()):
            parts = {name: value_for(each) for name, each in rule._converters.items()}
            known = {**parts, **VALUES, **(rule.defaults or {})}
            values = {name: known[name] for name in rule.arguments}
            yield rule, adapter.build(rule.endpoint, values)
