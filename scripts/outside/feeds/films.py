"""Lines of the import: films with links, names of every kind, and one with a future release."""

import json

LINKS = 120
FILMS = [
    {"number": "FEED-001", "title": "雾岭 & 海 <灯>", "pubTime": "2019-03-04 05:06:07", "picSmall": "covers/封面(1).jpg"},
    {"number": "FEED-002", "title": "没有封面", "pubTime": "2024-02-29"},
    {"number": "FEED-003", "title": "以后的片", "pubTime": "2031-01-01", "picSmall": "https://img.example/c/3.webp?w=300&h=400"},
]


def digits(at: int) -> str:
    return f"{at:040x}"


if __name__ == "__main__":
    for at, film in enumerate(FILMS):
        name = f"{film['number']} A&B <字幕> \"1080p\""
        magnet = {"name": name, "infoHash": digits(at + 1), "length": 5_000_000_000, "createTime": "2026-01-10 08:00:00"}
        print(json.dumps({"channel": "censored", **film, "magnets": [magnet]}, ensure_ascii=False))
    magnets = [
        {"name": f"MANY-001 第{at}份", "infoHash": digits(1000 + at), "length": at, "createTime": "2026-01-11"} for at in range(LINKS)
    ]
    print(json.dumps({"channel": "western", "number": "MANY-001", "title": "许多链接", "pubTime": "2026-01-01", "magnets": magnets}))
