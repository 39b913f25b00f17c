"""Eight register one name concurrently: one gets it."""

from site_under_attack import at_once


def run(attack):
    with attack.site() as site:
        site.start()
        for at in attack.rounds(15):
            name = f"{attack.dice.choice(['Member', 'member', 'MEMBER'])}_{at:04}"
            answers = at_once([lambda: site.register(name)] * 8)
            good = sum(getattr(answer, "good", False) for answer in answers)
            attack.check(good == 1, f"{good} of 8 got the name: {answers}")
            taken = {answer.json.get("error") for answer in answers if hasattr(answer, "json") and not answer.good}
            attack.check(taken <= {"name_taken", "busy"}, f"rejected with {taken}")
