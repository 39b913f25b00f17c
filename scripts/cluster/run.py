"""Starts a cluster on loopback and checks that several instances work together:

    python3 scripts/cluster/run.py                    every check
    python3 scripts/cluster/run.py races kills        these
    YINGKU=target/release/yingku python3 scripts/cluster/run.py overload
    python3 scripts/cluster/run.py --long             50,000 requests instead of 10,000, parts down for 30 s instead of 4

PostgreSQL with a streaming replica, Redis, three instances and nginx, with TLS between all of them except from nginx to
the instances, which is plain HTTP on loopback: the program ends TLS nowhere itself. A check is a file in `checks`. The first
line of its text is its name in the table; `run(cluster, long)` returns its figures, and an AssertionError fails it. YINGKU
names the program, target/debug/yingku unless it is set.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pathlib
import signal
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(HERE.parent / "attack"), str(ROOT / "clients" / "python")]
sys.dont_write_bytecode = True

from cluster import Cluster  # noqa: E402

CHECKS = ["replays", "races", "rolling", "newcomers", "outages", "poolers", "kills"]
"""In this order: the later ones break more."""
MEASURES = ["overload", "upgrade"]
"""Only when named explicitly: they need the release build of the program and a quiet machine, or an older program, too."""


def main() -> int:
    options = argparse.ArgumentParser(description="Checks a cluster; see the text of this file.")
    options.add_argument("checks", nargs="*", metavar="CHECK", help=f"of {', '.join(CHECKS + MEASURES)}")
    options.add_argument("--long", action="store_true")
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    if unknown := [name for name in asked.checks if name not in CHECKS + MEASURES]:
        options.error(f"there is no check {', '.join(unknown)}")
    # A signal to this process stops the parts, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began = time.monotonic()
    # Each instance runs in a folder of its own.
    program = pathlib.Path(os.environ.get("YINGKU") or ROOT / "target" / "debug" / "yingku").resolve()
    cluster = Cluster(str(program), asked.seed)
    failed = False
    try:
        print(f"started: PostgreSQL, replica, Redis, 3 instances and nginx in {time.monotonic() - began:.1f} s", flush=True)
        for name in asked.checks or CHECKS:
            check = importlib.import_module(f"checks.{name}")
            title = (check.__doc__ or name).strip().splitlines()[0].rstrip(".")
            began = time.monotonic()
            try:
                outcome = f"held    {name}: {title}: {check.run(cluster, asked.long)}"
            except Exception as error:
                failed = True
                outcome = f"FAILED  {name}: {title}: {error}"
                if not isinstance(error, AssertionError):
                    outcome += f"\n{traceback.format_exc()}"
            print(f"{outcome} ({time.monotonic() - began:.0f} s)", flush=True)
    finally:
        cluster.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
