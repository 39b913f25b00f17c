"""PostgreSQL with TLS: a primary, and a replica that streams from it."""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
import subprocess

from certificates import Authority
from processes import family, free_port, run, send, wait_until

SETTINGS = {
    "listen_addresses": "localhost",
    "ssl": "on",
    "ssl_min_protocol_version": "TLSv1.2",
    "max_connections": "200",
    "wal_level": "replica",
    # Only processes die here, never the machine.
    "fsync": "off",
    "hot_standby_feedback": "on",
}
ACCESS = "local all all trust\nhostssl all all samehost trust\nhostssl replication all samehost trust\n"


def binaries() -> pathlib.Path:
    """The folder of the newest PostgreSQL."""
    if found := shutil.which("initdb"):
        return pathlib.Path(found).resolve().parent
    folders = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    assert folders, "PostgreSQL is needed (Debian: apt-get install postgresql)"
    return folders[-1].parent


class Postgres:
    """A server in a folder of its own."""

    def __init__(self, folder: pathlib.Path, authority: Authority) -> None:
        self.folder, self.data, self.port = folder, folder / "data", free_port()
        self.authority = authority
        # PostgreSQL refuses to run as root.
        self.owner = "postgres" if os.getuid() == 0 else None
        folder.mkdir()
        authority.copy_key(folder / "server.key", self.owner)
        if self.owner:
            shutil.chown(folder, self.owner, self.owner)

    @classmethod
    def primary(cls, folder: pathlib.Path, authority: Authority) -> Postgres:
        server = cls(folder, authority)
        server._tool("initdb", "-D", str(server.data), "-U", "yingku", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
        server._configure()
        server.start()
        return server

    @classmethod
    def replica(cls, folder: pathlib.Path, authority: Authority, primary: Postgres) -> Postgres:
        server = cls(folder, authority)
        server._tool("pg_basebackup", "-D", str(server.data), "-R", "-X", "stream", "--checkpoint=fast", "-d", primary.tls("replication"))
        server._configure()
        server.start()
        return server

    def _configure(self) -> None:
        settings = {
            **SETTINGS,
            "port": str(self.port),
            "unix_socket_directories": str(self.folder),
            "ssl_cert_file": str(self.authority.certificate),
            "ssl_key_file": str(self.folder / "server.key"),
        }
        lines = "".join(f"{name} = '{value}'\n" for name, value in settings.items())
        (self.data / "postgresql.conf").write_text(lines)
        (self.data / "pg_hba.conf").write_text(ACCESS)

    def start(self) -> None:
        self._tool("pg_ctl", "-D", str(self.data), "-l", str(self.folder / "log"), "-w", "start")

    def kill(self) -> None:
        """SIGKILL for the server and all its processes."""
        processes = self.processes()
        send(processes, signal.SIGKILL)
        gone = lambda: not any(pathlib.Path(f"/proc/{process}/fd").exists() for process in processes)  # noqa: E731
        wait_until(gone, "PostgreSQL is gone")
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def freeze(self) -> None:
        send(self.processes(), signal.SIGSTOP)

    def thaw(self) -> None:
        send(self.processes(), signal.SIGCONT)

    def processes(self) -> list[int]:
        file = self.data / "postmaster.pid"
        return family(int(file.read_text().split()[0])) if file.exists() else []

    def stop(self) -> None:
        self.thaw()
        if self.processes():
            self._tool("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    def url(self, database: str = "yingku", port: int | None = None) -> str:
        """The URL for the program."""
        verified = f"sslmode=verify-full&sslrootcert={self.authority.ca}"
        return f"postgres://yingku@localhost:{port or self.port}/{database}?{verified}"

    def tls(self, database: str) -> str:
        """The same for libpq's own tools."""
        return f"host=localhost port={self.port} user=yingku dbname={database} sslmode=verify-full sslrootcert={self.authority.ca}"

    def ask(self, statement: str, database: str = "yingku") -> str:
        """The result of a statement, without TLS, on the server's socket."""
        return run("psql", "-h", str(self.folder), "-p", str(self.port), "-U", "yingku", "-d", database, "-qtAc", statement).strip()

    def number(self, question: str) -> int:
        return int(self.ask(question))

    def _tool(self, name: str, *arguments: str) -> None:
        as_owner = ["setpriv", "--reuid", self.owner, "--regid", self.owner, "--clear-groups"] if self.owner else []
        # pg_ctl leaves the server with its own output, which nobody would close.
        command = [*as_owner, str(binaries() / name), *arguments]
        with open(self.folder / "tools", "ab") as log:
            # libpq looks for certificates at home, which is another user's.
            ran = subprocess.run(command, stdout=log, stderr=log, cwd=self.folder, env={**os.environ, "HOME": str(self.folder)})
        assert ran.returncode == 0, f"{name}: {(self.folder / 'tools').read_text()[-800:]}"
