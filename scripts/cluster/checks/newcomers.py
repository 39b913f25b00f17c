"""A new instance builds its index while the others serve, and the program serves a newer schema.

The schema has one more column and one more migration, as a newer program would leave it; the program itself is the same
throughout (two real programs one after the other are `upgrade`), and the index has the cluster's few hundred works; the load
is four clients without a pause.
"""

from __future__ import annotations

from load import Load, mixed
from people import Door

THREADS = 4
EXPANSION = (
    "INSERT INTO __diesel_schema_migrations (version) VALUES ('29990101000000');"
    "ALTER TABLE likes ADD COLUMN of_a_newer_program BIGINT NOT NULL DEFAULT 0"
)
"""What `migrate` of a newer version may do while older ones serve: add columns with a default."""
CONTRACTION = (
    "ALTER TABLE likes DROP COLUMN of_a_newer_program;"
    "DELETE FROM __diesel_schema_migrations WHERE version = '29990101000000'"
)


def run(cluster, long):
    newcomer = cluster.instance(21)
    try:
        with Load(cluster, THREADS, mixed(cluster.works)) as load:
            ready = newcomer.start()
            visitor = cluster.visitor().at(Door(newcomer, cluster.signer))
            works = len(visitor.rows("/v2/works/detail/list?"))
            cluster.primary.ask(EXPANSION)
            newcomer.terminate()
            newcomer.start()
            member = cluster.member().at(Door(newcomer, cluster.signer))
            assert member.like(cluster.works[0]).good
    finally:
        newcomer.stop()
        cluster.primary.ask(CONTRACTION)
    assert works == len(cluster.works), f"{works} of {len(cluster.works)} works are in the new index"
    assert load.failed == 0, f"{load.failed} of {load.calls} requests failed meanwhile: {load.failures}"
    return (
        f"ready with {works} works after {ready:.1f} s; started again on a schema it does not know; "
        f"0 of {load.calls} requests failed meanwhile"
    )
