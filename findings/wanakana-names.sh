#!/usr/bin/env bash
# wanakana 5.3.1 (npm): names of people between kana and letters. hepburn 1.3.0 and japanese 1.2.0 (npm) do the same.
#
# Its romanization is called Hepburn. What it writes is that for native words alone: a small vowel, as names have them, is written like a
# large one, so that ティナ is teina (Tina), ファン fuan (Fan), キャンディ kyandei (Candy) and ヴィヴィ vyivyi (Vivi). Reading letters it knows
# neither the tch of Hepburn, which it writes itself, nor the long vowels ō and ū that isRomaji() takes for romaji, nor an m before b and
# p: they stay letters in the middle of the kana, はっちょう (hatchou) becomes ハtチョウ. So a search for performers by letters misses them in
# both directions. The other two write the names as they are spelled, and hepburn reads tch and m.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" wanakana@5.3.1 hepburn@1.3.0 japanese@1.2.0 >/dev/null
cat >look.cjs <<'JS'
const assert = require('node:assert')
const hepburn = require('hepburn')
const japanese = require('japanese')
const wanakana = require('wanakana')

assert.equal(wanakana.ROMANIZATIONS.HEPBURN, 'hepburn')
const written = {}
for (const kana of ['ハナ', 'ティナ', 'ファン', 'キャンディ', 'ヴィヴィ', 'ハッチョウ']) {
  const letters = wanakana.toRomaji(kana)
  written[kana] = [letters, wanakana.toKatakana(letters), hepburn.fromKana(kana).toLowerCase(), japanese.romanize(kana)]
}
const read = {}
for (const letters of ['hana', 'matcha', 'jirō', 'shimbashi']) {
  read[letters] = [wanakana.isRomaji(letters), wanakana.toHiragana(letters), hepburn.toHiragana(letters)]
}
console.log(written, read)
assert.deepEqual(written, {
  ハナ: ['hana', 'ハナ', 'hana', 'hana'],
  ティナ: ['teina', 'テイナ', 'tina', 'tina'],
  ファン: ['fuan', 'フアン', 'fan', 'fan'],
  キャンディ: ['kyandei', 'キャンデイ', 'kyandi', 'kyandi'],
  ヴィヴィ: ['vyivyi', 'ヴィヴィ', 'vivi', 'vivi'],
  ハッチョウ: ['hatchou', 'ハtチョウ', 'hatchou', 'hatchō'],
})
assert.deepEqual(read, {
  hana: [true, 'はな', 'はな'],
  matcha: [true, 'まtちゃ', 'まっちゃ'],
  jirō: [true, 'じrō', 'じRŌ'],
  shimbashi: [true, 'しmばし', 'しんばし'],
})
JS
node look.cjs
