"""At twice saturation successful responses stay fast, and the site recovers soon after."""

from __future__ import annotations

import subprocess
from collections import Counter

from site_under_attack import SECRET

WORKS = "10000"
SETTINGS = {
    # The instances share the processors of one machine.
    "WORKERS": "1",
    "DATABASE_POOL": "2",
    "DATABASE_CROWDED_WAIT_MS": "20",
    "CROWDED_LATE_MS": "50",
    "CONNECTIONS_PER_ADDRESS": "20000",
    "PAY_MODE": "sandbox",
    "SANDBOX_IN_PUBLIC": "on",
}
BENCH = ["cargo", "bench", "--locked", "--bench", "load", "--"]


def run(cluster, long):
    cluster.instances[0].run("demo", "--works", WORKS)
    for instance in cluster.instances:
        instance.terminate()
        instance.start(**SETTINGS)
    bench = subprocess.run([*BENCH, "--site", f"127.0.0.1:{cluster.nginx.plain}", "--secret", SECRET], stdout=subprocess.PIPE, text=True)
    print(bench.stdout, flush=True)
    answered = Counter(line.split()[3] for line in (cluster.nginx.folder / "yingku.log").read_text().splitlines())
    print(f"nginx responses: {dict(answered)}", flush=True)
    assert bench.returncode == 0, "see the table"
    return bench.stdout.splitlines()[-1]
