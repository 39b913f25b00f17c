"""kill -9 while two works are merged and that is undone again and again: everything is of one of them, and counters match."""

import json
import threading

from site_under_attack import Gone, lines

MEMBERS = 6
MAGNETS = 100


def run(attack):
    with attack.site() as site:
        records = map(json.loads, lines(2).splitlines())
        magnet = {"name": "1080p", "length": 1, "createTime": "2026-09-01"}
        magnets = [{**magnet, "infoHash": f"{at:040x}"} for at in range(1, MAGNETS + 1)]
        first = {**next(records), "magnets": magnets}
        site.run("import", "-", text="".join(json.dumps(record) + "\n" for record in (first, *records)))
        site.start()
        goes = str(site.number("SELECT id FROM works WHERE number = 'ATK-00001'"))
        stays = str(site.number("SELECT id FROM works WHERE number = 'ATK-00002'"))
        operator = site.operator("operator_admin")
        for at in range(MEMBERS):
            member = site.member(f"member_{at}")
            assert member.like(goes).good and member.collect(goes).good
        changes = 0
        for _ in attack.rounds(20):
            counts = []
            changing = threading.Thread(target=change, args=(operator, goes, stays, counts))
            changing.start()
            changing.join(attack.dice.uniform(0.05, 0.8))
            site.kill()
            changing.join()
            changes += len(counts)
            bad = [count for count in counts if count != 200]
            attack.check(not bad, f"answers {bad[:3]}")
            merged = site.number(f"SELECT count(*) FROM works WHERE id = {goes} AND leads_to = {stays} AND hidden")
            check_state(attack, site, (goes, stays), merged)
            site.start()
            attack.check(not (why := site.is_equal_soon()), f"the index differs: {why}")
            if merged:
                answer = operator.post("/admin/works/merge", {"id": goes, "reason": "撤销合并"})
                attack.check(answer.good, f"it could not be undone: {answer}")
            check_state(attack, site, (goes, stays), 0)
        print(f"  {changes} merges and undos were acknowledged")


def change(operator, goes, stays, counts):
    """Merges and undoes that until the server has gone."""
    while True:
        for more in ({"into": stays}, {}):
            try:
                counts.append(operator.post("/admin/works/merge", {"id": goes, "reason": "重复收录", **more}).status)
            except Gone:
                return


def check_state(attack, site, works, merged):
    """Everything is of the one work or the other, and what undoes it is there if it is merged."""
    of = works[merged]
    for table, wanted in (("likes", MEMBERS), ("collection_items", MEMBERS), ("magnets", MAGNETS)):
        there = site.number(f"SELECT count(*) FROM {table} WHERE work_id = {of}")
        attack.check(there == wanted, f"{there} of {wanted} rows of {table} are where they belong")
    attack.check(site.number("SELECT count(*) FROM work_merges") == merged, "what undoes the merge is not there, or still there")
    attack.check(site.number("SELECT count(*) FROM works WHERE hidden OR leads_to IS NOT NULL") == merged, "the work is half merged")
    attack.check(site.wrong_counts() == 0, "counters differ from their rows")
