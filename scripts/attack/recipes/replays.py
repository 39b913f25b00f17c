"""One signed request sent twenty times concurrently: it is accepted once."""

from site_under_attack import at_once


def run(attack):
    with attack.site() as site:
        site.fill(5)
        site.start()
        member = site.member("member_one")
        for at in attack.rounds(40):
            path = "/v2/message"
            data, headers = member.signed("POST", path, {"appId": "yingku", "message": f"问题 {at}"}) if at < 15 else (b"", None)
            method = "POST"
            if headers is None:
                method, path = "GET", "/v2/works/detail/list"
                data, headers = member.signed(method, path)
            answers = at_once([lambda: member.send(method, path, data, headers)] * 20)
            good = sum(getattr(answer, "good", False) for answer in answers)
            attack.check(good == 1, f"{good} of 20 were accepted: {answers}")
