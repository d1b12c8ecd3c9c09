"""An address of every view there is."""

VALUES = {
    "match_id": 1,
    "player_id": 1,
    "other_id": 2,
    "day": "2026-03-08",
    "number": 1,
    "language": "es",
    "token": "x",
    "filename": "shared/base.css",
    "rest": "nothing",
    "kind": "own",
    "game_id": "block",
    "key": "none",
    "table": 1,
    "place": 0,
    "what": "turn",
    "way": "leave",
    "change": "pause",
}


def views(app, method="GET"):
    """Yield each view that takes a method, and an address of it: that of match 1, round 1 …"""
    adapter = app.url_map.bind("")
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()):
            known = {**VALUES, **(rule.defaults or {})}
            values = {name: known[name] for name in rule.arguments}
            yield rule, adapter.build(rule.endpoint, values)
