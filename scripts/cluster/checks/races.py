"""Sessions, likes and own writes across instances, also while the replica lags."""

from __future__ import annotations

import time

from processes import wait_until
from site_under_attack import at_once

ROUNDS = 15
SEEN_WITHIN = 2.0
"""The maximum time until another instance shows a like, seconds."""


def run(cluster, long):
    return "; ".join([_refreshes(cluster), _likes(cluster), _own_writes(cluster), _behind(cluster)])


def _refreshes(cluster):
    member = cluster.member()
    for _ in range(ROUNDS):
        callers = [member.at(door) for door in cluster.doors] * 4
        answers = at_once([caller.renew for caller in callers])
        pairs = {answer.json["data"]["refreshToken"] for answer in answers if getattr(answer, "good", False)}
        assert len(pairs) == 1, f"{len(pairs)} successors of one token: {answers}"
        good = next(answer for answer in answers if getattr(answer, "good", False))
        old = member.refresh
        member.access, member.refresh = good.json["data"]["accessToken"], good.json["data"]["refreshToken"]
        assert member.refresh != old
    sessions = member.get("/v2/user/sessions").json["total"]
    assert sessions == 1, f"{sessions} sessions"
    return f"{ROUNDS} rounds of 12 refreshes of one token over 3 instances: one successor each"


def _likes(cluster, though=""):
    """How soon a like moves the last of the hot works up on the other instances."""
    member, slowest = cluster.member(), 0.0
    for at in range(ROUNDS):
        last = _hot(cluster.visitor())[-1]
        here = cluster.doors[at % 3]
        assert member.at(here).like(last).good
        began = time.monotonic()
        for door in cluster.doors:
            if door is not here:
                visitor = cluster.visitor().at(door)
                wait_until(lambda: _hot(visitor)[-1] != last, f"the like is on another instance {though}", SEEN_WITHIN)
        slowest = max(slowest, time.monotonic() - began)
    return f"{ROUNDS} likes on both other instances after {slowest:.2f} s at most"


def _hot(visitor):
    return [row["id"] for row in visitor.rows("/v2/works/detail/list?sort=hot")]


def _own_writes(cluster):
    """A member sees their own writes at once, on every instance, though the replica has stopped."""
    cluster.replica.ask("SELECT pg_wal_replay_pause()")
    try:
        member = cluster.member()
        for at, work in enumerate(cluster.works[:ROUNDS]):
            here = member.at(cluster.doors[at % 3])
            assert here.like(work).good and here.collect(work).good
            for door in cluster.doors:
                elsewhere = member.at(door)
                assert work in elsewhere.liked(), f"the like of {work} is missing"
        assert member.get("/v2/user/getInfo").good
    finally:
        cluster.replica.ask("SELECT pg_wal_replay_resume()")
    cluster.wait_for_replica()
    return f"{ROUNDS} likes of a new member visible to them at once on 3 instances, with the replica paused"


def _behind(cluster):
    """A stopped replica is soon bypassed: likes reach the other instances as usual."""
    member = cluster.member()
    said = lambda what: all(what in (one.folder / "log").read_text() for one in cluster.instances)  # noqa: E731

    def noticed():
        # A primary without writes is no further than its replica.
        assert member.like(cluster.works[0]).good
        return said("the replica is behind")

    cluster.replica.ask("SELECT pg_wal_replay_pause()")
    try:
        took = wait_until(noticed, "every instance sees that the replica is behind")
        likes = _likes(cluster, "though the replica is behind")
    finally:
        cluster.replica.ask("SELECT pg_wal_replay_resume()")
    wait_until(lambda: said("replica has caught up"), "the replica is read again")
    return f"a stopped replica is bypassed after {took:.1f} s, then {likes}"
