"""Members like and collect the same works concurrently, each also repeatedly: the counters match the rows."""

from site_under_attack import at_once

MEMBERS = 6


def run(attack):
    with attack.site() as site:
        site.fill(20)
        site.start()
        works = site.works()
        members = [site.member(f"member_{at}") for at in range(MEMBERS)]
        for _ in attack.rounds(20):
            work = attack.dice.choice(works)
            calls = []
            for member in members:
                calls += [lambda member=member: member.like(work), lambda member=member: member.like(work, False)]
                calls += [lambda member=member: member.like(work), lambda member=member: member.collect(work)]
                calls += [lambda member=member: member.collect(work)]
            answers = at_once(calls)
            bad = [answer for answer in answers if not getattr(answer, "good", False)]
            attack.check(not bad, f"{bad[:3]}")
            attack.check(site.wrong_counts() == 0, "counters differ from their rows")
        attack.check(not (why := site.is_equal_soon()), f"the index differs: {why}")
