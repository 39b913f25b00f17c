"""Redis with TLS."""

from __future__ import annotations

import pathlib
import signal
import subprocess

from certificates import Authority
from processes import free_port, send, wait_until


class Redis:
    """A server without snapshots and without eviction, as the service needs it."""

    def __init__(self, folder: pathlib.Path, authority: Authority) -> None:
        self.folder, self.authority, self.port = folder, authority, free_port()
        folder.mkdir()
        self._server: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"rediss://localhost:{self.port}/0"

    def start(self) -> None:
        """Starts it, empty."""
        settings = {
            "port": "0",
            "bind": "127.0.0.1",
            "tls-port": str(self.port),
            "tls-cert-file": str(self.authority.certificate),
            "tls-key-file": str(self.authority.key),
            "tls-ca-cert-file": str(self.authority.ca),
            "tls-auth-clients": "no",
            "save": "",
            "appendonly": "no",
            "maxmemory-policy": "noeviction",
        }
        arguments = [word for name, value in settings.items() for word in (f"--{name}", value)]
        log = open(self.folder / "log", "wb")
        self._server = subprocess.Popen(["redis-server", *arguments], stdout=log, stderr=log, cwd=self.folder)
        log.close()
        wait_until(lambda: b"ready to accept" in (self.folder / "log").read_bytes().lower(), "Redis is ready")

    def kill(self) -> None:
        """SIGKILL; its data are lost."""
        assert self._server
        self._server.kill()
        self._server.wait()

    def freeze(self) -> None:
        assert self._server
        send([self._server.pid], signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._server
        send([self._server.pid], signal.SIGCONT)

    def stop(self) -> None:
        if self._server and self._server.poll() is None:
            self.kill()
