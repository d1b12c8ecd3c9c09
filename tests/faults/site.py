"""What tests of faults start and who plays there: players, programs behind a proxy, machines.

The programs stand behind the proxy of deploy/Caddyfile, each as on a machine of its own. The
machines are a PostgreSQL primary and its synchronous standby, made for a test and gone after it.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import Event

from scorekeeper.config import CHECKOUT
from scorekeeper.scorebook import matches as scorebook
from tests.databases import opened
from tests.support.http_device import Answer, Device, NoAnswer, hands
from tests.support.running_server import Served, free_port, running

# A server that is promoted takes a moment, and a crowded machine longer.
PATIENCE_SECONDS = 60
# What a proxy answers while nobody is there behind it.
NOBODY_THERE = Answer(502, "", "")


@dataclass
class Player:
    """Records one round after another of a match, and sends again what was not saved."""

    device: Device
    match: str
    # The pips of the first round; whoever plays at the same match has others.
    first: int = 1
    # The pips of each acknowledged round, in order.
    acknowledged: list[int] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)

    def play(self, stop):
        for turn in count():
            if stop.is_set():
                return
            self.record(self.first + turn % 20)

    def record(self, pips):
        """Record a round, however often it has to be sent; somebody else may be quicker.

        Raise AssertionError where it cannot be recorded.
        """
        if self.insist((303, 409), self.device.post, *self.filled(pips)).status == 303:
            self.acknowledged.append(pips)

    def filled(self, pips):
        """Fill in the form of the next round; return its address and what it sends."""
        address = f"{self.match}/rounds/new"
        page = self.insist((200,), self.device.get, f"{address}?entry=pips")
        return address, page.hidden | hands(pips)

    def insist(self, statuses, ask, *asked):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (answer := self.seen(ask, *asked)).status not in statuses:
            assert time.monotonic() < deadline, answer
            time.sleep(0.05)
        return answer

    def seen(self, ask, *asked):
        """Ask for something; a server that goes away meanwhile is nobody there."""
        try:
            answer = ask(*asked)
        except NoAnswer:
            answer = NOBODY_THERE
        self.statuses.add(answer.status)
        return answer


@contextmanager
def playing(players):
    stop = Event()
    with ThreadPoolExecutor(len(players)) as pool:
        try:
            games = [pool.submit(player.play, stop) for player in players]
            yield
        finally:
            stop.set()
        for game in games:
            game.result()


def seated(url, **fields):
    device = Device(url)
    return Player(device, device.start(**fields))


def recorded(url, folder, match):
    """Read the pips of all rounds of a match, which its log and its totals know as well."""
    with opened(url, folder) as app, app.app_context():
        found = scorebook.find_match(int(match.rpartition("/")[2]))
        pips = [each.played.hands[1].pips for each in found.rounds]
        assert (found.version, found.standing.totals) == (len(pips), (sum(pips), 0))
        return pips


def wait_until(players, more):
    wanted = [len(each.acknowledged) + more for each in players]
    deadline = time.monotonic() + PATIENCE_SECONDS
    while any(len(p.acknowledged) < w for p, w in zip(players, wanted, strict=True)):
        assert time.monotonic() < deadline, "Nothing is recorded any more."
        time.sleep(0.02)


CADDYFILE = CHECKOUT / "deploy/Caddyfile"


@dataclass(frozen=True, slots=True)
class Site:
    """Programs, and the address people open, which ends without a slash."""

    programs: Sequence[Served]
    url: str


@contextmanager
def behind_proxy(caddy, programs, database_url, folder, command=None, **settings):
    """Run some programs on one database and the proxy before them, until the block ends."""
    with ExitStack() as until_stopped:
        served = [
            until_stopped.enter_context(
                program(database_url, folder / str(number), command, **settings)
            )
            for number in map(str, range(1, programs + 1))
        ]
        url = f"http://127.0.0.1:{free_port()}"
        apps = " ".join(each.url.removeprefix("http://").rstrip("/") for each in served)
        log = until_stopped.enter_context((folder / "proxy.log").open("w"))
        proxy = subprocess.Popen(
            (caddy, "run", "--config", CADDYFILE, "--adapter", "caddyfile"),
            env={**os.environ, "SITE": url, "APPS": apps, "HOME": str(folder)},
            stdout=log,
            stderr=log,
        )
        until_stopped.callback(proxy.wait)
        until_stopped.callback(proxy.kill)
        # What it says meanwhile is in the folder.
        device = Device(url)
        Player(device, "").insist((200,), device.get, "/readyz")
        yield Site(served, url)


def program(database_url, folder, command=None, **settings):
    """Run a program as on a machine of its own: it shares the database and the secret key."""
    settings["SCOREKEEPER_DATABASE_URL"] = database_url
    settings["SCOREKEEPER_SECRET_KEY"] = "the same on every machine"
    return running(folder, command=command, SCOREKEEPER_PROXIES="1", **settings)


USER, DATABASE = "scorekeeper", "postgres"
# Newest first; elsewhere than on Debian they are on the path.
FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
# PostgreSQL refuses to run as root; Debian's package made a user for it.
AS = () if os.geteuid() else ("runuser", "-u", "postgres", "--")
# What is lost with the machine may be lost here, but not what the other machine has.
OPTIONS = ("listen_addresses=127.0.0.1", "fsync=off", "wal_retrieve_retry_interval=100ms")
SYNCHRONOUS = ("synchronous_standby_names=*", "synchronous_commit=on")


def postgresql():
    """Find the folder of PostgreSQL's programs; None where it is not installed."""
    found = shutil.which("initdb")
    return next((each for each in FOLDERS if (each / "initdb").exists()), None) or (
        Path(found).parent if found else None
    )


