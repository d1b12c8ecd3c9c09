"""The suite says which server it needs, and whether it can do without."""

import pytest

from tests.databases import REQUIRED, SERVER, NoServer, Server


def test_the_environment_names_the_server() -> None:
    server = Server.of({SERVER: "postgresql://ana:secret@db/postgres"})
    assert server.url_of("scores") == "postgresql://ana:secret@db/scores"


@pytest.mark.parametrize(("environment", "required"), [({}, False), ({REQUIRED: "1"}, True)])
def test_without_a_server_it_is_said_what_to_do(
    environment: dict[str, str], required: bool
) -> None:
    with pytest.raises(NoServer, match=f"{SERVER}=postgresql://") as missing:
        Server.of(environment)
    assert missing.value.required is required
