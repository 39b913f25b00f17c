#!/usr/bin/env bash
# @geolonia/japanese-numeral 1.0.2 (npm). kanjize 1.6.1 (PyPI) beside it.
#
# kanji2number converts Japanese numbers, as its README says also those that mix digits and characters, such as 2億3千430万: it throws for a text that is
# no number, and knows 廿 and full-width digits. Japanese sites count views and votes as 3.5万 and 1.2億. These are 0, without an error: the
# most viewed film has no views, where 3万 is 30000. The other way, number2kanji has no character beyond 兆, which Japanese has (京, 10^16), and
# Number expresses exactly: 10^16 is ０千兆, nought thousand 兆. kanjize reads both as they are meant and writes 一京.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet kanjize==1.6.1
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @geolonia/japanese-numeral@1.0.2
cat >check.mjs <<'JS'
import assert from "node:assert";
import numerals from "@geolonia/japanese-numeral";

const texts = ["3万", "3.5万", "1.2億", "１２億３万", "廿三"];
const found = texts.map((text) => numerals.kanji2number(text));
console.log(texts.join(" "), found.join(" "), numerals.number2kanji(1e16));
assert.deepEqual(found, [30_000, 0, 0, 1_200_030_000, 23]);
assert.throws(() => numerals.kanji2number("山谷"));
assert.equal(numerals.number2kanji(1e16), "０千兆");
JS
node check.mjs
venv/bin/python - <<'PY'
from kanjize import kanji2number, number2kanji

assert [kanji2number(text) for text in ("3万", "3.5万", "1.2億")] == [30_000, 35_000, 120_000_000]
print(number2kanji(10**16))
assert number2kanji(10**16) == "一京"
PY
