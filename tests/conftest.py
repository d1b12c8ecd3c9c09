"""What every test may ask for: an application with an empty scorebook, and ways to use it."""

import os
from contextlib import contextmanager

import pytest
from click.testing import CliRunner

from scorekeeper.config import ENVIRONMENT
from tests import databases
from tests.maintenance.scorebook_files import scorebook_in
from tests.support.clock import go_to, told
from tests.support.rows import rows


@pytest.fixture(autouse=True, scope="session")
def plain_environment():
    """Forget the settings of whoever runs the tests: their scorebook is not to be written to."""
    with pytest.MonkeyPatch.context() as patch:
        for variable in ENVIRONMENT:
            patch.delenv(variable, raising=False)
        databases.share_statements()
        yield


@pytest.fixture(autouse=True, scope="session")
def house_clock(pytestconfig):
    """Set the clock of the house for what several tests share: no test knows what day it is."""
    with told(go_to(pytestconfig.option.clock)) as clock:
        yield clock


@pytest.fixture(autouse=True)
def clock(house_clock):
    """Return the clock of the house, which a test may set."""
    with told(house_clock.now) as clock:
        yield clock


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory):
    """Return a scorebook with nothing in it, to be copied."""
    path = tmp_path_factory.mktemp("template") / "scorekeeper.db"
    path.write_bytes(databases.empty_scorebook())
    return path


@pytest.fixture(scope="session")
def server():
    """Return the PostgreSQL server that there is; without one skip, or fail where required."""
    try:
        return databases.Server.of(os.environ)
    except databases.NoServer as missing:
        return databases.leave_out(str(missing))


@pytest.fixture(scope="session")
def empty_scorebooks(server, tmp_path_factory):
    with server.database() as template:
        databases.migrated(server.url_of(template), tmp_path_factory.mktemp("template"))
        empty = databases.EmptyScorebooks(server, template)
        yield empty
        empty.close()


def pytest_generate_tests(metafunc):
    """Run a test that has a database once for each kind of it."""
    marks, kind = metafunc.definition.iter_markers("parametrize"), databases.KIND
    if kind in metafunc.fixturenames and not any(kind in mark.args[0] for mark in marks):
        thorough = metafunc.config.option.thorough
        metafunc.parametrize(kind, databases.kinds_for(metafunc.definition.path, thorough=thorough))


@pytest.fixture
def database_url(request, database_kind, tmp_path):
    """Return where an empty scorebook is: on SQLite, and where SQL differs also on PostgreSQL."""
    if database_kind == "sqlite":
        yield databases.sqlite_url(request.getfixturevalue("sqlite_template"), tmp_path)
    else:
        empty: databases.EmptyScorebooks = request.getfixturevalue("empty_scorebooks")
        with empty.lend() as url:
            yield url


@pytest.fixture
def empty_url(request, database_kind, tmp_path):
    """Return where a database without any tables is."""
    if database_kind == "sqlite":
        yield f"sqlite:///{tmp_path / 'scorekeeper.db'}"
    else:
        server: databases.Server = request.getfixturevalue("server")
        with server.database() as name:
            yield server.url_of(name)


@pytest.fixture
def app(tmp_path, database_url):
    """Return an application whose tables were made by the real migrations."""
    with databases.opened(database_url, tmp_path) as app:
        yield app


@pytest.fixture
def elsewhere(tmp_path):
    """Return an empty scorebook on another machine, in a file."""
    with scorebook_in(tmp_path / "elsewhere") as app:
        yield app


@pytest.fixture
def client(app):
    """Return a browser without a screen."""
    return app.test_client()


@pytest.fixture
def runner(app):
    """Return a terminal whose commands use the same scorebook as `app`."""
    return CliRunner(
        env={
            "SCOREKEEPER_INSTANCE": app.instance_path,
            "SCOREKEEPER_DATABASE_URL": app.config["SQLALCHEMY_DATABASE_URI"],
        }
    )


@pytest.fixture
def unchanged(app):
    """Return a block after which the scorebook must hold what it held before, to the last value."""

    @contextmanager
    def unchanged():
        before = rows(app)
        yield
        assert rows(app) == before

    return unchanged
