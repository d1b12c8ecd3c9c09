"""A PostgreSQL primary with a synchronous standby, made for a test and gone after it."""

import os
import shutil
import signal
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.ports import free_port

USER, DATABASE = "scorekeeper", "postgres"
# Newest first; elsewhere than on Debian they are on the path.
FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
# PostgreSQL refuses to run as root; Debian's package made a user for it.
AS = () if os.geteuid() else ("runuser", "-u", "postgres", "--")
# What is lost with the machine may be lost here, but not what the other machine has.
OPTIONS = ("listen_addresses=127.0.0.1", "fsync=off", "wal_retrieve_retry_interval=100ms")
SYNCHRONOUS = ("synchronous_standby_names=*", "synchronous_commit=on")


def programs():
    """Find the folder of PostgreSQL's programs; None where it is not installed."""
    found = shutil.which("initdb")
    return next((each for each in FOLDERS if (each / "initdb").exists()), None) or (
        Path(found).parent if found else None
    )


@dataclass(frozen=True, slots=True)
class Machine:
    """One of the two servers, its data in a folder."""

    programs: Path
    folder: Path
    port: int

    def run(self, program, *words):
        """Run one of PostgreSQL's programs on its data."""
        command = (*AS, self.programs / program, "--pgdata", self.folder, *words)
        subprocess.run(command, cwd="/", check=True, stdout=subprocess.DEVNULL)

    def start(self, *options):
        """Start it and wait until it answers."""
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
        """Stop it at once, if it runs."""
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
    """Make both and start them; remove them when the block ends."""
    with folder() as parent:
        machines = [Machine(programs, parent / n, free_port()) for n in ("primary", "standby")]
        try:
            _start(both := Cluster(*machines))
            yield both
        finally:
            for machine in machines:
                machine.stop()


def _start(both):
    primary, standby = both.primary, both.standby
    primary.run("initdb", "--username", USER, "--auth", "trust", "--no-sync")
    primary.start(*SYNCHRONOUS)
    source = f"host=127.0.0.1 port={primary.port} user={USER}"
    standby.run("pg_basebackup", "--dbname", source, "--write-recovery-conf", "--no-sync")
    standby.start()
