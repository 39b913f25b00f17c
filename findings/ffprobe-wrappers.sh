#!/usr/bin/env bash
# ffmpeg-probe 1.0.6 (npm) and ffprobe-python 1.0.3 (PyPI), which hand on what ffprobe says: lengths, and a film that is turned. The
# films are made with ffmpeg 7.0.2 (PyPI imageio-ffmpeg 0.6.0), and ffprobe is that of @ffprobe-installer/linux-x64 5.2.0 (npm).
#
# Matroska has one length, of the file, and ffprobe tells none of its streams. ffmpeg-probe takes that of the first video stream: NaN for
# every such film, and in MP4 the length of the picture where the sound goes on; the right one stands in the same answer, under format.
# Of a film that was filmed upright its width and height are those before the turn. ffprobe-python does not get past the lines
# in which ffprobe tells the turn, and raises a ValueError. A catalogue shows such films without a length, lying down, or not at all.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --no-input imageio-ffmpeg==0.6.0 ffprobe-python==1.0.3
npm install --silent --no-audit --no-fund --prefix "$work" ffmpeg-probe@1.0.6 @ffprobe-installer/linux-x64@5.2.0 >/dev/null
ffmpeg=$(venv/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
PATH=$work/node_modules/@ffprobe-installer/linux-x64:$PATH
export PATH
"$ffmpeg" -v error -f lavfi -i testsrc=s=320x240:r=25:d=2 -f lavfi -i sine=d=4 -c:v libx264 -c:a aac film.mp4
"$ffmpeg" -v error -i film.mp4 -c copy film.mkv
"$ffmpeg" -v error -display_rotation 90 -i film.mp4 -c copy turned.mp4
cat >look.mjs <<'JS'
import assert from 'node:assert/strict'
import probe from 'ffmpeg-probe'

const seen = {}
for (const name of ['film.mp4', 'film.mkv', 'turned.mp4']) {
  const { width, height, duration, format, streams } = await probe(name)
  const turn = streams[0].side_data_list?.[0].rotation
  seen[name] = [width, height, turn, duration, Number(format.duration).toFixed(1)]
}
console.log('ffmpeg-probe', seen)
assert.deepEqual(seen, {
  'film.mp4': [320, 240, undefined, 2000, '4.0'],
  'film.mkv': [320, 240, undefined, NaN, '4.0'],
  'turned.mp4': [320, 240, 90, 2000, '4.0'],
})
JS
node look.mjs
venv/bin/python - <<'PY'
from ffprobe import FFProbe


def size(name):
    try:
        return FFProbe(name).video[0].frame_size()
    except ValueError as error:
        return str(error)


seen = {name: size(name) for name in ("film.mp4", "film.mkv", "turned.mp4")}
print("ffprobe-python", seen)
assert seen == {"film.mp4": (320, 240), "film.mkv": (320, 240), "turned.mp4": "not enough values to unpack (expected at least 2, got 1)"}
PY
