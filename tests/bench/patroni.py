"""Kill the primary of two machines that Patroni looks after, while rounds are recorded.

Run it by hand, `python -m tests.bench.patroni`; it needs PostgreSQL, Patroni and etcd, as Debian
packages them. It starts all of them with deploy/patroni/patroni.yaml, on ports and in a folder of
their own, and a Scorekeeper that knows both machines. It kills the primary and its Patroni with
`kill -9`, waits for the standby, starts the killed machine again, and then kills the other one.
"""

import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count, pairwise
from threading import Thread
from urllib.error import URLError
from urllib.request import urlopen

import psycopg

from scorekeeper.config import CHECKOUT
from tests.faults.site import (
    Machine,
    Player,
    folder,
    playing,
    postgresql,
    recorded,
    seated,
    wait_until,
)
from tests.support.running_server import RUN, free_port, scorekeeper, serving

CONFIGURATION = CHECKOUT / "deploy/patroni/patroni.yaml"
PLAYERS, KILLS, PAUSE_SECONDS = 8, 2, 0.2
PATIENCE_SECONDS = 120
NAME, PASSWORD = "scorekeeper", "known-to-all"
# PostgreSQL refuses to run as root.
USER = None if os.geteuid() else "postgres"


@dataclass
class Table(Player):
    """A player who remembers when each round was acknowledged."""

    moments: list[float] = field(default_factory=list)

    def play(self, stop):
        for turn in count(1):
            if stop.wait(PAUSE_SECONDS):
                return
            self.record(1 + turn % 20)
            self.moments.append(time.monotonic())

    def first_after(self, moment):
        """Return when the first round after a moment was acknowledged."""
        return next(each for each in self.moments if each > moment)

    def longest_pause(self, start):
        """Return the longest time between two acknowledged rounds, from a moment on."""
        before = max(each for each in self.moments if each <= start)
        known = [before, *(each for each in self.moments if each > start)]
        return max(later - sooner for sooner, later in pairwise(known))


@dataclass
class Watched:
    """A machine with a PostgreSQL, and the Patroni that starts and promotes it."""

    database: Machine
    rest_port: int
    environment: Mapping[str, str]
    process: subprocess.Popen[bytes] | None = None

    def start(self):
        """Start Patroni, which starts the database."""
        self.process = started("patroni", self.database.folder, self.environment)

    def kill(self):
        """Kill both at once, as a power cut does."""
        self.stop()
        self.database.kill()

    def stop(self):
        """Kill Patroni, if it runs."""
        if self.process:
            self.process.kill()
            self.process.wait()

    def has(self, role):
        """Ask Patroni whether its database has a role: "primary", or "sync" for the standby."""
        try:
            with urlopen(f"http://127.0.0.1:{self.rest_port}/{role}", timeout=2) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False


def main():
    missing = [name for name in ("etcd", "patroni") if not shutil.which(name)]
    binaries = postgresql()
    if missing or binaries is None:
        sys.exit("PostgreSQL, Patroni and etcd have to be installed.")
    with folder() as parent, two_machines(binaries, parent) as both:
        instance = parent / "instance"
        url = f"postgresql://{NAME}:{PASSWORD}@{hosts(both)}/{NAME}?target_session_attrs=read-write"
        environment = {"SCOREKEEPER_INSTANCE": str(instance), "SCOREKEEPER_DATABASE_URL": url}
        with serving(*scorekeeper(*RUN), environment=environment) as served:
            assert served.process.stdout is not None
            # What it logs is read, so that it never waits for a reader.
            Thread(target=served.process.stdout.read, daemon=True).start()
            tables = [Table(p.device, p.match) for p in map(seated, [served.url] * PLAYERS)]
            with playing([*tables]):
                wait_until([*tables], 3)
                for _ in range(KILLS):
                    killed(both, tables)
        report(tables, url, instance)


def killed(both, tables):
    """Kill the primary, wait for the standby and for rounds, and bring the killed one back."""
    primary, standby = sorted(both, key=lambda each: not each.has("primary"))
    primary.kill()
    moment = time.monotonic()
    promoted = waited_for(standby.has, "primary")
    wait_until([*tables], 3)
    again = max(each.first_after(promoted) for each in tables)
    primary.start()
    back = waited_for(primary.has, "sync")
    wait_until([*tables], 3)
    pause = max(each.longest_pause(moment) for each in tables)
    print(f"killed: the standby was promoted after {promoted - moment:.1f} s,", end=" ")
    print(f"all tables recorded {again - promoted:.1f} s later;", end=" ")
    print(f"the longest time without a round was {pause:.1f} s;", end=" ")
    print(f"the killed machine was the standby {back - again:.1f} s after it was started")


