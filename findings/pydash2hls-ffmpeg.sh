#!/usr/bin/env bash
# pydash2hls 3.0.0 (PyPI, "Convert DASH manifests to HLS playlists"), on DASH as ffmpeg 7.0.2 (PyPI imageio-ffmpeg 0.6.0) writes it.
# mpd-parser 1.4.0 (npm) reads the same files.
#
# ffmpeg names segments by a template with a width, $Number%05d$ (ISO/IEC 23009-1, 5.3.9.4.4), and tells their lengths by a timeline or,
# with -use_timeline 0, by one duration. The timeline pydash2hls refuses (KeyError: '@duration'). With one duration it gives a playlist, of
# type VOD, that looks whole: every segment has the template for its name, as it stands. Numbers without a width are filled in, but the
# initialization is a segment of 1000 seconds in place of an EXT-X-MAP (RFC 8216, 4.3.2.5), and the last segment, shorter than the others,
# is missing. mpd-parser finds four segments of 7 seconds in all three.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet imageio-ffmpeg==0.6.0 pydash2hls==3.0.0
npm install --silent --no-audit --no-fund --prefix "$work" mpd-parser@1.4.0 >/dev/null
ffmpeg=$(venv/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
make() {
  mkdir "$1"
  (cd "$1" && "$ffmpeg" -v error -f lavfi -i testsrc=size=160x90:rate=24:duration=7 -c:v libvpx-vp9 -b:v 50k -deadline realtime \
    -cpu-used 8 -g 48 -f dash -seg_duration 2 -init_seg_name init.webm "${@:2}" film.mpd)
}
make timeline
make width -use_timeline 0 -media_seg_name 'part-$Number%05d$.webm'
make plain -use_timeline 0 -media_seg_name 'part-$Number$.webm'
cat >look.py <<'PY'
from pathlib import Path

from pydash2hls.dash import Dash


def converted(name):
    dash = Dash.load(Path(name) / "film.mpd")
    dash.url = "https://a.example/film.mpd"
    try:
        dash.unpack()
    except KeyError as error:
        return f"KeyError: {error}"
    lines = dash.convert(profile_id=dash.profiles[0]["id"]).splitlines()
    files = [line.removeprefix("https://a.example/") for line in lines if not line.startswith("#")]
    lengths = [line.removeprefix("#EXTINF:").rstrip(",") for line in lines if line.startswith("#EXTINF")]
    assert "#EXT-X-PLAYLIST-TYPE:VOD" in lines and not any(line.startswith("#EXT-X-MAP") for line in lines)
    return list(zip(files, map(float, lengths), strict=True))


seen = {name: converted(name) for name in ("timeline", "width", "plain")}
for name, playlist in seen.items():
    print(name, playlist)
parts = sorted(path.name for path in Path("plain").glob("part-*"))
assert parts == ["part-1.webm", "part-2.webm", "part-3.webm", "part-4.webm"]
assert seen == {
    "timeline": "KeyError: '@duration'",
    "width": [("init.webm", 1000.0), *[("part-$Number%05d$.webm", 2.0)] * 3],
    "plain": [("init.webm", 1000.0), ("part-1.webm", 2.0), ("part-2.webm", 2.0), ("part-3.webm", 2.0)],
}
PY
venv/bin/python look.py
cat >look.cjs <<'JS'
const assert = require('node:assert')
const { readFileSync } = require('node:fs')
const { parse } = require('mpd-parser')

for (const [name, first] of [['timeline', 'chunk-stream0-00001.webm'], ['width', 'part-00001.webm'], ['plain', 'part-1.webm']]) {
  const [{ segments }] = parse(readFileSync(`${name}/film.mpd`, 'utf8'), { manifestUri: 'https://a.example/film.mpd' }).playlists
  const all = segments.reduce((sum, { duration }) => sum + duration, 0)
  console.log('mpd-parser', name, segments.map(({ uri, duration }) => [uri, duration]))
  assert.deepEqual([segments.length, segments[0].uri, segments[0].map.uri, all], [4, first, 'init.webm', 7])
}
JS
node look.cjs
