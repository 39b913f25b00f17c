"""A site whose console is measured, on either engine."""

from __future__ import annotations

import os
import pathlib
import sqlite3
import subprocess
import tempfile
import time
from typing import Optional

from site_under_attack import SETTINGS, Person, Site

INDEXING = 900
"""The timeout for the index to have all works, seconds."""


class ConsoleSite(Site):
    """A site in a folder that may have been filled before."""

    def __init__(self, program: str, engine: str, folder: Optional[pathlib.Path]) -> None:
        self.program, self.engine = program, engine
        self.server: Optional[subprocess.Popen[bytes]] = None
        self._signer = None
        self._stays = folder is not None
        self.folder = (folder or pathlib.Path(tempfile.mkdtemp(prefix="yingku-console-"))).resolve() / engine
        self.folder.mkdir(parents=True, exist_ok=True)
        self._postgres = f"yingku_console_{os.getpid()}" if folder is None else "yingku_console"
        database = f"sqlite://{self.folder}/data/yingku.db"
        if engine == "postgres":
            exists = f"SELECT 1 FROM pg_database WHERE datname = '{self._postgres}'"
            if not self._psql(os.environ["TEST_POSTGRES_URL"], exists):
                self._psql(os.environ["TEST_POSTGRES_URL"], f"CREATE DATABASE {self._postgres}")
            database = self._address()
        else:
            self._postgres = None
        # Load shedding is measured elsewhere.
        self.settings = {**SETTINGS, "DATABASE_URL": database}
        self.run("migrate")

    def is_filled(self) -> bool:
        return self.number("SELECT count(*) FROM audit_log") > 0

    def operator(self, name: str, role: str = "admin") -> Person:
        """The operator of this name, who may be there already."""
        self.run("user", "create", name, "--role", role, "--password-stdin", text="quiet-river-27", good=False)
        person = Person(self, name)
        person.sign_in()
        return person

    def execute(self, statements: list[str]) -> None:
        """Runs statements in one transaction."""
        if self._postgres:
            script = "BEGIN;\n" + ";\n".join(statements) + ";\nCOMMIT;"
            subprocess.run(["psql", self._address(), "-qX", "-v", "ON_ERROR_STOP=1"], input=script, text=True, check=True, stdout=subprocess.DEVNULL)
            return
        with sqlite3.connect(self.folder / "data" / "yingku.db", timeout=60) as database:
            database.execute("PRAGMA cache_size = -400000")
            for statement in statements:
                database.execute(statement)

    def analyze(self) -> None:
        """What PostgreSQL does by itself, sooner or later."""
        if self._postgres:
            self._psql(self._address(), "VACUUM ANALYZE")

    def wait_until_indexed(self) -> None:
        """A built index is swapped in, and answers."""
        end = time.monotonic() + INDEXING
        while self.visitor().get("/v2/works/detail/list").status != 200:
            assert time.monotonic() < end, f"the works are not indexed: {self.log()}"
            time.sleep(0.5)

    def worked(self) -> float:
        """The seconds that processors have worked for the server and the database."""
        assert self.server
        processes = [self.server.pid]
        if self._postgres:
            backends = self._psql(self._address(), "SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
            processes += [int(line) for line in backends.split()]
        return sum(worked_by(process) for process in processes)

    def close(self) -> None:
        if self._stays:
            if self.server and self.server.poll() is None:
                self.stop()
        else:
            self.remove()


def worked_by(process: int) -> float:
    """The seconds that processors have worked for the threads of a process."""
    nanoseconds = 0
    try:
        for thread in pathlib.Path(f"/proc/{process}/task").glob("*/schedstat"):
            nanoseconds += int(thread.read_text().split()[0])
    except OSError:
        # The process or a thread of it has ended.
        pass
    return nanoseconds / 1e9
