"""The interface of every engine."""

from __future__ import annotations

import os
import pathlib
import subprocess
import time
from typing import NamedTuple, Protocol

from catalogue import Catalogue

PAGE = 24
"""Works of a page."""


class Answer(NamedTuple):
    """The first page of a search."""

    seconds: float
    """From sending the query to having read the whole response, by the client's clock."""
    total: int
    """How many works match, exactly."""
    rows: int
    """How many of them are on the page."""


class Engine(Protocol):
    """A search engine on this machine, behind one open connection."""

    name: str

    def load(self, catalogue: Catalogue) -> None:
        """Loads and indexes the catalogue."""

    def megabytes(self) -> float:
        """Its size on disk."""

    def ask(self, keyword: str) -> Answer:
        """Queries the first page and the total."""

    def close(self) -> None:
        """Ends it and deletes its data."""


class Pipe:
    """A program that responds to each line with a line."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, line: str) -> None:
        """Sends a line without a response yet."""
        self.process.stdin.write(f"{line}\n".encode())

    def ask(self, line: str) -> tuple[float, str]:
        """The latency, and the response."""
        question = f"{line}\n".encode()
        began = time.perf_counter()
        self.process.stdin.write(question)
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        seconds = time.perf_counter() - began
        if not answer:
            raise SystemExit(f"{self.process.args[0]} has ended with {self.process.wait()}")
        return seconds, answer.decode()

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def megabytes_in(folder: pathlib.Path) -> float:
    """The size of a folder's files on disk; holes do not count."""
    paths = (pathlib.Path(where) / name for where, _, names in os.walk(folder) for name in names)
    return sum(path.stat().st_blocks * 512 for path in paths) / 1e6
