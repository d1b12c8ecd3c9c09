"""Settings: read from the environment, and a secret key that the program makes itself."""

import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import make_url

from scorekeeper import config


def test_the_secret_key_is_made_once_and_only_its_owner_can_read_it(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(config.secret_key, [tmp_path] * 8))
    assert len(keys) == 1
    assert len(keys.pop()) == 64
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_what_is_given_wins_over_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "here"))
    assert config.settings({})["INSTANCE"] == tmp_path / "here"
    assert str(config.settings({})["SQLALCHEMY_DATABASE_URI"]).endswith("here/scorekeeper.db")
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "sqlite:////elsewhere.db")
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "12345")
    chosen = config.settings({"INSTANCE": tmp_path / "given"})
    assert (chosen["INSTANCE"], chosen["SECRET_KEY"]) == (tmp_path / "given", "12345")
    assert chosen["SQLALCHEMY_DATABASE_URI"] == "sqlite:////elsewhere.db"
    # No other key is made.
    assert list((tmp_path / "given").iterdir()) == []


@pytest.mark.parametrize("login", ["", "ana@", "ana:a%40b@"])
def test_a_postgresql_url_may_name_several_servers(login):
    hosts, query = "db1:5432,db2:5433", "target_session_attrs=read-write"
    url = make_url(config.with_driver(f"postgresql://{login}{hosts}/scores?{query}"))
    _, said = url.get_dialect()().create_connect_args(url)
    assert (said["host"], said["port"]) == ("db1,db2", "5432,5433")
    assert (said["dbname"], said["target_session_attrs"]) == ("scores", "read-write")


@pytest.mark.parametrize(
    ("variable", "said", "values"),
    [
        ("SESSION_COOKIE_SECURE", "say yes or no", ["perhaps"]),
        ("ACCESS", "say house or links", ["everybody", ""]),
        ("PIN", "a PIN has 4 to 12", ["123", "1" * 13, "12 34", "١٢٣٤"]),
        ("PROXIES", "say a number, such as 1", ["-1", "many", "100"]),
        ("SHARE", "say a number from 1 to 100", ["0", "101"]),
        ("BACKUPS", "say a whole number, 0 for none", ["-1", "many", "", "7.5", "²"]),
        ("KEPT_MEGABYTES", "say a whole number, 0 for none", ["-1"]),
        ("METRICS_TOKEN", "a token has at least 20", ["x" * 19, "a token of two words"]),
        ("LOG", "say text or json", ["xml"]),
        ("HOSTS", "say names such as", ["http://scores.example.org", "scores.example.org:8000"]),
        (
            *("TIME_ZONE", "say a time zone, such as Europe/Madrid"),
            ["", "Madrid", "Europe", "../Madrid", "/etc/passwd", "x" * 400],
        ),
    ],
)
def test_a_setting_that_cannot_be_read_is_named_with_what_to_say(
    monkeypatch, variable, said, values
):
    for value in values:
        monkeypatch.setenv(f"SCOREKEEPER_{variable}", value)
        with pytest.raises(config.SettingError, match=f"SCOREKEEPER_{variable}: {said}") as refused:
            config.from_environment()
        # A secret is not printed.
        assert variable not in ("PIN", "METRICS_TOKEN") or value not in str(refused.value)


def test_a_machine_that_knows_no_time_zones_is_told_what_to_install(monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_TIME_ZONE", "Europe/Nowhere")
    monkeypatch.setattr(config, "available_timezones", set)
    with pytest.raises(config.SettingError, match=r"TIME_ZONE: .* install .* tzdata"):
        config.settings({})


def test_settings_are_read_from_the_environment_and_digits_stay_a_text(monkeypatch):
    for variable, value in {
        "ACCESS": "links",
        "PIN": "0042",
        "SECRET_KEY": "12345",
        "PROXIES": "1",
        "HOSTS": "Scores.example.org, .club.example,",
    }.items():
        monkeypatch.setenv(f"SCOREKEEPER_{variable}", value)
    assert config.from_environment() == {
        "ACCESS": config.Access.LINKS,
        "PIN": "0042",
        "SECRET_KEY": "12345",
        "PROXIES": 1,
        "HOSTS": ("scores.example.org", ".club.example"),
    }
