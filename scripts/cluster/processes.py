"""Processes of the cluster: ports, waiting, and signals to process trees."""

from __future__ import annotations

import os
import pathlib
import signal
import socket
import subprocess
import time
from typing import Callable

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMEOUT = 60
"""The timeout for a part to start, or to recover, seconds."""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_until(holds: Callable[[], bool], what: str, timeout: float = TIMEOUT) -> float:
    """Waits until something holds; returns how many seconds that took."""
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > timeout:
            raise AssertionError(f"after {timeout:.0f} s still not: {what}")
        time.sleep(0.02)
    return time.monotonic() - began


def family(process: int) -> list[int]:
    """A process and its children."""
    children = pathlib.Path(f"/proc/{process}/task/{process}/children")
    try:
        return [process, *map(int, children.read_text().split())]
    except FileNotFoundError:
        return []


def send(processes: list[int], number: signal.Signals) -> None:
    for process in processes:
        try:
            os.kill(process, number)
        except ProcessLookupError:
            pass


def run(*command: str, **options: object) -> str:
    """Runs a command to its end; returns its output."""
    ran = subprocess.run(command, capture_output=True, text=True, **options)  # type: ignore[call-overload]
    assert ran.returncode == 0, f"{command}: {ran.stdout[-800:]} {ran.stderr[-800:]}"
    return str(ran.stdout)
