#!/usr/bin/env bash
# pyjosa 1.0.3 (PyPI): the particle behind a Korean word. es-hangul 2.4.0 and josa-js 0.0.2 (npm) beside it.
#
# The library picks the form of a particle by whether the last syllable ends with a consonant. For six pairs that is the rule; for (으)로 ("by, to,
# into") it is not: behind ㄹ it is 로, as behind a vowel (서울로, 연필로, 지하철로; Standard Korean Dictionary, 로 and 으로). pyjosa asks for a consonant only, so
# every word in ㄹ gets a form that no Korean writes: 서울으로, 물으로, 지하철으로. A test with 산 and 바다, or with any other particle, shows nothing.
# es-hangul knows the rule. Behind digits both libraries of npm take the word for one that ends with a vowel: 3 is read 삼 and 8 팔, so that a film's
# "8이" becomes "8가"; pyjosa refuses digits.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet pyjosa==1.0.3
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund es-hangul@2.4.0 josa-js@0.0.2
venv/bin/python - <<'PY'
from pyjosa.josa import Josa

found = [Josa.get_full_string(word, "로") for word in ("산", "바다", "서울", "연필", "물", "지하철")]
print("pyjosa   ", *found)
assert found == ["산으로", "바다로", "서울으로", "연필으로", "물으로", "지하철으로"]
assert Josa.get_full_string("서울", "이") == "서울이"
PY
cat >check.mjs <<'JS'
import assert from "node:assert";
import { josa } from "es-hangul";
import Josa from "josa-js";

const found = ["산", "바다", "서울", "연필", "물", "지하철"].map((word) => josa(word, "으로/로"));
console.log("es-hangul", found.join(" "));
assert.deepEqual(found, ["산으로", "바다로", "서울로", "연필로", "물로", "지하철로"]);
const digits = ["2", "3", "8"].map((digit) => [josa(digit, "이/가"), Josa.r(digit, "이/가")]);
console.log("digits   ", digits.join(" "));
assert.deepEqual(digits, [["2가", "2가"], ["3가", "3가"], ["8가", "8가"]]);
JS
node check.mjs
