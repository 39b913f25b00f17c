#!/usr/bin/env bash
# dragonmapper 0.3.0 (PyPI): Zhuyin and Pinyin, and single characters. pypinyin 0.55.0 (PyPI) beside it.
#
# The library converts both ways, Pinyin with marks: ㄧ ㄦˋ ㄙㄢ (one, two, three) should be yī èr sān and is yī r4 sān. ㄦ counts as the ending of 花儿 alone, an r
# without a vowel that could have a mark, so that two, ear (ㄦˇ), and son (ㄦˊ) are r with a figure among syllables with marks. èr to Zhuyin is right, and its own r4
# comes back as ㄦˋ: a test of the round trip sees nothing, while other programs take r4 for no Pinyin. The neutral tone is marked in front in Taiwan's
# standard (Ministry of Education, handbook of Zhuyin), ˙ㄇㄚ; dragonmapper writes ㄇㄚ˙ and refuses the former. Of single characters it takes the reading
# that its table has first: 略 and 掠 are è, which nobody says, in place of lüè. In words they are right.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet dragonmapper==0.3.0 pypinyin==0.55.0
venv/bin/python - <<'PY'
from dragonmapper import hanzi, transcriptions
from pypinyin import Style, lazy_pinyin

for zhuyin, wrong, right in (("ㄧ ㄦˋ ㄙㄢ", "yī r4 sān", "yī èr sān"), ("ㄦˇ ㄉㄨㄛ˙", "r3 duo", "ěr duo"), ("ㄋㄩˇ ㄦˊ", "nǚ r2", "nǚ ér")):
    found = transcriptions.zhuyin_to_pinyin(zhuyin)
    print(zhuyin, "|", found)
    assert found == wrong
    assert transcriptions.to_zhuyin(right) == transcriptions.to_zhuyin(wrong) == zhuyin

assert transcriptions.zhuyin_to_pinyin("ㄇㄚ˙") == "ma"
assert transcriptions.to_zhuyin("ma5") == "ㄇㄚ˙"
assert not transcriptions.is_zhuyin("˙ㄇㄚ")
try:
    transcriptions.to_pinyin("˙ㄇㄚ")
    raise AssertionError("a mark in front is read")
except ValueError as refused:
    print("˙ㄇㄚ |", refused)

for character in ("略", "掠"):
    found = hanzi.to_pinyin(character), hanzi.to_zhuyin(character), *lazy_pinyin(character, style=Style.TONE)
    print(character, "|", *found)
    assert found == ("è", "ㄜˋ", "lüè")
assert hanzi.to_pinyin("侵略") == "qīnlüè" and hanzi.to_pinyin("谋略") == "móulüè"
PY
