"""Twenty concurrent refreshes of one session: one successor for all."""

from site_under_attack import at_once


def run(attack):
    with attack.site() as site:
        site.start()
        member = site.member("member_one")
        for _ in attack.rounds(30):
            answers = at_once([member.renew] * 20)
            pairs = [answer.json["data"]["refreshToken"] for answer in answers if getattr(answer, "good", False)]
            attack.check(len(pairs) == 20 and len(set(pairs)) == 1, f"{len(pairs)} responses, {len(set(pairs))} successors")
            good = next(answer for answer in answers if getattr(answer, "good", False))
            member.access, member.refresh = good.json["data"]["accessToken"], good.json["data"]["refreshToken"]
        sessions = member.get("/v2/user/sessions").json["total"]
        attack.check(sessions == 1, f"{sessions} sessions")
