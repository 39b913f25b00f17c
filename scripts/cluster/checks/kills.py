"""kill -9 of instances under writing load loses only requests in flight; of PostgreSQL and Redis, nothing acknowledged."""

from __future__ import annotations

import threading
import time

from site_under_attack import Gone

KILLS = 50
OF_PARTS = 5
"""Kills of PostgreSQL and of Redis, with a recovery after each."""
MESSAGES = 5
"""Open conversations per member are limited."""
WRITERS = 6


class Writer(threading.Thread):
    """A member who likes, collects and writes messages through nginx, and remembers what was acknowledged."""

    def __init__(self, cluster, ended, expected):
        super().__init__()
        self.expected = expected
        self.member, self.works, self.ended = cluster.member(), list(cluster.works), ended
        self.liked, self.unsure, self.messages, self.collected = set(), set(), set(), set()
        self.acknowledged = self.failed = 0
        self.wrong = []

    def run(self):
        at = 0
        while not self.ended.is_set():
            at += 1
            work = self.works[at % len(self.works)]
            try:
                answer = self._write(at, work)
            except Gone:
                answer = None
            if answer is not None and answer.good:
                self.acknowledged += 1
            else:
                self.failed += 1
                self._count(answer)

    def _write(self, at, work):
        if at <= MESSAGES:
            text = f"{self.member.name} asks {at}"
            answer = self.member.post("/v2/message", {"appId": "yingku", "message": text})
            if answer.good:
                self.messages.add(text)
            return answer
        if at % 4 == 0:
            return self._collect(work)
        wanted = work not in self.liked
        self.unsure.add(work)
        answer = self.member.like(work, wanted)
        if answer.good:
            (self.liked.add if wanted else self.liked.discard)(work)
            self.unsure.discard(work)
        return answer

    def _collect(self, work):
        answer = self.member.collect(work)
        if answer.good:
            self.collected.add(work)
        return answer

    def _count(self, answer):
        if answer is not None and answer.status not in self.expected and answer.json.get("error") not in self.expected:
            self.wrong.append(repr(answer))


# nginx has no instance left, the request's instance died, or the next one has seen its nonce.
OF_INSTANCES = (502, 504, "nonce_replay")
# The part is down; a Redis that starts empty makes clients sync their clock.
OF_OTHERS = (*OF_INSTANCES, 503, "timestamp_skew")


def run(cluster, long):
    def instances(at):
        instance = cluster.instances[at % len(cluster.instances)]
        # nginx skips a failed one for a second: of three, two are left when the next one goes.
        time.sleep(cluster.dice.uniform(0.55, 1.0))
        instance.kill()
        instance.start()

    def part(part):
        def killed(_):
            time.sleep(cluster.dice.uniform(0.05, 0.5))
            part.kill()
            part.start()
            cluster.wait_until_well()

        return killed

    acknowledged, failed = _under_writes(cluster, instances, KILLS, OF_INSTANCES)
    # Each writer has one request in flight at a time.
    assert failed <= KILLS * WRITERS, f"{failed} requests failed, of which at most {KILLS * WRITERS} were in flight"
    figures = [f"{KILLS} kills of instances, {acknowledged} acknowledged writes, 0 lost; {failed} calls in flight failed"]
    for name, killed in [("PostgreSQL", part(cluster.primary)), ("Redis", part(cluster.redis))]:
        acknowledged, failed = _under_writes(cluster, killed, OF_PARTS, OF_OTHERS)
        figures.append(f"{OF_PARTS} kills of {name}, {acknowledged} acknowledged writes, 0 lost; {failed} requests failed meanwhile")
    return "\n          ".join(["", *figures])


def _under_writes(cluster, kill, times, expected):
    """Kills under writes; returns how many were acknowledged, all of which are stored, and how many failed as expected."""
    ended = threading.Event()
    writers = [Writer(cluster, ended, expected) for _ in range(WRITERS)]
    for writer in writers:
        writer.start()
    try:
        for at in range(times):
            kill(at)
    finally:
        ended.set()
        for writer in writers:
            writer.join()
    cluster.wait_until_well()
    lost = sum(_lost(cluster, writer) for writer in writers)
    wrong = [text for writer in writers for text in writer.wrong]
    acknowledged = sum(writer.acknowledged for writer in writers)
    assert lost == 0, f"{lost} acknowledged writes are lost"
    assert not wrong, f"{len(wrong)} requests failed otherwise than expected: {wrong[:3]}"
    assert acknowledged > times, f"only {acknowledged} writes were acknowledged"
    return acknowledged, sum(writer.failed for writer in writers)


def _lost(cluster, writer):
    name = writer.member.name
    rows = cluster.primary.ask(f"SELECT work_id FROM likes l JOIN users u ON u.id = l.user_id WHERE u.name = '{name}'")
    likes = (set(rows.split()) ^ writer.liked) - writer.unsure
    sent = cluster.primary.ask(f"SELECT question FROM messages WHERE question LIKE '{name} asks %'")
    rows = cluster.primary.ask(
        "SELECT i.work_id FROM collection_items i JOIN users u ON u.id = i.user_id "
        f"WHERE u.name = '{name}'"
    )
    return len(likes) + len(writer.messages - set(sent.splitlines())) + len(writer.collected - set(rows.split()))
