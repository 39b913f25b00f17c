"""Restarting one instance after the other under load fails no call."""

from __future__ import annotations

from load import Load, mixed

CALLS = 10_000
LONG = 50_000
THREADS = 8


def run(cluster, long):
    least, rounds = LONG if long else CALLS, 0
    with Load(cluster, THREADS, mixed(cluster.works)) as load:
        while load.calls < least or rounds == 0:
            rounds += 1
            for instance in cluster.instances:
                instance.terminate()
                instance.start()
    assert load.failed == 0, f"{load.failed} of {load.calls} calls failed in {rounds} rounds: {load.failures}"
    return f"{load.calls} calls, 0 failed, while each of 3 instances was restarted {rounds} times; slowest {load.slowest:.2f} s"