def report(tables, url, instance):
    """Print what became of the rounds."""
    lost = twice = 0
    for each in tables:
        kept, said = Counter(recorded(url, instance, each.match)), Counter(each.acknowledged)
        lost, twice = lost + (said - kept).total(), twice + (kept - said).total()
    print(f"rounds acknowledged: {sum(len(each.acknowledged) for each in tables)}")
    print(f"lost: {lost}, there twice: {twice}")
    seen = sorted({status for each in tables for status in each.statuses})
    print(f"statuses seen: {', '.join(map(str, seen))}")


@contextmanager
def two_machines(binaries, parent):
    """Start a store and two machines; stop all of them when the block ends."""
    shutil.copy(CONFIGURATION, parent / CONFIGURATION.name)
    client, peer = free_port(), free_port()
    store = started("etcd", parent / "etcd", etcd_environment(parent, client, peer))
    both = [watched(binaries, parent / name, client) for name in ("db1", "db2")]
    try:
        both[0].start()
        waited_for(both[0].has, "primary")
        make_database(both[0].database.port)
        both[1].start()
        waited_for(both[1].has, "sync")
        yield both
    finally:
        for each in both:
            each.stop()
            each.database.stop()
        store.kill()
        store.wait()


def etcd_environment(parent, client, peer):
    clients, peers = f"http://127.0.0.1:{client}", f"http://127.0.0.1:{peer}"
    return {
        "ETCD_DATA_DIR": str(parent / "etcd"),
        "ETCD_LISTEN_CLIENT_URLS": clients,
        "ETCD_ADVERTISE_CLIENT_URLS": clients,
        "ETCD_LISTEN_PEER_URLS": peers,
        "ETCD_INITIAL_ADVERTISE_PEER_URLS": peers,
        "ETCD_INITIAL_CLUSTER": f"default={peers}",
    }


def watched(binaries, data, store):
    port, rest = free_port(), free_port()
    environment = {
        "PATRONI_NAME": data.name,
        "PATRONI_ETCD3_HOSTS": f"127.0.0.1:{store}",
        "PATRONI_RESTAPI_LISTEN": f"127.0.0.1:{rest}",
        "PATRONI_RESTAPI_CONNECT_ADDRESS": f"127.0.0.1:{rest}",
        "PATRONI_POSTGRESQL_LISTEN": f"127.0.0.1:{port}",
        "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"127.0.0.1:{port}",
        "PATRONI_POSTGRESQL_DATA_DIR": str(data),
        "PATRONI_POSTGRESQL_BIN_DIR": str(binaries),
        "PATRONI_POSTGRESQL_PGPASS": f"{data}.pgpass",
        "PATRONI_SUPERUSER_PASSWORD": PASSWORD,
        "PATRONI_REPLICATION_PASSWORD": PASSWORD,
    }
    return Watched(Machine(binaries, data, port), rest, environment)


def started(program, data, environment):
    """Start a program that writes what it says beside its data."""
    words = (data.parent / CONFIGURATION.name,) if program == "patroni" else ()
    with data.with_suffix(f".{program}.log").open("ab") as log:
        return subprocess.Popen(
            (program, *words),
            env={**os.environ, **environment},
            cwd="/",
            stdout=log,
            stderr=log,
            user=USER,
            group=USER,
        )


def make_database(port):
    """Make what deploying.md tells to make."""
    place = f"host=127.0.0.1 port={port} user=postgres password={PASSWORD} dbname=postgres"
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {NAME} LOGIN PASSWORD '{PASSWORD}'")
        connection.execute(f"CREATE DATABASE {NAME} OWNER {NAME}")


def hosts(both):
    return ",".join(f"127.0.0.1:{each.database.port}" for each in both)


def waited_for(has, role):
    """Wait until a machine has a role; return the moment."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not has(role):
        if time.monotonic() > deadline:
            raise AssertionError(f"No machine is {role} after {PATIENCE_SECONDS} seconds.")
        time.sleep(0.1)
    return time.monotonic()


if __name__ == "__main__":
    main()
