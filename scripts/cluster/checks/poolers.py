"""PgBouncer pools by session; transaction pooling is rejected at the start."""

from __future__ import annotations

import shutil
import subprocess

from people import Door
from pgbouncer import PgBouncer
from processes import ROOT


def run(cluster, long):
    if shutil.which("pgbouncer") is None:
        subprocess.run([ROOT / "scripts" / "apt-install.sh", "pgbouncer"], check=True)
    return f"{_session(cluster)}; {_transaction(cluster)}"


def _session(cluster):
    pooler = PgBouncer(cluster.folder / "by-session", cluster.authority, cluster.primary, "session")
    instance = cluster.instance(11, DATABASE_URL=cluster.primary.url(port=pooler.port))
    try:
        instance.start()
        member = cluster.member().at(Door(instance, cluster.signer))
        for work in cluster.works[:20]:
            answer = member.like(work)
            assert answer.good, answer
        assert len(member.liked()) == 20
    finally:
        instance.stop()
        pooler.stop()
    return "by session: 20 likes and their list"


def _transaction(cluster):
    pooler = PgBouncer(cluster.folder / "by-transaction", cluster.authority, cluster.primary, "transaction")
    instance = cluster.instance(12, DATABASE_URL=cluster.primary.url(port=pooler.port))
    rejected = 0
    try:
        for arguments in (["serve"], ["migrate"]):
            command = [instance.program, *arguments]
            ran = subprocess.run(command, cwd=instance.folder, env=instance.settings, capture_output=True, text=True, timeout=60)
            assert ran.returncode != 0 and "pool_mode = session" in ran.stderr, f"{arguments}: {ran.returncode} {ran.stderr[-300:]}"
            rejected += 1
    finally:
        instance.stop()
        pooler.stop()
    return f"by transaction: {rejected} of 2 commands rejected"
