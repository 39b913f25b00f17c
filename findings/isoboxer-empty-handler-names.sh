#!/usr/bin/env bash
# codem-isoboxer 0.3.10 (npm, under dash.js): an MP4 that is read and written again. ffmpeg 7.0.2 (PyPI imageio-ffmpeg 0.6.0) makes the film and
# plays both.
#
# The name of a handler (hdlr) is a text that ends with a zero byte, so that an empty one is that byte alone (ISO 14496-12, 8.4.3). ffmpeg writes such a
# one into every MP4, before its list of tags (moov/udta/meta/hdlr). isoboxer reads it and writes nothing for it: parseBuffer and write, with nothing
# changed between them, give a file of one byte less. All sizes of boxes around it are corrected, so each tool that lists boxes finds the file in
# order. But where the samples lie is in stco as places in the whole file, which stay: with -movflags +faststart, as films on the web are made, all of
# them lie behind the missing byte, and no frame can be decoded. Where moov stands at the end, or in fragments, the film is as before.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet imageio-ffmpeg==0.6.0
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund codem-isoboxer@0.3.10
ffmpeg=$(venv/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
"$ffmpeg" -v error -f lavfi -i testsrc=size=160x90:rate=25:duration=2 -c:v libx264 -pix_fmt yuv420p end.mp4
"$ffmpeg" -v error -i end.mp4 -c copy -movflags +faststart start.mp4
"$ffmpeg" -v error -i end.mp4 -c copy -movflags +frag_keyframe+empty_moov+default_base_moof parts.mp4
cat >check.mjs <<'JS'
import assert from "node:assert";
import fs from "node:fs";
import ISOBoxer from "codem-isoboxer";

const read = (bytes) => ISOBoxer.parseBuffer(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
for (const name of ["end", "start", "parts"]) {
  const made = fs.readFileSync(`${name}.mp4`);
  const file = read(made);
  const [, names] = file.fetchAll("hdlr");
  assert.deepEqual([names.handler_type, names.name, names.size], ["mdir", "", 33]);
  const again = Buffer.from(file.write());
  const written = read(again).fetchAll("hdlr")[1];
  console.log(name, made.length, again.length, written.size);
  assert.deepEqual([again.length, written.size], [made.length - 1, 32]);
  fs.writeFileSync(`${name}-again.mp4`, again);
}
JS
node check.mjs
frames() {
    "$ffmpeg" -v quiet -i "$1.mp4" -f framemd5 - | grep -v '^#' | sed 's/.*, *//' || true
}
for name in end start parts; do
    frames "$name" >before
    frames "$name-again" >after
    echo "$name: $(wc -l <before) frames, $(grep -cxFf before after || true) afterwards"
    test "$(wc -l <before)" = 50
    if [ "$name" = start ]; then
        test "$(grep -cxFf before after || true)" = 0
    else
        cmp before after
    fi
done
