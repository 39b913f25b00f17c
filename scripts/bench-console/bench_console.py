"""Fills a site, signs in as its owner and asks for every list of the console: the first page, each filter, each sort in both
directions, keywords, and the deepest page. Prints the median and the worst of ten, and how long processors worked for one, in ms:
on a machine that others use, a call waits longer than that.

    scripts/bench-console.sh 300000        on both engines, with all that it needs

`console_site.py` makes the site, `fill.py` its rows, `console_calls.py` the calls. YINGKU names the program, target/release/yingku
unless it is set; TEST_POSTGRES_URL is the server of PostgreSQL. With `--folder` a site stays, and is used again.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import statistics
import sys
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "scripts" / "attack"), str(ROOT / "clients" / "python")]
sys.dont_write_bytecode = True

from console_calls import Known, calls  # noqa: E402
from console_site import ConsoleSite  # noqa: E402
from fill import fill, sizes  # noqa: E402
from site_under_attack import Person  # noqa: E402

LIMIT_MS = 50
RUNS = 10


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--works", type=int, default=300_000)
    parser.add_argument("--engine", choices=["sqlite", "postgres"], action="append")
    parser.add_argument("--folder", type=pathlib.Path, help="where sites stay; a temporary folder unless given")
    parser.add_argument("--only", default="", help="only calls that contain this")
    parser.add_argument("--quick", action="store_true", help="no filter together with a sort")
    parser.add_argument("--runs", type=int, default=RUNS)
    options = parser.parse_args()
    program = str(pathlib.Path(os.environ.get("YINGKU", ROOT / "target" / "release" / "yingku")).resolve())
    for engine in options.engine or ["sqlite", "postgres"]:
        measure_engine(program, engine, options)


def measure_engine(program: str, engine: str, options: argparse.Namespace) -> None:
    site = ConsoleSite(program, engine, options.folder)
    try:
        if not site.is_filled():
            fill(site, options.works)
        site.start()
        site.wait_until_indexed()
        admin = site.operator("owner-1")
        print(f"== {engine}: {sizes(site)}", flush=True)
        report([measure(site, admin, path, options.runs) for path in calls(Known(admin), options.quick) if options.only in path])
    finally:
        site.close()


class Measured:
    """A call, how many rows it finds, and how long it took."""

    def __init__(self, path: str, found: str, seconds: list[float], worked: float) -> None:
        self.path, self.found, self.worked = path, found, worked * 1e3 / len(seconds)
        self.median, self.worst = statistics.median(seconds) * 1e3, max(seconds) * 1e3

    def __str__(self) -> str:
        mark = "!" if self.median > LIMIT_MS else " "
        return f"{self.median:>8.1f}{self.worst:>8.1f}{self.worked:>8.1f} {mark}{self.found:>9}  {self.path.removeprefix('/admin')}"


def measure(site: ConsoleSite, admin: Person, path: str, runs: int) -> Measured:
    """Times a call, after one that warms the caches."""
    address = urllib.parse.quote(path, safe="/?&=,")
    answer = admin.get(address)
    assert answer.good, f"{path}: {answer}"
    seconds, worked = [], site.worked()
    for _ in range(runs):
        # Signing is the caller's work.
        signed = admin.signed("GET", address)
        began = time.perf_counter()
        admin.send("GET", address, *signed)
        seconds.append(time.perf_counter() - began)
    return Measured(path, str(answer.json.get("total", "")), seconds, site.worked() - worked)


def report(measured: list[Measured]) -> None:
    """The calls, slowest first."""
    print(f"{'median':>8}{'worst':>8}{'worked':>8}  {'total':>9}")
    for call in sorted(measured, key=lambda call: call.median, reverse=True):
        print(call)
    above = sum(call.median > LIMIT_MS for call in measured)
    print(f"{len(measured)} calls, {above} with a median above {LIMIT_MS} ms (!)\n", flush=True)


if __name__ == "__main__":
    main()
