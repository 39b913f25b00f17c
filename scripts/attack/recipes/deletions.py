"""A member deletes the account while writing on eight connections: nothing of them is left, and counters are exact."""

import threading

from site_under_attack import PASSWORD


def run(attack):
    with attack.site() as site:
        site.fill(60)
        site.start()
        works = site.works()
        for at in attack.rounds(15):
            member = site.member(f"member_{at}")
            ended = threading.Event()

            def write():
                while not ended.is_set():
                    work = attack.dice.choice(works)
                    attack.dice.choice([member.like, member.collect])(work)

            threads = [threading.Thread(target=write) for _ in range(8)]
            for thread in threads:
                thread.start()
            ended.wait(attack.dice.uniform(0.02, 0.3))
            deleted = member.post("/v2/user/delete", {"password": PASSWORD})
            ended.wait(0.05)
            ended.set()
            for thread in threads:
                thread.join()
            attack.check(deleted.good, f"the response to the deletion is {deleted}")
            for table in ("users", "sessions", "likes", "collections", "collection_items"):
                left = site.number(f"SELECT count(*) FROM {table}")
                attack.check(left == 0, f"{left} rows are left in {table}")
            attack.check(site.wrong_counts() == 0, "counters differ from their rows")
        attack.check(not (why := site.is_equal_soon()), f"the index differs: {why}")
