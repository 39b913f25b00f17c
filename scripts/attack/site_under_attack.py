"""A real server in a folder of its own, and its clients."""

from __future__ import annotations

import http.client
import json
import os
import pathlib
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
from typing import Any, Callable, Optional

from readiness import readiness_of
from yingku_signer import Signer

SECRET = "attack-app-secret"
PASSWORD = "quiet-river-27"
TIMEOUT = 60
"""The timeout for a server to be ready or its index to be equal to its database, seconds."""
SETTINGS = {
    "WORKERS": "2",
    "APP_SECRET": SECRET,
    "SERVER_SECRET": "7" * 64,
    "CODE_SECRET": "8" * 64,
    "CAPTCHA": "off",
    "RATE_PER_SECOND": "1000000",
    "RATE_BURST": "1000000",
    "KEY_OPENINGS_PER_MINUTE": "1000000",
    "KEY_OPENINGS_PER_SECOND": "1000000",
    "LOGIN_PER_MINUTE": "1000000",
    "REGISTER_PER_HOUR": "1000000",
    "EXPORT_PER_HOUR": "1000000",
    "MESSAGES_PER_MINUTE": "1000000",
    "REPORTS_PER_HOUR": "1000000",
    "REPORTS_HIDE_PER_HOUR": "1000000",
    "ORDERS_PER_MINUTE": "1000000",
    # A debug build is slow, and load shedding is measured elsewhere: api/benches/load.
    "DATABASE_CROWDED_WAIT_MS": "1500",
    "CROWDED_LATE_MS": "1500",
    "LOG": "error",
}


class Gone(Exception):
    """The connection broke before the response was complete."""


