"""Members copy more links than the daily quota, eight at a time: one hundred each."""

from concurrent.futures import ThreadPoolExecutor

LINKS = 120
ALLOWED = 100


def run(attack):
    magnets = [
        {"name": f"ATK {at}", "infoHash": f"{at:040x}", "length": 1_000 + at, "createTime": "2026-09-02"} for at in range(1, LINKS + 1)
    ]
    with attack.site() as site:
        site.fill(1, magnets=magnets)
        site.start()
        links = [row["id"] for row in site.visitor().rows("/v2/dht/list?keyword=ATK-00001")]
        attack.check(len(links) == LINKS, f"{len(links)} links")
        for at in attack.rounds(5):
            member = site.member(f"member_{at}")
            attack.dice.shuffle(links)
            with ThreadPoolExecutor(8) as threads:
                # Each twice: a repetition is free.
                answers = list(threads.map(lambda link: member.post("/v2/dht/copy", {"id": link}), [l for l in links for _ in (0, 1)]))
            shown = {answer.json["data"]["infoHash"] for answer in answers if answer.good}
            attack.check(len(shown) == ALLOWED, f"{len(shown)} links were shown")
            rejected = {answer.json.get("error") for answer in answers if not answer.good}
            attack.check(rejected == {"copy_vip"}, f"rejected with {rejected}")