@dataclass(frozen=True, slots=True)
class Machine:
    programs: Path
    folder: Path
    port: int

    def run(self, program, *words):
        command = (*AS, self.programs / program, "--pgdata", self.folder, *words)
        subprocess.run(command, cwd="/", check=True, stdout=subprocess.DEVNULL)

    def start(self, *options):
        given = " ".join(f"-c {each}" for each in (*OPTIONS, f"port={self.port}", *options))
        place = f"{given} -k {self.folder}"
        log = self.folder.with_suffix(".log")
        self.run("pg_ctl", "--silent", "--wait", "start", "--log", log, "--options", place)

    def kill(self):
        """Kill it and all that it started at once, as a power cut does."""
        main = int((self.folder / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        for process in (main, *map(int, children)):
            os.kill(process, signal.SIGKILL)

    def stop(self):
        if (self.folder / "postmaster.pid").exists():
            command = (*AS, self.programs / "pg_ctl", "-D", self.folder, "-m", "immediate", "stop")
            subprocess.run(command, cwd="/", check=False, capture_output=True)

    def promote(self):
        """Make the standby the primary, and wait until it is; it needs no standby of its own."""
        self.run("pg_ctl", "--silent", "--wait", "promote")


@dataclass(frozen=True, slots=True)
class Cluster:
    """The two of them; `url` names both and leads to the one that can be written to."""

    primary: Machine
    standby: Machine

    @property
    def url(self):
        hosts = f"127.0.0.1:{self.primary.port},127.0.0.1:{self.standby.port}"
        return f"postgresql://{USER}@{hosts}/{DATABASE}?target_session_attrs=read-write"


@contextmanager
def folder():
    """Make a folder that PostgreSQL may write to; remove it when the block ends."""
    made = subprocess.run(
        (*AS, "mktemp", "--directory"), cwd="/", check=True, capture_output=True, text=True
    )
    path = Path(made.stdout.strip())
    try:
        yield path
    finally:
        shutil.rmtree(path)


@contextmanager
def cluster(programs):
    with folder() as parent, ExitStack() as stopping:
        primary, standby = (
            Machine(programs, parent / name, free_port()) for name in ("primary", "standby")
        )
        stopping.callback(standby.stop)
        stopping.callback(primary.stop)
        primary.run("initdb", "--username", USER, "--auth", "trust", "--no-sync")
        primary.start(*SYNCHRONOUS)
        source = f"host=127.0.0.1 port={primary.port} user={USER}"
        standby.run("pg_basebackup", "--dbname", source, "--write-recovery-conf", "--no-sync")
        standby.start()
        yield Cluster(primary, standby)
