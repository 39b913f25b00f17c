"""An operator takes a work down while members like and collect it: nothing reaches it afterwards, and counters are exact."""

from site_under_attack import at_once

MEMBERS = 6


def run(attack):
    with attack.site() as site:
        site.fill(20)
        site.start()
        works = site.works()
        operator = site.operator("operator_admin")
        members = [site.member(f"member_{at}") for at in range(MEMBERS)]
        for at in attack.rounds(20):
            work = works[at % len(works)]
            form = {"id": work, "reason": "版权方要求"}
            calls = [lambda member=member: member.like(work) for member in members]
            calls += [lambda member=member: member.collect(work) for member in members]
            calls.insert(attack.dice.randrange(len(calls)), lambda: operator.post("/admin/works/takedown", form))
            answers = at_once(calls)
            statuses = {getattr(answer, "status", answer) for answer in answers}
            attack.check(statuses <= {200, 404}, f"{answers}")
            after = {members[0].like(work).status, site.visitor().get(f"/v2/works/detail/{work}").status}
            attack.check(after == {404}, f"it was reached after it was taken down: {after}")
            attack.check(site.wrong_counts() == 0, "counters differ from their rows")
            back = operator.post("/admin/works/restore", form)
            attack.check(back.good, f"it could not be restored: {back}")
        attack.check(not (why := site.is_equal_soon()), f"the index differs: {why}")
