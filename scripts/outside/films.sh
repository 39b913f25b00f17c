#!/usr/bin/env bash
# Films as ffmpeg produces them (flat, ladders in folders, separate sound, subtitles, fMP4, byte ranges, AES-128, odd names, one
# that still grows), served by the site and played on their pages by a member with VIP, in Chromium, and in Firefox where Debian's is
# installed (with ffmpeg's libraries). Codecs that Chromium cannot play are reported. Needs `just site`.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/outside/site.sh"

needs_chromium
venv venv imageio-ffmpeg==0.6.0
npm_packages playwright-core@1.63.0
ffmpeg=$("$folder/venv/bin/python" -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
outside_site site <<<''
in_site user create film_member --password-stdin <<<quiet-river-27
in_site user grant film_member --vip-days 30
python3 "$outside/films/shapes.py" lines >"$folder/films.ndjson"
in_site import --strict "$folder/films.ndjson"
serve
python3 "$outside/films/shapes.py" make "$ffmpeg" "$origin" "$site/data/streams" "$folder/films.json"
in_folder films
node "$folder/play.mjs" "$origin" "$folder/films.json" || failed=1
if command -v firefox-esr >/dev/null; then
  printf '\nFirefox\n'
  FIREFOX=$(command -v firefox-esr) node "$folder/play.mjs" "$origin" "$folder/films.json" || failed=1
fi
exit "${failed:-0}"
