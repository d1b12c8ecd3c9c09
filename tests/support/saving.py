"""Rounds recorded while there is a fault, and the same form sent again when it is gone."""

from tests.web.visitor import RECORD, pips

ANA_WINS_12 = pips("out", "12") | RECORD


def round_form(visitor, table):
    return visitor.open(f"{table.address}/rounds/new?entry=pips")


def not_saved(visitor, table, unchanged, fault):
    """Record a round while there is a fault, and the same form again when it is gone."""
    form = round_form(visitor, table)
    with unchanged(), fault:
        answer = visitor.send(form, ANA_WINS_12)
        assert answer.status == 503
        assert answer.heading == "Not saved"
    saved(visitor, table, form)


def saved(visitor, table, form):
    """Send a form twice; its round is recorded once."""
    for _ in range(2):
        assert visitor.send(form, ANA_WINS_12).leads_to == table.address
    number = int(form.form["round_no"])
    assert visitor.open(f"{table.address}/rounds/{number}").status == 200
    assert visitor.open(f"{table.address}/rounds/{number + 1}").status == 404
