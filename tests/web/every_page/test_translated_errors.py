"""Pages of a match, forms and errors use the phrases of a translation, plurals included."""

from babel.support import NullTranslations
from flask import Flask

from tests.web.history.test_history import lines
from tests.web.round.test_drafts import draft
from tests.web.visitor import Page, Visitor, pips, seated

# Translations by the English message; a plural by its first form, as (singular, plural).
Phrases = dict[str, str | tuple[str, str]]


class FewPhrases(NullTranslations):
    """Translations of a few phrases."""

    def __init__(self, phrases: Phrases) -> None:
        super().__init__()
        self.phrases = phrases

    def gettext(self, message: str) -> str:
        return str(self.phrases.get(message, message))

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        forms = self.phrases.get(singular, (singular, plural))
        return forms[number != 1]


def spanish(app: Flask, phrases: Phrases) -> Visitor:
    """Return a device that reads Spanish, of which only the phrases are translated."""
    with app.app_context():
        domain = app.extensions["babel"].instance.domain_instance
    domain.cache["es", "messages"] = FewPhrases(phrases)
    return Visitor(app, "es")


def test_a_pair_wins_in_the_plural(app: Flask) -> None:
    visitor = spanish(app, {"%(names)s wins!": ("¡%(names)s gana!", "¡%(names)s ganan!")})
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", partners="y", goal="50")
    won = visitor.follow(visitor.play(table, "", "66 65 64 63 62", "00 01", "55"))
    assert won.heading == "¡Ana & Ciro ganan!"
    alone = visitor.start("Ana", "Bea", other_goal="5")
    assert visitor.follow(visitor.play(alone, "", "66")).heading == "¡Ana gana!"


def test_a_game_its_goal_and_its_round_are_named(app: Flask) -> None:
    phrases: Phrases = {
        "Block": "Bloqueo",
        "first to %(goal)s": "hasta %(goal)s",
        "%(points)s to go": "faltan %(points)s",
    }
    table = spanish(app, phrases).start("Ana", "Bea", other_goal="10000")
    assert table.heading == "Bloqueo"
    assert "hasta 10.000" in table.text
    assert "faltan 10.000" in table.text


def test_the_log_and_the_undo_button_are_translated(app: Flask, table: Page) -> None:
    visitor = spanish(
        app,
        {
            "Undo %(change)s": "Deshacer: %(change)s",
            "Round %(number)s": "Ronda %(number)s",
            "round %(number)s": "ronda %(number)s",
            "a device": "un aparato",
            "went out": "hizo dominó",
            "The match was started.": "Empezó la partida.",
        },
    )
    visitor.play(table, "", "66")
    page = visitor.open(f"{table.address}/mend")
    assert "Deshacer: ronda 1" in page.text
    log = " ".join(page.texts("ol", "log", "li"))
    assert "un aparato" in log
    assert "Ronda 1: Ana hizo dominó, Bea 6-6." in log
    assert "Empezó la partida." in log
    # What is saved has no language: in English it reads as before.
    assert lines(Visitor(app).open(f"{table.address}/mend"))[0].startswith("a device")


def test_the_question_before_a_change_is_translated(app: Flask, table: Page) -> None:
    would_end = "Round %(number)s would end the match: %(names)s would win %(score)s."
    visitor = spanish(
        app,
        {
            "Change the goal?": "¿Jugar a otra meta?",
            "The goal is now %(now)s (it was %(was)s).": "Meta: %(now)s; antes, %(was)s.",
            "%(one)s to %(other)s": "%(one)s a %(other)s",
            would_end: ("%(names)s ganaría %(score)s.", "%(names)s ganarían %(score)s."),
        },
    )
    visitor.play(table, "", "66")
    page = visitor.open(f"{table.address}/mend")
    asked = visitor.send(page.pressing("Change the goal"), {"goal": "12"})
    assert asked.heading == "¿Jugar a otra meta?"
    assert "Meta: 12; antes, 100." in asked.text
    assert "Ana ganaría 12 a 0." in asked.text


def test_problems_of_a_form_are_translated(app: Flask) -> None:
    visitor = spanish(
        app,
        {
            "Enter a goal from %(least)s to %(most)s points.": "De %(least)s a %(most)s puntos.",
            "Enter a name of at most %(most)s letters.": "No más de %(most)s letras.",
            "Enter pips from 0 to 9999.": "De 0 a 9999 puntos.",
            "Enter a whole number, such as 17.": "Un número entero, como 17.",
        },
    )
    new = visitor.open("/matches/new")
    refused = visitor.send(new, {**seated("A" * 41, "Bea"), "other_goal": "10001"})
    assert {"No más de 40 letras.", "De 1 a 10.000 puntos."} <= {*refused.problems}
    table = visitor.start("Ana", "Bea")
    form = visitor.open(f"{table.address}/rounds/new?entry=pips")
    problems = {*visitor.send(form, {**pips("x", "10000"), "action": "record"}).problems}
    assert problems == {"De 0 a 9999 puntos.", "Un número entero, como 17."}


def test_drafts_of_other_devices_are_translated(app: Flask, table: Page) -> None:
    visitor = spanish(
        app,
        {
            "just now": "ahora mismo",
            "a device": "un aparato",
            "went out": "hizo dominó",
            "Begun %(ago)s on %(devices)s": "Empezado %(ago)s en %(devices)s",
        },
    )
    kept = draft(visitor, table, 1, "hands-1", hands_1_tiles="1-2")
    [part] = (kept.answer.json or {})["parts"].values()
    assert (part["device"], part["ago"]) == ("un aparato", "ahora mismo")
    assert "Empezado ahora mismo en un aparato" in visitor.open_round(table).text
    assert "Begun just now on a device" in Visitor(app).open_round(table).text


def test_error_pages_are_translated(app: Flask, table: Page) -> None:
    visitor = spanish(
        app,
        {
            "Page not found": "No hay tal página",
            "All matches": "Todas las partidas",
            "This page had expired, so nothing was saved. What you entered is still here:"
            " send it again.": "La página caducó.",
        },
    )
    page = visitor.open("/nothing")
    assert page.heading == "No hay tal página"
    assert "Todas las partidas" in page.links
    answer = visitor.post(f"{table.address}/rounds/1/draft", {"part": "rest"})
    assert (answer.status, answer.answer.json) == (400, {"error": "La página caducó."})
