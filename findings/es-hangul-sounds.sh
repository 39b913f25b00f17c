#!/usr/bin/env bash
# es-hangul 2.4.0 (npm): how a Korean word is spoken, and its Latin letters.
#
# It says that it follows the standard pronunciation and the Revised Romanization, and knows most of their rules: 신라 is 실라 and Silla, 해돋이
# haedoji, 색연필 saengnyeonpil. Rule 24 of the pronunciation, by which a consonant is hard behind ㄴ and ㅁ, is one for stems of verbs (신고,
# spoken 신꼬). standardizePronunciation has it for every word: 친구 (friend) is 친꾸, 남자 남짜, 한국 한꾹, 안개 안깨; the option hardConversion: false
# takes it away together with the hard consonants that are right (국밥). The exceptions of rule 20 it does not know: 의견란 is 의결란 (의견난).
# Romanizing, it lets an h melt into the consonant before it, which the standard excludes for nouns (chapter 3, 1): its own examples Mukho
# and Jiphyeonjeon become muko and jipyeonjeon. Speech and searches by sound miss those; words for trying such a library, 독립 and 종로, are
# right.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" es-hangul@2.4.0 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { romanize, standardizePronunciation } from 'es-hangul'

const spoken = {}
for (const word of ['신라', '독립문', '국밥', '친구', '남자', '한국', '안개', '의견란', '생산량']) spoken[word] = standardizePronunciation(word)
const letters = {}
for (const word of ['신라', '종로', '해돋이', '색연필', '묵호', '집현전']) letters[word] = romanize(word)
console.log(spoken, letters)
assert.deepEqual(spoken, {
  신라: '실라',
  독립문: '동님문',
  국밥: '국빱',
  친구: '친꾸',
  남자: '남짜',
  한국: '한꾹',
  안개: '안깨',
  의견란: '의결란',
  생산량: '생살량',
})
assert.equal(standardizePronunciation('친구', { hardConversion: false }), '친구')
assert.equal(standardizePronunciation('국밥', { hardConversion: false }), '국밥')
assert.deepEqual(letters, {
  신라: 'silla',
  종로: 'jongno',
  해돋이: 'haedoji',
  색연필: 'saengnyeonpil',
  묵호: 'muko',
  집현전: 'jipyeonjeon',
})
JS
node look.mjs
