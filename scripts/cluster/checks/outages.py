"""PostgreSQL, its replica or Redis away: bounded answers, nothing fails open, and all is well again by itself."""

from __future__ import annotations

import time

from load import Load, mixed
from processes import wait_until
from site_under_attack import Gone

AWAY, LONG = 4, 30
THREADS = 4
SLOWEST = 10.0
"""What nobody waits longer for, seconds."""
RECOVERY = 30.0
"""How soon after a part is back all calls have to be good, seconds."""


def run(cluster, long):
    away = LONG if long else AWAY
    processes = [instance.server.pid for instance in cluster.instances]
    figures = []
    for name, part in [("Redis", cluster.redis), ("replica", cluster.replica), ("PostgreSQL", cluster.primary)]:
        for manner, leave, back in [("killed", part.kill, part.start), ("stopped", part.freeze, part.thaw)]:
            figures.append(f"{name} {manner} {away} s: {_outage(cluster, name, leave, back, away)}")
    assert processes == [instance.server.pid for instance in cluster.instances], "an instance was restarted"
    return "\n          ".join(["", *figures])


def _outage(cluster, name, leave, back, away):
    used, member = _used_calls(cluster), cluster.member()
    # Answered before: instances keep such lists. The others have to be read.
    kept = "/v2/works/detail/list?pageSize=20&pageNum=1"
    for door in cluster.doors:
        assert cluster.visitor().at(door).get(kept).good
    with Load(cluster, THREADS, mixed(cluster.works)) as load:
        leave()
        began = time.monotonic()
        lists = [0, 0]
        while time.monotonic() - began < away:
            for caller, send in used:
                _refused(caller, send, name)
            for door in cluster.doors:
                lists[1] += 1
                lists[0] += _good(cluster.visitor().at(door), kept)
        back()
        recovered = _recovery(cluster, member)
        for caller, send in used:
            _refused(caller, send, name)
    assert load.slowest < SLOWEST, f"{name}: a call took {load.slowest:.1f} s"
    odd = {said: times for said, times in load.failures.items() if not said.startswith(("503 ", "401 timestamp_skew", "401 nonce_replay"))}
    assert not odd, f"{name}: calls failed otherwise than by 503: {odd}"
    return (
        f"slowest of {load.calls} calls {load.slowest:.1f} s, {load.failed} refused with 503; {lists[0]} of {lists[1]} lists answered; "
        f"{len(used)} used nonces stayed used; well {recovered:.1f} s after"
    )


def _used_calls(cluster):
    """Signed calls that were answered once, to be sent again to every instance."""
    caller = cluster.member()
    calls = []
    for method, path, body in [("GET", "/v2/works/detail/list", None), ("POST", "/v2/user/like", {"status": 0, "dataId": cluster.works[0]})]:
        data, headers = caller.signed(method, path, body)
        assert caller.send(method, path, data, headers).good
        for door in cluster.doors:
            calls.append((caller.at(door), (method, path, data, headers)))
    return calls


def _refused(caller, send, name):
    try:
        answer = caller.send(*send)
    except Gone:
        return
    assert not answer.good, f"{name}: a call was answered twice: {send[:2]} {answer}"


def _good(visitor, path):
    try:
        return visitor.get(path).good
    except Gone:
        return False


def _recovery(cluster, member):
    """How soon every instance answers reads and writes again, seconds."""

    def well():
        return all(
            _good(member.at(door), "/v2/works/detail/list?pageSize=5") and _good(member.at(door), "/v2/user/getInfo")
            and member.at(door).like(cluster.works[1]).good
            for door in cluster.doors
        )

    took = wait_until(well, "all instances answer again", RECOVERY)
    cluster.wait_until_well()
    return took
