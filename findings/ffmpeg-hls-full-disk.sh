#!/usr/bin/env bash
# ffmpeg's HLS muxer on a full disk: it says nothing, ends with 0, and has written empty segments. ffmpeg 5.1.9 (Debian 12), and
# 7.0.2 (PyPI imageio-ffmpeg 0.6.0). Needs root, for a small disk.
#
# A segment that cannot be written is left empty, the following ones too, and so is the playlist. With the same disk the same film as
# one file ends with an error, as documented. A program that asks for the status takes the film for made.
#
# Seen: of both kinds of segments: status 0, nothing said, 13 of them empty; as one file: a status other than 0.
set -euo pipefail
work=$(mktemp -d)
disk=$work/disk
mkdir "$disk"
trap 'umount "$disk" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --no-input imageio-ffmpeg==0.6.0
newer=$(venv/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
"$newer" -v error -f lavfi -i testsrc2=size=640x360:rate=24:duration=30 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 48 film.mp4
mount -t tmpfs -o size=1m tmpfs "$disk"
for ffmpeg in "$newer" $(command -v ffmpeg || true); do
  "$ffmpeg" -version | head -n 1
  for kind in fmp4 mpegts; do
    find "$disk" -mindepth 1 -delete
    said=$("$ffmpeg" -v error -nostdin -i film.mp4 -c copy -f hls -hls_time 2 -hls_playlist_type vod -hls_segment_type "$kind" "$disk/film.m3u8" 2>&1) && status=0 || status=$?
    empty=$(find "$disk" -name 'film*' -size 0 | wc -l)
    echo "$kind: status $status, $empty empty files, said: ${said:-nothing}"
    [ "$status" = 0 ] && [ -z "$said" ] && [ "$empty" -gt 10 ]
  done
  find "$disk" -mindepth 1 -delete
  "$ffmpeg" -v error -nostdin -i film.mp4 -c copy "$disk/film.mkv" 2>/dev/null && status=0 || status=$?
  echo "one file: status $status"
  [ "$status" != 0 ]
done
