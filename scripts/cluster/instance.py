"""One instance of the service."""

from __future__ import annotations

import http.client
import pathlib
import signal
import subprocess
from typing import Any

from processes import TIMEOUT, free_port, run, wait_until
from readiness import readiness_of


class Instance:
    """A folder with an index of its own, and the program in it."""

    def __init__(self, program: str, node: int, folder: pathlib.Path, settings: dict[str, str]) -> None:
        self.program, self.node, self.folder, self.port = program, node, folder, free_port()
        folder.mkdir()
        self.settings = {
            **settings,
            "NODE_ID": str(node),
            "BIND": f"127.0.0.1:{self.port}",
            "INDEX_DIR": str(folder / "index"),
        }
        self.server: subprocess.Popen[bytes] | None = None

    def run(self, *arguments: str) -> str:
        """Runs a command of the program to its end."""
        return run(self.program, *arguments, cwd=self.folder, env=self.settings)

    def launch(self, **settings: str) -> None:
        """Starts the service and does not wait."""
        with open(self.folder / "log", "ab") as log:
            self.server = subprocess.Popen(
                [self.program, "serve"], cwd=self.folder, env={**self.settings, **settings}, stdout=log, stderr=log
            )

    def start(self, **settings: str) -> float:
        """Starts the service; returns the seconds until it was ready."""
        self.launch(**settings)
        return wait_until(self._is_ready, f"instance {self.node} is ready")

    def _is_ready(self) -> bool:
        assert self.server and self.server.poll() is None, f"instance {self.node} has ended: {self.log()}"
        return self.readiness()[0] == 200

    def kill(self) -> None:
        assert self.server
        self.server.kill()
        self.server.wait()

    def terminate(self) -> None:
        """SIGTERM, as service managers send it; returns when it has exited successfully."""
        assert self.server
        self.server.send_signal(signal.SIGTERM)
        code = self.server.wait(TIMEOUT)
        assert code == 0, f"instance {self.node} has ended with {code}: {self.log()}"

    def stop(self) -> None:
        if self.server and self.server.poll() is None:
            self.kill()

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def readiness(self) -> tuple[int, dict[str, Any]]:
        """The status of /readyz; 0 without a response."""
        return readiness_of(self.port)

    def state(self) -> str:
        return f"instance {self.node}: {self.log()[-300:]}"

    def log(self) -> str:
        file = self.folder / "log"
        return file.read_text(errors="replace")[-1500:] if file.exists() else ""
