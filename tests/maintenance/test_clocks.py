"""A clock that is set back while a match is played harms nothing that is written down."""

from datetime import timedelta

from scorekeeper.scorebook import cache, matches
from tests.interchange.match_factory import many_matches, record, rename, start, take_back
from tests.maintenance.scorebook_files import succeed


def test_matches_whose_times_step_back_are_read_checked_and_taken_elsewhere(
    app, elsewhere, tmp_path, clock
):
    # Each look at the clock finds it an hour earlier than the one before.
    clock.step = -timedelta(hours=1)
    with app.app_context():
        match_id = start("one")
        record(match_id, "a", "b", "c")
        take_back(match_id)
        rename(match_id, "Ana", "Ciro")
        many_matches()
        times = [entry.recorded_at for entry in matches.find_match(match_id).record.entries]
        assert times == sorted(times, reverse=True)
        before = matches.find_match(match_id)
        # From its rows, as a program that has just started does.
        cache.init_app(app)
        assert matches.find_match(match_id) == before
    client = app.test_client()
    for address in ("/", f"/matches/{match_id}", f"/matches/{match_id}/mend", "/bin"):
        assert client.get(address).status_code == 200
    assert succeed(app, "check").startswith("All well")
    exported = tmp_path / "all.json"
    exported.write_text(succeed(app, "export"))
    one = tmp_path / "one.json"
    one.write_text(succeed(app, "export", str(match_id)))
    assert '"over": false' in succeed(app, "replay", one)
    succeed(elsewhere, "import", exported)
    assert succeed(elsewhere, "export") == exported.read_text()
    assert succeed(elsewhere, "check").startswith("All well")
