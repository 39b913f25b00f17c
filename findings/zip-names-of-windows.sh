#!/usr/bin/env bash
# fflate 0.8.3, adm-zip 0.6.1, unzipper 0.12.5 and node-stream-zip 1.16.0 (npm): Chinese names in a ZIP as archivers of Windows write it.
# yauzl 3.4.0 and jszip 3.10.2 (npm) read the same file.
#
# Such an archiver writes the name in the code page of its system, without the flag of UTF-8, and beside it the same name in UTF-8, in the
# Unicode Path extra field (APPNOTE.TXT, 4.6.9), which is meant to be read in place of the first. So one need not guess a code page. Four
# readers do not look at it. fflate makes Latin letters of the bytes, which can be undone. The other three decode them as UTF-8: of most
# characters two U+FFFD are left, so that different names of one length become the same. adm-zip refuses the archive then ("Duplicate
# entry name"), unzipper has the name twice, and node-stream-zip, whose entries are a map, has one entry for two posters, without an
# error. Archives of macOS, Linux and the libraries themselves have the flag and come out right.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" \
    fflate@0.8.3 adm-zip@0.6.1 unzipper@0.12.5 node-stream-zip@1.16.0 yauzl@3.4.0 jszip@3.10.2 >/dev/null
python3 - <<'PY'
import struct
import zlib

local, central = b"", b""
for name, content in (("灯塔.jpg", b"first"), ("早上.jpg", b"other")):
    raw, crc = name.encode("gbk"), zlib.crc32(content)
    path = b"\x01" + struct.pack("<I", zlib.crc32(raw)) + name.encode()
    extra = struct.pack("<HH", 0x7075, len(path)) + path
    common = struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, 0x5C21, crc, len(content), len(content), len(raw), len(extra))
    central += b"PK\x01\x02" + struct.pack("<H", 20) + common + struct.pack("<HHHII", 0, 0, 0, 0, len(local)) + raw + extra
    local += b"PK\x03\x04" + common + raw + extra + content
with open("films.zip", "wb") as file:
    file.write(local + central + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 2, 2, len(central), len(local), 0))
PY
cat >look.cjs <<'JS'
const assert = require('node:assert')
const fs = require('node:fs')
const AdmZip = require('adm-zip')
const fflate = require('fflate')
const JSZip = require('jszip')
const StreamZip = require('node-stream-zip')
const unzipper = require('unzipper')
const yauzl = require('yauzl')

const bytes = fs.readFileSync('films.zip')
async function look() {
  const zip = new StreamZip.async({ file: 'films.zip' })
  const seen = {
    fflate: Object.keys(fflate.unzipSync(bytes)).map((name) => new TextDecoder('gbk').decode(Buffer.from(name, 'latin1'))),
    unzipper: (await unzipper.Open.buffer(bytes)).files.map(({ path }) => path),
    'node-stream-zip': Object.keys(await zip.entries()),
    jszip: Object.keys((await JSZip.loadAsync(bytes)).files),
    yauzl: await new Promise((resolve, reject) => {
      const names = []
      yauzl.fromBuffer(bytes, (error, file) => {
        if (error) return reject(error)
        file.on('entry', ({ fileName }) => names.push(fileName)).on('end', () => resolve(names))
      })
    }),
  }
  await zip.close()
  console.log(seen)
  const lost = `${'\uFFFD'.repeat(4)}.jpg`
  assert.throws(() => new AdmZip(bytes).getEntries(), /Duplicate entry name/)
  assert.ok(!Object.keys(fflate.unzipSync(bytes)).includes('灯塔.jpg'))
  assert.deepEqual(seen, {
    fflate: ['灯塔.jpg', '早上.jpg'],
    unzipper: [lost, lost],
    'node-stream-zip': [lost],
    jszip: ['灯塔.jpg', '早上.jpg'],
    yauzl: ['灯塔.jpg', '早上.jpg'],
  })
}
look()
JS
node look.cjs
