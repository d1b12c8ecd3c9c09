"""Settings: read from the environment, and a secret key that the program makes itself."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import make_url

from scorekeeper import config


def test_the_secret_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(config.secret_key, [tmp_path] * 8))
    assert len(keys) == 1
    assert len(keys.pop()) == 64
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_the_environment_names_the_folder_and_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "here"))
    assert config.settings({})["INSTANCE"] == tmp_path / "here"
    assert str(config.settings({})["SQLALCHEMY_DATABASE_URI"]).endswith("here/scorekeeper.db")
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "sqlite:////elsewhere.db")
    assert config.settings({})["SQLALCHEMY_DATABASE_URI"] == "sqlite:////elsewhere.db"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_postgresql_url_uses_psycopg(tmp_path: Path, scheme: str) -> None:
    given = {"INSTANCE": tmp_path, "SQLALCHEMY_DATABASE_URI": f"{scheme}://ana:a%3Ab@db/scores"}
    used = config.settings(given)["SQLALCHEMY_DATABASE_URI"]
    assert used == "postgresql+psycopg://ana:a%3Ab@db/scores"


@pytest.mark.parametrize("login", ["", "ana@", "ana:a%40b@"])
def test_a_postgresql_url_may_name_several_servers(tmp_path: Path, login: str) -> None:
    hosts, query = "db1:5432,db2:5433", "target_session_attrs=read-write"
    given = f"postgresql://{login}{hosts}/scores?{query}"
    used = config.settings({"INSTANCE": tmp_path, "SQLALCHEMY_DATABASE_URI": given})
    url = make_url(str(used["SQLALCHEMY_DATABASE_URI"]))
    _, said = url.get_dialect()().create_connect_args(url)
    assert (said["host"], said["port"]) == ("db1,db2", "5432,5433")
    assert (said["dbname"], said["target_session_attrs"]) == ("scores", "read-write")


def test_a_secret_key_of_digits_stays_a_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "12345")
    assert config.settings({"INSTANCE": tmp_path})["SECRET_KEY"] == "12345"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("zone", ["", "Madrid", "Europe", "../Madrid", "/etc/passwd", "x" * 400])
def test_a_time_zone_that_there_is_not_is_named(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_TIME_ZONE", zone)
    with pytest.raises(config.SettingError, match="say a time zone, such as Europe/Madrid"):
        config.settings({})


def test_a_machine_that_knows_no_time_zones_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SCOREKEEPER_TIME_ZONE", "Europe/Nowhere")
    monkeypatch.setattr(config, "available_timezones", set)
    with pytest.raises(config.SettingError, match=r"TIME_ZONE: .* install .* tzdata"):
        config.settings({})


def test_a_setting_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_SESSION_COOKIE_SECURE", "perhaps")
    with pytest.raises(config.SettingError, match="SCOREKEEPER_SESSION_COOKIE_SECURE: say yes"):
        config.from_environment()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("SCOREKEEPER_ACCESS", "everybody"),
        ("SCOREKEEPER_ACCESS", ""),
        ("SCOREKEEPER_PIN", "123"),
        ("SCOREKEEPER_PIN", "1" * 13),
        ("SCOREKEEPER_PIN", "12 34"),
        ("SCOREKEEPER_PIN", "١٢٣٤"),
        ("SCOREKEEPER_PROXIES", "-1"),
        ("SCOREKEEPER_PROXIES", "many"),
        ("SCOREKEEPER_SHARE", "0"),
        ("SCOREKEEPER_SHARE", "101"),
        ("SCOREKEEPER_KEPT_MEGABYTES", "-1"),
        ("SCOREKEEPER_LOG", "xml"),
        ("SCOREKEEPER_HOSTS", "http://scores.example.org"),
        ("SCOREKEEPER_HOSTS", "scores.example.org:8000"),
    ],
)
def test_an_access_setting_with_a_typo_is_refused(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(config.SettingError, match=f"{variable}: "):
        config.from_environment()


def test_access_settings_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_ACCESS", "links")
    monkeypatch.setenv("SCOREKEEPER_PIN", "0042")
    monkeypatch.setenv("SCOREKEEPER_PROXIES", "1")
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "Scores.example.org, .club.example,")
    assert config.from_environment() == {
        "ACCESS": config.Access.LINKS,
        "PIN": "0042",
        "PROXIES": 1,
        "HOSTS": ("scores.example.org", ".club.example"),
    }


def test_an_invalid_pin_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_PIN", "my secret pin")
    with pytest.raises(config.SettingError) as refused:
        config.from_environment()
    assert "my secret pin" not in str(refused.value)


def test_what_is_given_wins_over_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", "/nowhere")
    assert config.settings({"INSTANCE": tmp_path})["INSTANCE"] == tmp_path
