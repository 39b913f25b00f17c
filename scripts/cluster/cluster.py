"""All the parts together: PostgreSQL with a replica, Redis, three instances, nginx; TLS between them."""

from __future__ import annotations

import os
import pathlib
import random
import shutil
import tempfile

from site_under_attack import SECRET, SETTINGS, lines
from yingku_signer import Signer

from certificates import Authority
from instance import Instance
from nginx import Nginx
from people import Door, Visitor
from postgres import Postgres
from processes import wait_until
from redis import Redis

INSTANCES = 3
WORKS = 300
SHARED = {"MEDIA_DIR": "media", "IMPORT_DIR": "imports", "STREAM_DIR": "streams", "CLIENT_KEY_FILE": "client-key.pem"}


class Cluster:
    """Started on loopback, in a folder of its own."""

    def __init__(self, program: str, seed: int) -> None:
        self.program, self.dice = program, random.Random(seed)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="yingku-cluster-"))
        # The databases run as a user of their own.
        self.folder.chmod(0o755)
        self._people = 0
        self._started: list[object] = []
        try:
            self._start()
        except BaseException:
            self.stop()
            raise

    def _start(self) -> None:
        self.authority = Authority(self.folder / "tls")
        self.primary = self._keep(Postgres.primary(self.folder / "primary", self.authority))
        self.primary.ask("CREATE DATABASE yingku", "postgres")
        self.replica = self._keep(Postgres.replica(self.folder / "replica", self.authority, self.primary))
        self.redis = self._keep(Redis(self.folder / "redis", self.authority))
        self.instances = [self.instance(node) for node in range(1, INSTANCES + 1)]
        self.instances[0].run("migrate")
        works = self.folder / "works.ndjson"
        works.write_text(lines(WORKS))
        self.instances[0].run("import", str(works))
        for instance in self.instances:
            instance.start()
        self.nginx = self._keep(Nginx(self.folder / "nginx", self.authority, [one.port for one in self.instances]))
        self.signer = Signer.connect(f"http://127.0.0.1:{self.instances[0].port}/prod-api", SECRET)
        self.front = Door(self.nginx, self.signer)
        self.doors = [Door(instance, self.signer) for instance in self.instances]
        self.works = [row["id"] for row in self.visitor().rows("/v2/works/detail/list?")]

    def settings(self) -> dict[str, str]:
        """The settings that all instances share."""
        return {
            **SETTINGS,
            "PAY_MODE": "off",
            "DATABASE_URL": self.primary.url(),
            "DATABASE_REPLICA_URL": self.replica.url(),
            "REDIS_URL": self.redis.url,
            "REDIS_CA_FILE": str(self.authority.ca),
            "TRUSTED_PROXIES": "127.0.0.1",
            "DRAIN_SECONDS": "5",
            "LOG": "warn,yingku_db=info",
            "PATH": os.environ["PATH"],
            **{name: str(self.folder / file) for name, file in SHARED.items()},
        }

    def instance(self, node: int, **settings: str) -> Instance:
        """Another instance, not started."""
        folder = self.folder / f"instance-{node}"
        return self._keep(Instance(self.program, node, folder, {**self.settings(), **settings}))

    def _keep(self, part):  # type: ignore[no-untyped-def]
        self._started.append(part)
        return part

    def stop(self) -> None:
        for part in reversed(self._started):
            part.stop()  # type: ignore[attr-defined]
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- clients -------------------------------------------------------------------------------------------

    def visitor(self) -> Visitor:
        return Visitor(self.front)  # type: ignore[arg-type]

    def member(self) -> Visitor:
        """A new member, registered and signed in through nginx."""
        self._people += 1
        member = Visitor(self.front, f"member_{self._people}")  # type: ignore[arg-type]
        member.register()
        return member

    # --- health --------------------------------------------------------------------------------------------

    def wait_until_well(self) -> float:
        """Waits until every instance is ready again; returns how long that took, seconds."""
        well = lambda: all(instance.readiness()[0] == 200 for instance in self.instances)  # noqa: E731
        return wait_until(well, f"all instances are ready: {[one.readiness() for one in self.instances]}")

    def wait_for_replica(self) -> None:
        """Waits until the replica has caught up with the primary."""
        at = self.primary.ask("SELECT pg_current_wal_lsn()")
        reached = lambda: self.replica.ask(f"SELECT pg_last_wal_replay_lsn() >= '{at}'::pg_lsn") == "t"  # noqa: E731
        wait_until(reached, "the replica has caught up")