def at_once(calls: list[Callable[[], Any]]) -> list[Any]:
    """Sends requests concurrently, each on a thread of its own; returns their results, or what they raised."""
    barrier = threading.Barrier(len(calls))
    given: list[Any] = [None] * len(calls)

    def make(at: int) -> None:
        barrier.wait()
        try:
            given[at] = calls[at]()
        except Exception as error:
            given[at] = error

    threads = [threading.Thread(target=make, args=(at,)) for at in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return given


class Answer:
    """The status and the JSON of a response."""

    def __init__(self, status: int, body: bytes) -> None:
        self.status = status
        try:
            self.json: Any = json.loads(body) if body else {}
        except ValueError:
            self.json = {}

    @property
    def good(self) -> bool:
        return self.status == 200

    def __repr__(self) -> str:
        return f"{self.status} {self.json.get('error', '') if isinstance(self.json, dict) else ''}".strip()


class Person:
    """A client of one installation, signed in or not. Each thread that uses it has a connection of its own."""

    def __init__(self, site: Site, name: str = "") -> None:
        self.site, self.name = site, name
        self.signer = site.signer
        self.access = self.refresh = ""
        self._own = threading.local()

    def get(self, path: str) -> Answer:
        return self.call("GET", path)

    def post(self, path: str, body: Any) -> Answer:
        return self.call("POST", path, body)

    def call(self, method: str, path: str, body: Any = None, token: Optional[str] = None) -> Answer:
        """A signed request below /prod-api, with the access token unless another one is given."""
        return self.send(method, path, *self.signed(method, path, body, token))

    def signed(self, method: str, path: str, body: Any = None, token: Optional[str] = None) -> tuple[bytes, dict[str, str]]:
        """The body and the headers of a request, to be sent with `send` any number of times."""
        data = b"" if body is None else json.dumps(body).encode()
        headers = self.signer.sign(method, f"/prod-api{path}", data)
        if body is not None:
            headers["Content-Type"] = "application/json"
        if token or self.access:
            headers["Authorization"] = f"Bearer {token or self.access}"
        return data, headers

    def send(self, method: str, path: str, data: bytes, headers: dict[str, str]) -> Answer:
        connection, used = getattr(self._own, "connection", (None, 0.0))
        # The server closes a connection idle for some seconds.
        if connection is None or connection.port != self.site.port or time.monotonic() - used > 2:
            connection = self.site.connection()
        self._own.connection = (connection, time.monotonic())
        try:
            connection.request(method, f"/prod-api{path}", data or None, headers)
            answer = connection.getresponse()
            return Answer(answer.status, answer.read())
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise Gone(f"{error}; {self.site.state()}") from error

    def sign_in(self) -> None:
        answer = self.post(
            "/v2/user/login",
            {"appId": "yingku", "userName": self.name, "password": PASSWORD, "rememberMe": False},
        )
        assert answer.good, answer
        self.access, self.refresh = answer.json["data"]["accessToken"], answer.json["data"]["refreshToken"]

    def renew(self) -> Answer:
        """Requests the next tokens, and does not use them."""
        return self.call("GET", "/v2/user/token", token=self.refresh)

    def like(self, work: str, liked: bool = True) -> Answer:
        return self.post("/v2/user/like", {"status": 0 if liked else 9, "dataId": work})

    def collect(self, work: str) -> Answer:
        return self.post("/v2/user/collect/adds", {"status": 0, "dataId": work})

    def liked(self) -> set[str]:
        """The ids of everything they like."""
        return {row["id"] for row in self.rows("/v2/user/like/detail/list")}

    def rows(self, path: str) -> list[dict[str, Any]]:
        """All rows of a list."""
        rows: list[dict[str, Any]] = []
        page = 1
        while True:
            answer = self.get(f"{path}{'&' if '?' in path else '?'}pageSize=100&pageNum={page}")
            assert answer.good, answer
            rows += answer.json["rows"]
            if len(answer.json["rows"]) < 100:
                return rows
            page += 1


class Site:
    """A folder with a database, and the server in it."""

    def __init__(self, program: str, postgres: bool, folder: Optional[pathlib.Path], settings: dict[str, str]) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="yingku-attack-", dir=folder))
        self.program = program
        self.port = 0
        self.server: Optional[subprocess.Popen[bytes]] = None
        self._signer: Optional[Signer] = None
        self._postgres: Optional[str] = None
        database = f"sqlite://{self.folder}/data/yingku.db"
        if postgres:
            self._postgres = f"yingku_attack_{secrets.token_hex(6)}"
            self._psql(os.environ["TEST_POSTGRES_URL"], f"CREATE DATABASE {self._postgres}")
            database = self._address()
        self.settings = {**SETTINGS, "DATABASE_URL": database, **settings}
        self.run("migrate")

    # --- the program ---------------------------------------------------------------------------------------

    def command(self, *arguments: str) -> dict[str, Any]:
        """The `subprocess` arguments to run the program here."""
        return {"args": [self.program, *arguments], "cwd": self.folder, "env": self.settings}

    def run(self, *arguments: str, good: bool = True, text: Optional[str] = None) -> subprocess.CompletedProcess[str]:
        """Runs a command to its end; returns its output. Raises when it fails, unless failure is allowed."""
        ran = subprocess.run(**self.command(*arguments), input=text, capture_output=True, text=True)
        assert not good or ran.returncode == 0, f"{arguments}: {ran.stdout[-500:]} {ran.stderr[-500:]}"
        return ran

    def start(self) -> None:
        """Starts the server and waits until it is ready."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.settings["BIND"] = f"127.0.0.1:{self.port}"
        with open(self.folder / "log", "ab") as log:
            self.server = subprocess.Popen(**self.command("serve"), stdout=log, stderr=log)
        end = time.monotonic() + TIMEOUT
        while self.readiness()[0] != 200:
            assert self.server.poll() is None, f"the server has ended: {self.log()}"
            assert time.monotonic() < end, f"the server is not ready: {self.readiness()} {self.log()}"
            time.sleep(0.02)

    def connection(self) -> http.client.HTTPConnection:
        """A new connection to the server."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def kill(self) -> None:
        """SIGKILL: no chance to finish anything."""
        assert self.server
        self.server.kill()
        self.server.wait()

    def stop(self) -> float:
        """SIGTERM, as service managers send it; returns how long it took."""
        assert self.server
        began = time.monotonic()
        self.server.send_signal(signal.SIGTERM)
        try:
            self.server.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.kill()
        return time.monotonic() - began

    def remove(self) -> None:
        if self.server and self.server.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._postgres:
            self._psql(os.environ["TEST_POSTGRES_URL"], f"DROP DATABASE IF EXISTS {self._postgres} WITH (FORCE)")

    def state(self) -> str:
        """Whether the server still runs; otherwise how it ended."""
        try:
            code = self.server.wait(1) if self.server else None
        except subprocess.TimeoutExpired:
            code = None
        return f"it runs: {self.log()}" if code is None else f"the server has ended with {code}: {self.log()}"

    def log(self) -> str:
        """The end of the server's log."""
        return (self.folder / "log").read_text(errors="replace")[-1500:]

    def readiness(self) -> tuple[int, dict[str, Any]]:
        """The status of /readyz; 0 without a response."""
        return readiness_of(self.port)

    def is_equal_soon(self) -> str:
        """Waits until `index verify` reports the index as equal to the database; otherwise returns its last output."""
        end = time.monotonic() + TIMEOUT
        while True:
            verified = self.run("index", "verify", good=False)
            if verified.returncode == 0:
                return ""
            if time.monotonic() > end:
                return (verified.stdout + verified.stderr)[-500:]
            time.sleep(0.3)

    # --- what is in it -------------------------------------------------------------------------------------

    def fill(self, works: int, first: int = 1, **fields: Any) -> None:
        """Imports generated works, numbered from `first`."""
        self.run("import", "-", text=lines(works, first, **fields))

    def works(self) -> list[str]:
        """The ids of all works."""
        return [row["id"] for row in Person(self).rows("/v2/works/detail/list?")]

    @property
    def signer(self) -> Signer:
        """The installation shared by all clients."""
        if self._signer is None:
            self._signer = Signer.connect(f"http://127.0.0.1:{self.port}/prod-api", SECRET)
        return self._signer

    def visitor(self) -> Person:
        return Person(self)

    def register(self, name: str) -> Answer:
        form = {"appId": "yingku", "userName": name, "password": PASSWORD, "confirmPassword": PASSWORD, "email": "somebody@example.org"}
        return Person(self).post("/v2/user/register", form)

    def member(self, name: str) -> Person:
        """A registered and signed-in member."""
        answer = self.register(name)
        assert answer.good, answer
        person = Person(self, name)
        person.sign_in()
        return person

    def operator(self, name: str, role: str = "admin") -> Person:
        self.run("user", "create", name, "--role", role, "--password-stdin", text=PASSWORD)
        person = Person(self, name)
        person.sign_in()
        return person

    def number(self, question: str) -> int:
        """A single number from the database."""
        if self._postgres:
            return int(self._psql(self._address(), question))
        with sqlite3.connect(self.folder / "data" / "yingku.db", timeout=30) as database:
            return int(database.execute(question).fetchone()[0])

    def wrong_counts(self) -> int:
        """Works and collections whose counters do not match their rows."""
        return (
            self.number("SELECT count(*) FROM works w WHERE likes <> (SELECT count(*) FROM likes l WHERE l.work_id = w.id)")
            + self.number(
                "SELECT count(*) FROM works w WHERE collects <> "
                "(SELECT count(DISTINCT user_id) FROM collection_items i WHERE i.work_id = w.id)"
            )
            + self.number(
                "SELECT count(*) FROM collections c WHERE works <> "
                "(SELECT count(*) FROM collection_items i WHERE i.collection_id = c.id)"
            )
        )

    def _address(self) -> str:
        return f"{os.environ['TEST_POSTGRES_URL'].rsplit('/', 1)[0]}/{self._postgres}"

    @staticmethod
    def _psql(url: str, statement: str) -> str:
        ran = subprocess.run(["psql", url, "-qtAc", statement], capture_output=True, text=True, check=True)
        return ran.stdout.strip()


def lines(works: int, first: int = 1, **fields: Any) -> str:
    """Generated works in the import format."""
    records = (
        {
            "channel": "censored",
            "number": f"ATK-{at:05}",
            "title": f"山谷里的第{at}个清晨",
            "pubTime": f"2026-{at % 12 + 1:02}-{at % 28 + 1:02}",
            **fields,
        }
        for at in range(first, first + works)
    )
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
