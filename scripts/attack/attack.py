"""Attacks a real, built server, recipe by recipe, and prints what failed.

    python3 scripts/attack/attack.py                      every recipe
    python3 scripts/attack/attack.py kills full_disks     these
    python3 scripts/attack/attack.py --scale 0.2 --seed 7 a fifth of the rounds, other dice
    scripts/with-postgres.sh python3 scripts/attack/attack.py --postgres

A recipe is a file in `recipes`. The first line of its text is its name in the table, and `run(attack)` is what it does:
`for _ in attack.rounds(20)` counts runs, `attack.check(it_holds, "what does not")` fails the run in hand,
`attack.site()` starts a server with a folder and a database of its own, `attack.dice` is seeded, and `attack.skip(why)`
says that it cannot be tried here. YINGKU names the program to attack, target/debug/yingku unless it is set.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import pathlib
import random
import sys
import time
import traceback
from typing import Iterator

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "clients" / "python")]
sys.dont_write_bytecode = True

from site_under_attack import Site  # noqa: E402

SHOWN = 5
"""How many of a recipe's last failures of different kinds are printed."""


class Skipped(Exception):
    """A recipe cannot run here."""


class Attack:
    """The context of a recipe."""

    def __init__(self, name: str, program: str, seed: int, scale: float, postgres: bool) -> None:
        self.dice = random.Random(f"{name}/{seed}")
        self.runs = 0
        self.failed = 0
        self.failures: dict[str, int] = {}
        self._program, self._scale, self._postgres = program, scale, postgres
        self._bad = False

    def rounds(self, number: int) -> Iterator[int]:
        """Counts runs: this many at a scale of 1, at least one."""
        for at in range(max(1, round(number * self._scale))):
            self._bad = False
            self.runs += 1
            yield at
            self._settle()

    def check(self, holds: bool, failure: str) -> None:
        """Fails the current run unless it holds."""
        if not holds:
            self._bad = True
            self.failures[failure] = self.failures.get(failure, 0) + 1

    def skip(self, why: str) -> None:
        """Ends the recipe: it cannot run here."""
        raise Skipped(why)

    @contextlib.contextmanager
    def site(self, folder: pathlib.Path | None = None, **settings: str) -> Iterator[Site]:
        """A server with a folder of its own, stopped and removed at the end."""
        site = Site(self._program, self._postgres, folder, settings)
        try:
            yield site
        finally:
            site.remove()

    def try_out(self, recipe) -> str:
        """Runs a recipe; returns its row of the table."""
        try:
            recipe.run(self)
        except Skipped as why:
            return f"skipped: {why}"
        except Exception:
            self.check(False, traceback.format_exc().strip())
            self.runs = max(self.runs, 1)
        # A recipe that raises does so in the middle of a run.
        self._settle()
        return "held" if self.failed == 0 else "FAILED"

    def _settle(self) -> None:
        self.failed += self._bad
        self._bad = False


def main() -> int:
    names = sorted(path.stem for path in (HERE / "recipes").glob("*.py") if not path.stem.startswith("_"))
    options = argparse.ArgumentParser(description="Attacks a real server; see the text of this file.")
    options.add_argument("recipes", nargs="*", metavar="RECIPE", help=f"of {', '.join(names)}")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--scale", type=float, default=1.0, help="how many rounds, as a share of the usual")
    options.add_argument("--postgres", action="store_true", help="on the server of TEST_POSTGRES_URL")
    asked = options.parse_args()
    if unknown := [name for name in asked.recipes if name not in names]:
        options.error(f"there is no recipe {', '.join(unknown)}")
    program = os.environ.get("YINGKU") or str(HERE.parent.parent / "target" / "debug" / "yingku")
    rows, failed = [], False
    for name in asked.recipes or names:
        recipe = importlib.import_module(f"recipes.{name}")
        attack = Attack(name, program, asked.seed, asked.scale, asked.postgres)
        began = time.monotonic()
        outcome = attack.try_out(recipe)
        failed |= outcome == "FAILED"
        title = (recipe.__doc__ or name).strip().splitlines()[0].rstrip(".")
        took = f"{time.monotonic() - began:.0f} s"
        rows.append((name, title, str(attack.runs), str(attack.failed), took, outcome))
        print(f"{name}: {attack.runs} runs, {attack.failed} failed, {took}, {outcome}", flush=True)
        for failure, times in list(attack.failures.items())[-SHOWN:]:
            print(f"  {times} times: {failure}", flush=True)
    table = [("recipe", "what is done", "runs", "failed", "took", "outcome"), *rows]
    widths = [max(len(row[column]) for row in table) for column in range(6)]
    print(f"\nseed {asked.seed}, on {'PostgreSQL' if asked.postgres else 'SQLite'}")
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
