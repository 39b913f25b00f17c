"""kill -9 inside the undo of an import, of the server and of the command line: it goes on, and no work is half undone."""

import json
import re
import subprocess
import threading

from site_under_attack import Gone, lines

CHANGED = 300
NEW = 100
HALF = """
    SELECT count(*) FROM works w WHERE NOT (
      (title <> '换过的' AND duration = 0 AND NOT EXISTS (SELECT 1 FROM work_terms t WHERE t.work_id = w.id))
      OR (title = '换过的' AND duration = 77 AND (SELECT count(*) FROM work_terms t WHERE t.work_id = w.id) = 1))
"""


def run(attack):
    with attack.site() as site:
        site.fill(CHANGED)
        site.start()
        operator = site.operator("operator_admin")
        inside = 0
        for at in attack.rounds(20):
            number = imported(site, at)
            if at % 2 == 0:
                undoing = threading.Thread(target=undo, args=(operator, number), kwargs={"until_gone": True})
                undoing.start()
                undoing.join(attack.dice.uniform(0.02, 0.8))
                site.kill()
                undoing.join()
            else:
                undoing = subprocess.Popen(
                    **site.command("import", "undo", number), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )
                try:
                    undoing.wait(attack.dice.uniform(0.1, 1.5))
                except subprocess.TimeoutExpired:
                    undoing.kill()
                undoing.wait()
            inside += site.number(f"SELECT count(*) FROM imports WHERE id = {number} AND undo = 'begun'")
            attack.check((half := site.number(HALF)) == 0, f"{half} works are half undone")
            if at % 2 == 0:
                site.start()
                undo(operator, number)
            else:
                site.run("import", "undo", number)
            left = site.number("SELECT count(*) FROM works WHERE title = '换过的'")
            works, terms = site.number("SELECT count(*) FROM works"), site.number("SELECT count(*) FROM terms")
            attack.check((left, works, terms) == (0, CHANGED, 0), f"{left} changed, {works} works and {terms} terms are left")
            done = site.number(f"SELECT count(*) FROM imports WHERE id = {number} AND undo = 'done'")
            attack.check(done == 1, "the undo has not ended")
            logged = site.number(f"SELECT count(*) FROM audit_log WHERE action = 'works.import.undo' AND target_id = '{number}'")
            attack.check(logged == 2, f"{logged} entries in the log, instead of its beginning and its end")
            attack.check(site.wrong_counts() == 0, "counters differ from their rows")
            attack.check(not (why := site.is_equal_soon()), f"the index differs: {why}")
        print(f"  {inside} of {attack.runs} kills came before the undo had ended")


def imported(site, at):
    """Imports changes of every work and some new works, each with a new tag; returns the id of the import."""
    records = map(json.loads, lines(CHANGED + NEW, title="换过的", duration=77).splitlines())
    tagged = [{**record, "tags": [{"name": f"{at}号标签{position % 40}"}]} for position, record in enumerate(records)]
    ran = site.run("import", "-", text="".join(json.dumps(record) + "\n" for record in tagged))
    return re.search(r"import undo (\d+)", ran.stderr)[1]


def undo(operator, number, until_gone=False):
    """Walks the undo to its end, or until the server has gone."""
    form = {}
    while True:
        try:
            answer = operator.post(f"/admin/imports/{number}/undo", form)
        except Gone:
            if until_gone:
                return
            raise
        assert answer.good, answer
        if "cursor" not in answer.json["data"]:
            return
        form = {"cursor": answer.json["data"]["cursor"]}
