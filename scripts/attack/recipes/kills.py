"""kill -9 while members like works: every acknowledged write is stored, and the index is equal."""

import threading

from site_under_attack import Gone

MEMBERS = 4


def run(attack):
    with attack.site() as site:
        site.fill(300)
        site.start()
        works = site.works()
        members = [site.member(f"member_{at}") for at in range(MEMBERS)]
        kept = [set() for _ in members]
        written = 0
        for _ in attack.rounds(40):
            ended = threading.Event()
            unsure = [None] * MEMBERS
            counts = [0] * MEMBERS

            def write(at):
                while not ended.is_set():
                    work = attack.dice.choice(works)
                    liked = work not in kept[at]
                    unsure[at] = work
                    try:
                        answer = members[at].like(work, liked)
                    except Gone:
                        return
                    if not answer.good:
                        raise AssertionError(answer)
                    (kept[at].add if liked else kept[at].discard)(work)
                    unsure[at] = None
                    counts[at] += 1

            threads = [threading.Thread(target=write, args=(at,)) for at in range(MEMBERS)]
            for thread in threads:
                thread.start()
            ended.wait(attack.dice.uniform(0.05, 0.8))
            site.kill()
            ended.set()
            for thread in threads:
                thread.join()
            written += sum(counts)
            site.start()
            for at, member in enumerate(members):
                found = member.liked()
                lost = (found ^ kept[at]) - {unsure[at]}
                attack.check(not lost, f"{len(lost)} acknowledged writes of {member.name} are lost")
                # What was written without a response counts from here on.
                kept[at] = found
            attack.check(not (why := site.is_equal_soon()), f"the index differs: {why}")
            attack.check(site.wrong_counts() == 0, "counters differ from their rows")
        print(f"  {written} writes were acknowledged")
