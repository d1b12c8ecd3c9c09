"""Addresses of pages are those of Werkzeug; the code for one is written when it is asked for."""

from unittest.mock import patch

from werkzeug.routing import AnyConverter, IntegerConverter, Map, Rule

from scorekeeper import create_app


def values_for(rule):
    """Return values for the parts of an address, and one that is none of them."""
    parts = {name: value_for(converter) for name, converter in rule._converters.items()}
    return {**parts, "q": "1&2"}


def value_for(converter):
    if isinstance(converter, AnyConverter):
        return min(converter.items)
    return 7 if isinstance(converter, IntegerConverter) else "a b/ü"


def test_every_address_is_the_one_that_werkzeug_makes(app):
    rules = [*app.url_map.iter_rules()]
    for rule in rules:
        same = Rule(rule.rule, endpoint=rule.endpoint, defaults=rule.defaults)
        Map([same], converters=app.url_map.converters)
        for unknown in (True, False):
            values = values_for(rule)
            assert rule.build(values, unknown) == same.build(values, unknown)
    assert len(rules) > 80


def test_an_application_is_made_without_code_for_addresses(app):
    with patch.object(Rule, "_compile_builder", side_effect=AssertionError):
        create_app({"INSTANCE": app.instance_path})
