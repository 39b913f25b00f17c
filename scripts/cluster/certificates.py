"""A certificate authority and its certificates, created by openssl."""

from __future__ import annotations

import pathlib
import shutil
import subprocess


class Authority:
    """`ca.pem`, and `server.pem` with `server.key` for the name localhost."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        folder.mkdir()
        self._openssl("-subj /CN=cluster -keyout ca.key -out ca.pem")
        self._openssl(
            "-subj /CN=localhost -addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:FALSE "
            "-CA ca.pem -CAkey ca.key -keyout server.key -out server.pem"
        )

    @property
    def ca(self) -> pathlib.Path:
        return self.folder / "ca.pem"

    @property
    def certificate(self) -> pathlib.Path:
        return self.folder / "server.pem"

    @property
    def key(self) -> pathlib.Path:
        return self.folder / "server.key"

    def copy_key(self, to: pathlib.Path, owner: str | None) -> None:
        """The key for a server that runs as a user of its own."""
        shutil.copy(self.key, to)
        to.chmod(0o600)
        if owner:
            shutil.chown(to, owner, owner)

    def _openssl(self, arguments: str) -> None:
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *arguments.split()]
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True)
