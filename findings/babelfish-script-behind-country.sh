#!/usr/bin/env bash
# babelfish 0.6.1 (PyPI, under guessit and subliminal): tags of a language with a script and a country. langcodes 3.5.1 (PyPI) and Intl of Node.js
# read the same tags.
#
# In a tag of IETF the script comes before the region: zh-Hans-CN, sr-Latn-RS (RFC 5646, 2.1). babelfish has it the other way round. Language.fromietf takes
# zh-CN-Hans, and refuses zh-Hans-CN, the tag of browsers and of CLDR ("Unmatched subtags: ['CN']"), which does not happen with a
# country or a script alone: zh-CN and zh-Hans. A Language that has both is written zh-CN-Hans too, and no tool that keeps to the
# RFC reads that: langcodes and Intl.Locale refuse it. Only within babelfish the round trip is right. Regions in digits, es-419 for Latin
# America, are taken for a script and refused.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet babelfish==0.6.1 langcodes==3.5.1
venv/bin/python - <<'PY'
import langcodes
from babelfish import Country, Language, Script

for tag, read in (
    ("zh-CN", True),
    ("zh-Hans", True),
    ("zh-Hans-CN", False),
    ("sr-Latn-RS", False),
    ("zh-CN-Hans", True),
    ("es-419", False),
):
    try:
        found = str(Language.fromietf(tag))
        assert read and found == tag
    except ValueError as refused:
        found = str(refused)
        assert not read
    valid = langcodes.tag_is_valid(tag)
    print(tag, found, valid, sep=" | ")
    assert valid == (tag != "zh-CN-Hans")

written = str(Language("zho", country=Country("CN"), script=Script("Hans")))
print(written)
assert written == "zh-CN-Hans"
PY
node --input-type=module - <<'JS'
import assert from "node:assert";

assert.equal(new Intl.Locale("zh-Hans-CN").script, "Hans");
assert.throws(() => new Intl.Locale("zh-CN-Hans"), RangeError);
JS
