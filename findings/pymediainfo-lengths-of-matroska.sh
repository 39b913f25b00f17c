#!/usr/bin/env bash
# pymediainfo 7.0.1 (PyPI): the length of a track. The films are made with ffmpeg 7.0.2 (PyPI imageio-ffmpeg 0.6.0).
#
# The page says that times are in milliseconds, and shows duration as a whole number. Of a film in MP4 each track has one, 3000. The same two tracks in
# Matroska have texts, '3000.000000', while the length of the file is a whole number in both: a value becomes one only if all of its letters are
# digits, and MediaInfo tells lengths of Matroska's tracks with their decimals. `duration // 60000` for the film and its MP4
# works, and a sum, max() or a comparison of the tracks of a list of films fails at the first that is Matroska ("'<' not supported between
# instances of 'str' and 'int'"), or compares letters where all are: '9000.000000' is longer than '10000.000000'.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet pymediainfo==7.0.1 imageio-ffmpeg==0.6.0
cat >look.py <<'PY'
import subprocess

from imageio_ffmpeg import get_ffmpeg_exe
from pymediainfo import MediaInfo


def film(path, seconds):
    picture = ["-f", "lavfi", "-i", f"testsrc=d={seconds}:s=64x36:r=10"]
    sound = ["-f", "lavfi", "-i", f"sine=d={seconds}"]
    subprocess.run([get_ffmpeg_exe(), "-v", "error", *picture, *sound, "-c:v", "libx264", "-c:a", "aac", path], check=True)
    tracks = MediaInfo.parse(path).tracks
    return {track.track_type: track.duration for track in tracks if track.track_type in ("General", "Video")}


seen = {name: film(name, seconds) for name, seconds in (("a.mp4", 3), ("a.mkv", 3), ("nine.mkv", 9), ("ten.mkv", 10))}
print(seen)
assert seen["a.mp4"]["Video"] == 3000 and isinstance(seen["a.mp4"]["General"], int)
assert seen["a.mkv"]["Video"] == "3000.000000" and isinstance(seen["a.mkv"]["General"], int)
assert seen["nine.mkv"]["Video"] > seen["ten.mkv"]["Video"]
try:
    max(seen["a.mp4"]["Video"], seen["a.mkv"]["Video"])
    raise SystemExit("they compare")
except TypeError:
    pass
PY
venv/bin/python look.py
