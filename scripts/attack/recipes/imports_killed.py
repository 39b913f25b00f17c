"""kill -9 of an import, with and without a running server: a second run completes it, and the index is equal."""

import subprocess
import time

from site_under_attack import lines

LINES = 3_000


def run(attack):
    for at in attack.rounds(6):
        with attack.site() as site:
            concurrent = at % 2 == 0
            if concurrent:
                site.start()
            file = site.folder / "works.ndjson"
            file.write_text(lines(LINES))
            importing = subprocess.Popen(**site.command("import", str(file)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(attack.dice.uniform(0.1, 2.5))
            importing.kill()
            importing.wait()
            if not concurrent:
                # Indexing was killed half way, and catches up when the service starts.
                site.start()
            attack.check(not (why := site.is_equal_soon()), f"the index differs after the kill: {why}")
            site.run("import", str(file))
            attack.check(not (why := site.is_equal_soon()), f"the index differs: {why}")
            works = site.number("SELECT count(*) FROM works")
            attack.check(works == LINES, f"{works} works")
