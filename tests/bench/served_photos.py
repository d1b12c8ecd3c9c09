"""What photos leave in memory: `python -m tests.bench.served_photos DIR` prints it in Markdown.

The program is served by one process, as people start it. The photos of a folder are sent to it from
several devices at once, again and again; those that are told to try again do. DIR is as that of
`photos.py`.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice, pairwise
from pathlib import Path
from urllib.parse import urlsplit

from tests.bench.live import processes
from tests.bench.photos import labels, picture_of
from tests.support.http_device import Device, NoAnswer
from tests.support.running_server import running

SENT = (0, 10, 45, 100)
AT_ONCE = 4
BUSY = 503
ONE_PROCESS = """
from scorekeeper.access import attempt_limits
from scorekeeper.scorebook.permissions.attempt_counts import Rate
attempt_limits.PHOTOS = attempt_limits.PHOTOS_FROM_ONE_ADDRESS = Rate(100_000, 1)
"""


def main(folder: Path) -> None:
    pictures = cycle([picture_of(folder, name).read_bytes() for name in labels(folder)])
    print("| photos | MB now | MB at most | threads |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as instance, running(instance, begin=ONE_PROCESS) as served:
        owner = Device(served.url)
        match = urlsplit(owner.start()).path
        worker = processes(served.process.pid)[-1]
        print(row(0, worker))
        for before, after in pairwise(SENT):
            with ThreadPoolExecutor(AT_ONCE) as devices:
                for picture in islice(pictures, after - before):
                    devices.submit(send, owner, match, picture)
            print(row(after, worker))


def send(device: Device, match: str, picture: bytes) -> None:
    """Send a photo until it is read."""
    token = device.get(f"{match}/rounds/new?entry=pips").hidden["csrf_token"]
    body = (
        b'--part\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n'
        + token.encode()
        + b'\r\n--part\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        + picture
        + b"\r\n--part--\r\n"
    )
    kind = {"Content-Type": "multipart/form-data; boundary=part"}
    while True:
        try:
            if device.ask("POST", f"{match}/rounds/photo", body, **kind).status != BUSY:
                return
        except NoAnswer:
            pass
        time.sleep(0.2)


def row(number: int, process: int) -> str:
    status = Path(f"/proc/{process}/status").read_text()
    now, most = (re.search(rf"{name}:\s+(\d+) kB", status) for name in ("VmRSS", "VmHWM"))
    threads = re.search(r"Threads:\s+(\d+)", status)
    assert now
    assert most
    assert threads
    megabytes = " | ".join(f"{int(each[1]) / 1024:.0f}" for each in (now, most))
    return f"| {number} | {megabytes} | {threads[1]} |"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
