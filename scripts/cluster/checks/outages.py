"""PostgreSQL, its replica or Redis down: bounded responses, nothing fails open, and it recovers automatically."""

from __future__ import annotations

import time
from collections import Counter

from load import Load, mixed
from processes import wait_until
from site_under_attack import Gone

AWAY, LONG = 4, 30
THREADS = 4
SLOWEST = 10.0
"""The maximum time of any response, seconds."""
GOOD = "good"
RECOVERY = 30.0
"""The maximum time until all requests succeed after a part is back, seconds."""

BYPASSED = [("replica unavailable", "replica available again"), ("replica lags", "replica has caught up")]
"""What an instance logs when it becomes unavailable and when it is back."""


def run(cluster, long):
    away = LONG if long else AWAY
    processes = [instance.server.pid for instance in cluster.instances]
    figures = []
    for name, part in [("Redis", cluster.redis), ("replica", cluster.replica), ("PostgreSQL", cluster.primary)]:
        for manner, leave, back in [("killed", part.kill, part.start), ("stopped", part.freeze, part.thaw)]:
            figures.append(f"{name} {manner} {away} s: {_outage(cluster, name, leave, back, away)}")
            if part is cluster.replica:
                _replica_is_read(cluster)
    assert processes == [instance.server.pid for instance in cluster.instances], "an instance was restarted"
    figures.append(_captchas_and_limits(cluster))
    return "\n          ".join(["", *figures])


def _outage(cluster, name, leave, back, away):
    used, member = _used_calls(cluster), cluster.member()
    # Requested before: instances cache such lists. The others have to be read.
    kept = "/v2/works/detail/list?pageSize=20&pageNum=1"
    for door in cluster.doors:
        assert cluster.visitor().at(door).get(kept).good
    with Load(cluster, THREADS, mixed(cluster.works)) as load:
        leave()
        began = time.monotonic()
        asked = searches = 0
        lists = Counter()
        while time.monotonic() - began < away:
            for caller, send in used:
                _assert_rejected(caller, send, name)
            for door in cluster.doors:
                visitor = cluster.visitor().at(door)
                asked += 1
                lists[_outcome(visitor, kept)] += 1
                searches += _good(visitor, f"/v2/works/detail/list?keyword={name}+{asked}+{away}")
        back()
        recovered = _recovery(cluster, member)
        for caller, send in used:
            _assert_rejected(caller, send, name)
    assert load.slowest < SLOWEST, f"{name}: a request took {load.slowest:.1f} s"
    # Without Redis a replay cannot be excluded, so no signed request may succeed.
    wanted = 0 if name == "Redis" else asked
    answered = lists[GOOD]
    assert answered == wanted, f"{name}: {answered} of {asked} known lists succeeded, and {wanted} should: {lists}"
    expected = ("503 ", "401 timestamp_skew", "401 nonce_replay")
    odd = {said: times for said, times in load.failures.items() if not said.startswith(expected)}
    assert not odd, f"{name}: requests failed otherwise than by 503: {odd}"
    return (
        f"slowest of {load.calls} requests {load.slowest:.1f} s, {load.failed} rejected with 503; {answered} of {asked} known "
        f"lists and {searches} of {asked} new searches answered; "
        f"{len(used)} used nonces stayed used; well {recovered:.1f} s after"
    )


def _used_calls(cluster):
    """Signed requests that succeeded once, to be replayed to every instance."""
    caller = cluster.member()
    calls = []
    like = {"status": 0, "dataId": cluster.works[0]}
    for method, path, body in [("GET", "/v2/works/detail/list", None), ("POST", "/v2/user/like", like)]:
        data, headers = caller.signed(method, path, body)
        assert caller.send(method, path, data, headers).good
        for door in cluster.doors:
            calls.append((caller.at(door), (method, path, data, headers)))
    return calls


def _assert_rejected(caller, send, name):
    try:
        answer = caller.send(*send)
    except Gone:
        return
    assert not answer.good, f"{name}: a request was accepted twice: {send[:2]} {answer}"


def _good(visitor, path):
    return _outcome(visitor, path) == GOOD


def _outcome(visitor, path):
    try:
        answer = visitor.get(path)
        return GOOD if answer.good else repr(answer)
    except Gone as gone:
        return f"gone: {gone}"


def _recovery(cluster, member):
    """The time until every instance serves reads and writes again, seconds."""

    def well():
        return all(
            _good(member.at(door), "/v2/works/detail/list?pageSize=5") and _good(member.at(door), "/v2/user/getInfo")
            and member.at(door).like(cluster.works[1]).good
            for door in cluster.doors
        )

    took = wait_until(well, "all instances answer again", RECOVERY)
    cluster.wait_until_well()
    return took


def _replica_is_read(cluster):
    """Waits until no instance bypasses it any more."""

    def back():
        logs = [(instance.folder / "log").read_text() for instance in cluster.instances]
        return all(log.count(lost) == log.count(back) for log in logs for lost, back in BYPASSED)

    wait_until(back, "the replica is read again", RECOVERY)


def _captchas_and_limits(cluster):
    """A captcha stays used and a limit reached when Redis goes and comes back empty."""
    instance, door = cluster.instances[0], cluster.doors[0]
    visitor = cluster.visitor().at(door)
    instance.stop()
    instance.start(CAPTCHA="on", CAPTCHA_PER_MINUTE="6")
    ask = lambda: visitor.get("/v2/user/captcha")  # noqa: E731
    captcha = ask().json["uuid"]
    form = {"appId": "yingku", "userName": "nobody_here", "password": "quiet-river-27", "code": "9999", "uuid": captcha}
    said = [visitor.post("/v2/user/login", form).json["error"]]
    asked = 1
    while ask().good:
        asked += 1
        assert asked <= 6, "the limit does not hold"
    cluster.redis.kill()
    said += [visitor.post("/v2/user/login", form).json["error"], ask().json["error"]]
    cluster.redis.start()
    cluster.wait_until_well()
    said += [visitor.post("/v2/user/login", form).json["error"], ask().json["error"]]
    instance.stop()
    instance.start()
    assert said == ["captcha_wrong", "busy", "busy", "captcha_expired", "rate_limited"], said
    return "a captcha stayed used and a limit reached through an empty Redis"
