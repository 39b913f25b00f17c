#!/usr/bin/env bash
# jsonparse 1.3.1 and JSONStream 1.3.5 (npm), which reads with it: whole numbers that JavaScript has not room for. @streamparser/json
# 0.0.26 (npm) reads the same text.
#
# JSON.parse makes a number of every number (ECMA-262, 25.5.1), the nearest that there is, and a parser that only reads bit by bit is
# expected to give the same. jsonparse gives the digits as a string where the nearest number is another; JSONStream's page says that
# numbers which JavaScript cannot represent are strings. Neither quite holds, for it looks for a text of digits and nothing else, and
# compares that: the id 9007199254740993 is a string, its neighbour 9007199254740992 a number, 100000000000000000000 a number, and
# -9007199254740993 and 9007199254740993.0 are numbers and wrong. One column of ids has both types, and which id has which cannot be told
# from its length; a Map or === finds some films and not others.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" jsonparse@1.3.1 JSONStream@1.3.5 @streamparser/json@0.0.26 >/dev/null
cat >look.cjs <<'JS'
const assert = require('node:assert')
const Parser = require('jsonparse')
const JSONStream = require('JSONStream')
const { JSONParser } = require('@streamparser/json')

const NUMBERS = ['9007199254740992', '9007199254740993', '-9007199254740993', '9007199254740993.0', '100000000000000000000', '1e400']
const text = `[${NUMBERS.join(',')}]`

function byJsonparse() {
  const parser = new Parser()
  let whole
  parser.onValue = function (value) {
    if (this.stack.length === 0) whole = value
  }
  parser.write(text)
  return whole
}
function byStreamparser() {
  const parser = new JSONParser()
  let whole
  parser.onValue = ({ value, stack }) => {
    if (stack.length === 0) whole = value
  }
  parser.write(text)
  return whole
}
const byJSONStream = new Promise((resolve) => {
  const values = []
  const stream = JSONStream.parse('*')
  stream.on('data', (value) => values.push(value)).on('end', () => resolve(values))
  stream.end(text)
})
byJSONStream.then((values) => {
  const seen = byJsonparse()
  console.log(seen)
  assert.deepEqual(JSON.parse(text), byStreamparser())
  assert.deepStrictEqual(values, seen)
  assert.deepStrictEqual(seen, [2 ** 53, '9007199254740993', -(2 ** 53), 2 ** 53, 1e20, Number.POSITIVE_INFINITY])
})
JS
node look.cjs
