"""Restarting one instance after the other at 60 % of saturation fails no request.

Saturation is what eight clients without a pause achieve on this machine, whose processors they share.
"""

from __future__ import annotations

import time

from load import Load, mixed

CALLS = 10_000
LONG = 50_000
THREADS = 8
SHARE = 0.6
MEASURED = 5.0
"""How long saturation is measured, seconds."""


def saturation(cluster):
    """Requests per second of clients without a pause, while nothing is restarted."""
    with Load(cluster, THREADS, mixed(cluster.works)) as load:
        time.sleep(MEASURED)
        calls = load.calls
    assert load.failed == 0, f"{load.failed} of {load.calls} requests failed before anything was restarted: {load.failures}"
    return calls / MEASURED


def run(cluster, long):
    least, rounds = LONG if long else CALLS, 0
    most = saturation(cluster)
    with Load(cluster, THREADS, mixed(cluster.works), rate=SHARE * most) as load:
        began = time.monotonic()
        while load.calls < least or rounds == 0:
            rounds += 1
            for instance in cluster.instances:
                instance.terminate()
                instance.start()
        made = load.calls / (time.monotonic() - began)
    assert load.failed == 0, f"{load.failed} of {load.calls} requests failed in {rounds} rounds: {load.failures}"
    return (
        f"{load.calls} calls, 0 failed, while each of 3 instances was restarted {rounds} times; slowest {load.slowest:.2f} s; "
        f"{made:.0f} calls/s, {made / most:.0%} of the {most:.0f} of {THREADS} callers who do not pause"
    )
