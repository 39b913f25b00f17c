"""PgBouncer in front of PostgreSQL, with TLS on both sides."""

from __future__ import annotations

import pathlib
import shutil
import subprocess

from certificates import Authority
from postgres import Postgres
from processes import free_port, wait_until

SETTINGS = """
[databases]
yingku = host=localhost port={server} dbname=yingku user=yingku
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
default_pool_size = 100
client_tls_sslmode = require
client_tls_cert_file = {folder}/server.pem
client_tls_key_file = {folder}/server.key
server_tls_sslmode = verify-full
server_tls_ca_file = {folder}/ca.pem
logfile = {folder}/log
"""


class PgBouncer:
    """Pools by session or by transaction."""

    def __init__(self, folder: pathlib.Path, authority: Authority, server: Postgres, mode: str) -> None:
        self.folder, self.port = folder, free_port()
        folder.mkdir()
        for file in (authority.ca, authority.certificate):
            shutil.copy(file, folder)
        authority.copy_key(folder / "server.key", server.owner)
        settings = folder / "pgbouncer.ini"
        settings.write_text(SETTINGS.format(server=server.port, port=self.port, mode=mode, folder=folder))
        if server.owner:
            shutil.chown(folder, server.owner, server.owner)
        # It refuses to run as root.
        as_owner = ["setpriv", "--reuid", server.owner, "--regid", server.owner, "--clear-groups"] if server.owner else []
        self._server = subprocess.Popen([*as_owner, "pgbouncer", "-q", str(settings)], stderr=subprocess.DEVNULL, cwd=folder)
        wait_until(lambda: "listening on" in self.log(), f"PgBouncer listens: {self.log()}")

    def log(self) -> str:
        file = self.folder / "log"
        return file.read_text() if file.exists() else ""

    def stop(self) -> None:
        self._server.terminate()
        self._server.wait()
