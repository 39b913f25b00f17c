#!/usr/bin/env bash
# pypinyin 0.55.0 (PyPI): surnames that are read otherwise than the word.
#
# Names are read as words. Rare surnames of two characters are right (万俟 moqi, 单于 chanyu, 尉迟 yuchi), which looks as if surnames
# were known. Common ones of one character are not: 曾 is ceng, 仇 chou, 盖 gai, 区 qu, 解 jie, 单 dan, 缪 mou, and 阚 is han, though
# it is hardly anything but a surname (kan).
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet pypinyin==0.55.0
"$work/venv/bin/python" - <<'PY'
from pypinyin import lazy_pinyin

WANTED = {
    "万俟": ("mo qi", "mo qi"), "单于": ("chan yu", "chan yu"), "尉迟恭": ("yu chi gong", "yu chi gong"),
    "阚": ("kan", "han"), "缪": ("miao", "mou"), "曾国藩": ("zeng guo fan", "ceng guo fan"),
    "仇英": ("qiu ying", "chou ying"), "盖聂": ("ge nie", "gai nie"), "区大相": ("ou da xiang", "qu da xiang"),
    "解缙": ("xie jin", "jie jin"), "单雄信": ("shan xiong xin", "dan xiong xin"),
}
for name, (right, expected) in WANTED.items():
    read = " ".join(lazy_pinyin(name))
    print(f"{name}: {read}" + ("" if read == right else f", a name is {right}"))
    assert read == expected, name
PY
