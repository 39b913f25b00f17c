"""The table of a recipe: one row a check, `good` or `FAILED` with the reason below it."""

import contextlib
import sys
import unicodedata
from typing import Iterator

WIDTH = 84


class Table:
    def __init__(self) -> None:
        self.failed = 0

    @contextlib.contextmanager
    def check(self, name: str) -> Iterator[None]:
        """An exception within makes the row a failed one."""
        try:
            yield
        except Exception as error:
            self.row(name, f"{type(error).__name__}: {error}")
        else:
            self.row(name)

    def row(self, name: str, reason: str = "") -> None:
        width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in name)
        print(f"{name}{' ' * max(1, WIDTH - width)}{'FAILED' if reason else 'good'}", flush=True)
        if reason:
            self.failed += 1
            print(f"    {reason[:600]}", flush=True)

    def end(self) -> None:
        sys.exit(1 if self.failed else 0)


def same(seen: object, wanted: object, what: str = "") -> None:
    """Raises unless both are equal."""
    if seen != wanted:
        raise AssertionError(f"{what}{': ' if what else ''}seen {seen!r}, wanted {wanted!r}")
