"""`scorekeeper run` and `links`: what they print, and what stops them; tests/http serves pages."""

import socket
import subprocess
import sys
from unittest.mock import Mock

import pytest
from click.testing import CliRunner

from scorekeeper import server
from scorekeeper.cli import main
from scorekeeper.scorebook.people.players import list_players
from scorekeeper.web import hosts
from tests.maintenance.scorebook_files import file_of, run_sql, scorebook_in
from tests.web.visitor import Visitor


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits. Run it on Linux.")
def test_a_system_that_allows_few_files_gives_fewer_streams():
    program = (
        "import resource as r; from scorekeeper import server as s; what = r.RLIMIT_NOFILE;"
        "r.setrlimit(what, (100, 600)); print(s.open_files(400), r.getrlimit(what));"
        "print(s.open_files(4000), r.getrlimit(what))"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert printed.stdout.splitlines() == ["400 (400, 600)", "600 (600, 600)"]
    assert server.stream_limit(600) == 268
    assert server.stream_limit(4000) == 1000


# Were it served after all, this address would refuse.
NOWHERE = ("run", "--host", "192.0.2.1")


def sentence(instance, *words, **settings):
    """Run a command that cannot begin, in this process; return the one line it prints."""
    environment = {"SCOREKEEPER_INSTANCE": str(instance), **settings}
    result = CliRunner(env=environment).invoke(main, words or NOWHERE)
    assert (result.exit_code, type(result.exception), result.stdout) == (1, SystemExit, "")
    (line,) = result.stderr.splitlines()
    return line


def test_what_stops_the_start_is_answered_with_one_sentence(tmp_path, monkeypatch):
    with server.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        said = sentence(tmp_path, "run", "--host", "127.0.0.1", "--port", str(port))
    assert said == (
        f"Error: Port {port} of 127.0.0.1 cannot be had (another program has it);"
        f" choose another, as in: scorekeeper run --port {port + 1}"
    )
    said = sentence(tmp_path, SCOREKEEPER_DATABASE_URL=f"postgres://ana@127.0.0.1:{port}/scores")
    assert "Connection refused" in said
    assert "check that its server runs" in said
    # A file in the way stops even root, whom permissions do not.
    (tmp_path / "file").touch()
    said = sentence(tmp_path / "file/instance")
    assert "set SCOREKEEPER_INSTANCE to a folder that can" in said
    (tmp_path / "taken/scorekeeper.db").mkdir(parents=True)
    said = sentence(tmp_path / "taken")
    assert "scorekeeper.db is no file. Put a backup in its place with:" in said
    with scorebook_in(tmp_path / "newer") as app:
        run_sql(file_of(app), "UPDATE alembic_version SET version_num = '9999'")
    said = sentence(tmp_path / "newer")
    assert "was made by a newer Scorekeeper: update this one first" in said
    monkeypatch.setitem(sys.modules, "psycopg", None)
    said = sentence(tmp_path, SCOREKEEPER_DATABASE_URL="postgresql://ana@db/scores")
    assert said == (
        "Error: A PostgreSQL database needs psycopg, which is not installed here;"
        " install it, as in: pip install 'psycopg[binary]'"
    )
    for loaded in [name for name in sys.modules if name.startswith("scorekeeper.monitoring.")]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    said = sentence(tmp_path, SCOREKEEPER_METRICS_TOKEN="x" * 20)
    assert said == (
        "Error: SCOREKEEPER_METRICS_TOKEN needs prometheus_client, which is not installed here;"
        " install it, as in: pip install 'prometheus-client'"
    )


def test_a_variable_that_is_no_setting_is_named_at_the_start(tmp_path):
    with server.listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        environment = {"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_PNI": "1234"}
        result = CliRunner(env=environment).invoke(main, ["run", "--port", port])
    first, *_others = result.stderr.splitlines()
    assert first == "SCOREKEEPER_PNI is no setting, and does nothing. Is SCOREKEEPER_PIN meant?"
    assert "1234" not in result.output


BEGINNING = (["run"], ["check"], ["restore", __file__], ["backups"])


UNREADABLE = (
    *("postgresql://ana:secret@db:port/scores", "mysql://ana:secret@db/scores", "secret", ""),
    *(
        "chess://ana:secret@db/scores",
        "oracle://ana:secret@db/scores",
        "sqlite+secret:///scores.db",
    ),
)


@pytest.mark.parametrize("database", UNREADABLE)
def test_a_database_url_that_cannot_be_read_is_named_without_its_password(tmp_path, database):
    for words in BEGINNING:
        line = sentence(tmp_path, *words, SCOREKEEPER_DATABASE_URL=database)
        assert "secret" not in line
        assert "SCOREKEEPER_DATABASE_URL" in line


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe"])
def test_a_secret_key_that_is_empty_or_no_text_is_answered_with_one_sentence(tmp_path, content):
    key = tmp_path / "secret_key"
    key.write_bytes(content)
    blank = {"SCOREKEEPER_SECRET_KEY": " "}
    for words in BEGINNING:
        assert str(key) in sentence(tmp_path, *words)
        line = sentence(tmp_path, *words, **blank)
        assert "SCOREKEEPER_SECRET_KEY: a key is not empty" in line
    assert key.read_bytes() == content


def test_the_greeting_shows_the_network_address_with_its_code_where_there_is_one(monkeypatch):
    unreachable = Mock(side_effect=OSError("Network is unreachable"))
    with server.listen("0.0.0.0", 0) as listener:  # noqa: S104 - everywhere is what is tested
        port = listener.getsockname()[1]
        with monkeypatch.context() as patch:
            patch.setattr(server, "network_address", lambda: "192.168.1.20")
            greeting = server.greeting(listener)
        monkeypatch.setattr(socket.socket, "connect", unreachable)
        alone = server.greeting(listener)
    for shown in (f"http://127.0.0.1:{port}/", f"http://192.168.1.20:{port}/", "█"):
        assert shown in greeting
    assert "network" not in alone


@pytest.mark.parametrize(("access", "players"), [("links", 4), ("house", 2)])
def test_a_name_is_a_player_of_each_owner_before_a_site_of_links_shows_a_page(
    app, runner, monkeypatch, access, players
):
    for _device in range(2):
        Visitor(app).start("Ana", "Bea")
    found: list[int] = []

    def serve(listener, site):
        listener.close()
        with site.app_context():
            found.append(len(list_players()))

    monkeypatch.setattr(server, "serve", serve)
    served = runner.invoke(main, ["run", "--port", "0"], env={"SCOREKEEPER_ACCESS": access})
    assert (served.exit_code, found) == (0, [players])


def links_of(runner, *words):
    result = runner.invoke(main, ["links", *words])
    assert result.exit_code == 0, result.output
    lines = (line.split() for line in result.stdout.splitlines())
    return {kind: link for _to, kind, link in lines}


def test_the_links_of_a_match_are_printed_and_work(app, runner, monkeypatch):
    app.config["ACCESS"] = "links"
    table = Visitor(app).start("Ana", "Bea")
    found = links_of(runner, "1", "--url", "https://scores.example.org/")
    assert [*found] == ["watch", "score", "own"]
    for link in found.values():
        assert link.startswith("https://scores.example.org/join/")
        device = Visitor(app)
        assert device.open(link.removeprefix("https://scores.example.org")).leads_to == "/matches/1"
        assert device.open(table.address).status == 200
    # Without an address they begin with the one that `run` prints.
    for address, begins in (("192.168.1.20", "192.168.1.20"), (None, "127.0.0.1")):
        monkeypatch.setattr(hosts, "network_address", lambda address=address: address)
        for link in links_of(runner, "1").values():
            assert link.startswith(f"http://{begins}:8000/join/")
    for number in ("2", "0", "9" * 30):
        result = runner.invoke(main, ["links", number])
        assert result.exit_code == 1
        assert result.output == f"Error: There is no match {number} in this scorebook.\n"
