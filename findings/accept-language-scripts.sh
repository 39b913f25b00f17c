#!/usr/bin/env bash
# accept-language-parser 1.5.0 (npm): languages with a script and no country. negotiator 1.0.0 and @formatjs/intl-localematcher 0.6.2
# (npm) choose from the same lists.
#
# Chinese is asked for by its script: zh-Hans, zh-Hant (BCP 47; Safari sends "zh-CN,zh-Hans;q=0.9"), and a text in zh-Hant serves one who
# asks for zh-Hant-TW (RFC 4647, 3.4, Lookup). The parser's page shows zh-Hans-CN with its script and its country. Without a country the
# script is taken for one: zh-Hans is of a country "Hans". pick() compares both, so that of en and zh-Hans-CN one who asks for zh-Hans
# gets English, and so does one who asks for zh-Hant-TW of en, zh-Hans and zh-Hant. loose: true, by its page, takes the first entry of the
# language: it never looks at the script, and the Taiwanese reader gets simplified characters. A star, any language at all, is null. A
# list of zh-CN, zh-TW and en works, as long as it is not loose.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" \
    accept-language-parser@1.5.0 negotiator@1.0.0 @formatjs/intl-localematcher@0.6.2 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { match } from '@formatjs/intl-localematcher'
import parser from 'accept-language-parser'
import Negotiator from 'negotiator'

const asked = (header) => new Negotiator({ headers: { 'accept-language': header } }).languages()
const seen = []
for (const [header, has] of [
  ['zh-TW,en;q=0.5', ['en', 'zh-CN', 'zh-TW']],
  ['zh-Hans,en;q=0.5', ['en', 'zh-Hans-CN']],
  ['zh-Hant-TW,en;q=0.5', ['en', 'zh-Hans', 'zh-Hant']],
  ['zh-Hans', ['zh-Hant', 'zh-Hans']],
]) {
  seen.push([header, match(asked(header), has, 'en'), parser.pick(has, header), parser.pick(has, header, { loose: true })])
}
console.log(seen, parser.parse('zh-Hans'), parser.parse('zh-Hans-CN'))
assert.deepEqual(seen, [
  ['zh-TW,en;q=0.5', 'zh-TW', 'zh-TW', 'zh-CN'],
  ['zh-Hans,en;q=0.5', 'zh-Hans-CN', 'en', 'zh-Hans-CN'],
  ['zh-Hant-TW,en;q=0.5', 'zh-Hant', 'en', 'zh-Hans'],
  ['zh-Hans', 'zh-Hans', 'zh-Hans', 'zh-Hant'],
])
assert.deepEqual(parser.parse('zh-Hans'), [{ code: 'zh', script: null, region: 'Hans', quality: 1 }])
assert.deepEqual(parser.parse('zh-Hans-CN'), [{ code: 'zh', script: 'Hans', region: 'CN', quality: 1 }])
assert.equal(parser.pick(['en', 'zh-CN'], '*'), null)
assert.deepEqual(new Negotiator({ headers: { 'accept-language': '*' } }).languages(['en', 'zh-CN']), ['en', 'zh-CN'])
JS
node look.mjs
