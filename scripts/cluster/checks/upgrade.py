"""An older version's instances are replaced by a newer one's, one after the other, without a failed request.

    YINGKU=before/yingku UPGRADE_TO=target/release/yingku python3 scripts/cluster/run.py upgrade

The cluster is started with the older program and filled by it. The newer one migrates the database while the older
instances serve, then takes their places; each builds its index again where the two read different versions of it.
"""

from __future__ import annotations

import os
import pathlib

from load import Load, mixed

THREADS = 4


def run(cluster, long):
    newer = os.environ.get("UPGRADE_TO")
    assert newer, "UPGRADE_TO names the newer program"
    newer = str(pathlib.Path(newer).resolve())
    member = cluster.member()
    assert member.like(cluster.works[0]).good
    ready = []
    with Load(cluster, THREADS, mixed(cluster.works)) as load:
        for at, instance in enumerate(cluster.instances):
            instance.program = newer
            if at == 0:
                instance.run("migrate")
            instance.terminate()
            ready.append(instance.start())
    assert load.failed == 0, f"{load.failed} of {load.calls} requests failed meanwhile: {load.failures}"
    works = len(cluster.visitor().rows("/v2/works/detail/list?"))
    assert works == len(cluster.works), f"{works} of {len(cluster.works)} works are in the new indexes"
    liked = member.rows("/v2/user/like/detail/list?")
    assert [work["id"] for work in liked] == cluster.works[:1], "earlier likes are missing"
    return (
        f"0 of {load.calls} calls failed; ready after {', '.join(f'{took:.1f}' for took in ready)} s; "
        f"{works} works and the like of before are there"
    )
