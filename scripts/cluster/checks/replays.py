"""Nonces and captchas are valid once across all instances."""

from __future__ import annotations

from site_under_attack import at_once

ROUNDS = 20


def run(cluster, long):
    return f"{_nonces(cluster)}; {_captchas(cluster)}"


def _nonces(cluster):
    member = cluster.member()
    path = "/v2/message"
    for at in range(ROUNDS):
        data, headers = member.signed("POST", path, {"appId": "yingku", "message": f"question {at}"})
        callers = [member.at(door) for door in cluster.doors] * 2
        answers = at_once([lambda caller=caller: caller.send("POST", path, data, headers) for caller in callers])
        good = sum(getattr(answer, "good", False) for answer in answers)
        others = [answer for answer in answers if not getattr(answer, "good", False)]
        assert good == 1, f"{good} of one signed request were accepted: {answers}"
        assert all(answer.json["error"] == "nonce_replay" for answer in others), others
    return f"{ROUNDS} signed requests, each sent twice to 3 instances concurrently: {ROUNDS} accepted, {ROUNDS * 5} rejected as replays"


def _captchas(cluster):
    for instance in cluster.instances:
        instance.stop()
        instance.start(CAPTCHA="on", CAPTCHA_PER_MINUTE="1000")
    for _ in range(ROUNDS):
        captcha = cluster.visitor().get("/v2/user/captcha").json["uuid"]
        form = {"appId": "yingku", "userName": "nobody_here", "password": "quiet-river-27", "code": "9999", "uuid": captcha}
        callers = [cluster.visitor().at(door) for door in cluster.doors]
        answers = at_once([lambda caller=caller: caller.post("/v2/user/login", form) for caller in callers])
        said = sorted(str(answer.json.get("error")) for answer in answers)
        assert said == ["captcha_expired", "captcha_expired", "captcha_wrong"], said
    for instance in cluster.instances:
        instance.stop()
        instance.start()
    return f"{ROUNDS} captchas tried on 3 instances concurrently: one attempt each"
