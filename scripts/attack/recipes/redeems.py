"""Ten members use one activation code concurrently: one gets its days."""

from site_under_attack import at_once

MEMBERS = 10


def run(attack):
    with attack.site(CODE_FREE_FAILURES="1000000") as site:
        site.start()
        members = [site.member(f"member_{at}") for at in range(MEMBERS)]
        rounds = 20
        codes = iter(site.run("codes", "generate", "--plan", "VIP月卡", "--count", str(rounds)).stdout.split())
        used = 0
        for _ in attack.rounds(rounds):
            form = {"appId": "yingku", "code": next(codes)}
            answers = at_once([lambda member=member: member.post("/v2/user/activation", form) for member in members])
            good = sum(getattr(answer, "good", False) for answer in answers)
            attack.check(good == 1, f"{good} of {MEMBERS} got it: {answers}")
            used += 1
        given = site.number("SELECT count(*) FROM vip_grants")
        attack.check(given == used, f"{given} grants of {used} codes")
