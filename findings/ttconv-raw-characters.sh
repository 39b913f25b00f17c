#!/usr/bin/env bash
# ttconv 1.2.3 (PyPI): TTML subtitles made into WebVTT, and the characters & and <. Needs Debian's chromium-headless-shell or chromium.
#
# The text of a WebVTT cue holds no bare & and no <, and no arrow --> at all (W3C, WebVTT, section 4.2.2); they are written &amp;, &lt;
# and --&gt;. ttconv decodes TTML, as it must, and writes the characters bare: of "3 <b" a browser shows 3, of Q&amp;A that is meant
# letter by letter it shows Q&A, and "甲 --> 乙" ends the cue before its text, so that nothing is shown. Its reader of WebVTT decodes too,
# and a good file of WebVTT that only passes through it is damaged in the same way. Ordinary speech has none of the three and comes out
# right. pycaption 2.3.14 (PyPI) makes a good file of the same TTML.
#
# Seen: as asserted below, in Chromium's own WebVTT.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
browser=$(command -v chromium-headless-shell || command -v chromium) || { echo 'Chromium is needed' >&2; exit 1; }
python3 -m venv venv
venv/bin/pip install --quiet ttconv==1.2.3 pycaption==2.3.14
npm install --silent --no-audit --no-fund --prefix "$work" playwright-core@1.56.1 >/dev/null
cat >film.ttml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="zh"><body><div>
<p begin="1s" end="2s">早上好</p>
<p begin="3s" end="4s">3 &lt;b</p>
<p begin="5s" end="6s">Q&amp;amp;A</p>
<p begin="7s" end="8s">甲 --&gt; 乙</p>
</div></body></tt>
XML
venv/bin/tt convert -i film.ttml -o ttconv.vtt >/dev/null 2>&1
venv/bin/python -W ignore - <<'PY'
from pathlib import Path

import pycaption

captions = pycaption.DFXPReader().read(Path("film.ttml").read_text(encoding="utf-8"))
Path("pycaption.vtt").write_text(pycaption.WebVTTWriter().write(captions), encoding="utf-8")
PY
venv/bin/tt convert -i pycaption.vtt -o again.vtt >/dev/null 2>&1
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })
const page = await browser.newPage()
const shown = (text) =>
  page.evaluate(async (text) => {
    const track = document.body.appendChild(document.createElement('video')).appendChild(document.createElement('track'))
    track.src = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }))
    track.track.mode = 'hidden'
    await new Promise((loaded) => track.addEventListener('load', loaded))
    return [...track.track.cues].map((cue) => cue.getCueAsHTML().textContent.trim())
  }, text)
const seen = {}
for (const name of ['pycaption', 'ttconv', 'again']) seen[name] = await shown(readFileSync(`${name}.vtt`, 'utf8'))
await browser.close()
console.log(seen)
assert.deepEqual(seen, {
  pycaption: ['早上好', '3 <b', 'Q&amp;A', '甲 --> 乙'],
  ttconv: ['早上好', '3', 'Q&A', ''],
  again: ['早上好', '3', 'Q&A', ''],
})
JS
node look.mjs "$browser"
