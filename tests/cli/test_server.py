"""`scorekeeper run`: what serves the pages, what it prints, and what stops it from starting."""

import socket
import subprocess
import sys
from time import monotonic, sleep
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from scorekeeper import server
from scorekeeper.cli import main
from scorekeeper.scorebook.people.players import list_players
from tests.interchange.match_factory import start
from tests.maintenance.scorebook_files import scorebook_in
from tests.running_server import RUN, scorekeeper, serving
from tests.web.visitor import Visitor


def test_run_serves_pages_with_gunicorn_backs_up_and_stops_when_asked(tmp_path):
    instance = tmp_path / "instance"
    with scorebook_in(instance) as app, app.app_context():
        start("one")
    environment = {"SCOREKEEPER_INSTANCE": str(instance), "HOME": str(tmp_path)}
    with serving(*scorekeeper(*RUN), environment=environment) as served:
        with urlopen(served.url, timeout=10) as page:
            assert page.status == 200
            assert "gunicorn" in page.headers["Server"]
        deadline = monotonic() + 10
        # What is still being written has another name.
        while not [*(instance / "backups").glob("scorekeeper-*")]:
            assert monotonic() < deadline
            sleep(0.05)
        status, printed = served.stop()
    assert status == 0
    assert printed == "Ctrl+C closes it.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["instance"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits.")
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


def test_a_busy_port_is_answered_with_one_sentence_and_a_status(tmp_path):
    with server.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        said = sentence_of_run(tmp_path, "--host", "127.0.0.1", "--port", str(port))
    assert said == (
        f"Error: Port {port} of 127.0.0.1 cannot be had (another program has it);"
        f" choose another, as in: scorekeeper run --port {port + 1}"
    )


def sentence_of_run(instance, *words, **settings):
    """Run what cannot be served, in this process; return the one line it prints."""
    result = CliRunner(env={"SCOREKEEPER_INSTANCE": str(instance), **settings}).invoke(
        # Were it served after all, this address would refuse.
        main,
        ["run", *(words or ("--host", "192.0.2.1"))],
    )
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


@pytest.mark.parametrize(
    ("instance", "said"),
    [
        # A file in the way stops even root, whom permissions do not.
        ("file/instance", "set SCOREKEEPER_INSTANCE to a folder that can"),
        ("taken", "scorekeeper.db is no file. Put a backup in its place with:"),
    ],
)
def test_what_cannot_be_opened_is_answered_with_one_sentence(tmp_path, instance, said):
    (tmp_path / "file").touch()
    (tmp_path / "taken/scorekeeper.db").mkdir(parents=True)
    assert said in sentence_of_run(tmp_path / instance)


def test_a_database_server_that_does_not_answer_is_answered_with_one_sentence(tmp_path):
    with server.listen("127.0.0.1", 0) as listener:
        nobody = f"postgres://ana@127.0.0.1:{listener.getsockname()[1]}/scores"
    said = sentence_of_run(tmp_path, SCOREKEEPER_DATABASE_URL=nobody)
    assert "Connection refused" in said
    assert "check that its server runs" in said


def test_postgresql_without_its_driver_is_answered_with_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    said = sentence_of_run(tmp_path, SCOREKEEPER_DATABASE_URL="postgresql://ana@db/scores")
    assert said == (
        "Error: A PostgreSQL database needs psycopg, which is not installed here;"
        " install it, as in: pip install 'psycopg[binary]'"
    )


def test_the_greeting_shows_the_network_address_with_its_code(monkeypatch):
    monkeypatch.setattr(server, "network_address", lambda: "192.168.1.20")
    with server.listen("0.0.0.0", 0) as listener:  # noqa: S104 - everywhere is what is tested
        port = listener.getsockname()[1]
        greeting = server.greeting(listener)
    assert f"http://127.0.0.1:{port}/" in greeting
    assert f"http://192.168.1.20:{port}/" in greeting
    assert "█" in greeting


def test_without_a_network_the_greeting_shows_this_machine_only(monkeypatch):
    class NoNetwork(socket.socket):
        def connect(self, _address):
            raise OSError("Network is unreachable")

    with server.listen("0.0.0.0", 0) as listener:  # noqa: S104 - everywhere is what is tested
        monkeypatch.setattr(socket, "socket", NoNetwork)
        assert "network" not in server.greeting(listener)


def sentences(runner, variable="", value=""):
    """Give the one line in which each command says that it cannot begin."""
    for words in (["run"], ["check"], ["restore", __file__], ["backups"]):
        result = runner.invoke(main, words, env={variable: value} if variable else {})
        assert (result.exit_code, type(result.exception)) == (1, SystemExit)
        (line,) = result.output.splitlines()
        yield line


@pytest.mark.parametrize(
    "database",
    [
        "postgresql://ana:secret@db:port/scores",
        "mysql://ana:secret@db/scores",
        "chess://ana:secret@db/scores",
        "oracle://ana:secret@db/scores",
        "sqlite+secret:///scores.db",
        "secret",
        "",
    ],
)
def test_a_database_url_that_cannot_be_read_is_named_without_its_password(runner, database):
    for line in sentences(runner, "SCOREKEEPER_DATABASE_URL", database):
        assert "secret" not in line
        assert "SCOREKEEPER_DATABASE_URL" in line


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe"])
def test_a_secret_key_that_is_empty_or_no_text_is_answered_with_one_sentence(
    runner, tmp_path, content
):
    key = tmp_path / "secret_key"
    key.write_bytes(content)
    for line in sentences(runner):
        assert str(key) in line
    for line in sentences(runner, "SCOREKEEPER_SECRET_KEY", " "):
        assert "SCOREKEEPER_SECRET_KEY: a key is not empty" in line
    assert key.read_bytes() == content


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
