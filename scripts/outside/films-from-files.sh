#!/usr/bin/env bash
# Film files of twelve kinds, brought by `yingku film add` and played on their pages in Chromium, with their qualities, sounds,
# subtitles and seek pictures; then files, names, disks and moments that are bad. Needs `just site`, and ffmpeg with ffprobe,
# which it installs where permitted. As root it also fills a disk.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/outside/site.sh"

command -v ffmpeg >/dev/null && command -v ffprobe >/dev/null || "$root/scripts/apt-install.sh" ffmpeg
needs_chromium
npm_packages playwright-core@1.63.0
outside_site site <<<''
in_site user create film_member --password-stdin <<<quiet-river-27
in_site user grant film_member --vip-days 30
python3 "$outside/films-from-files/kinds.py" "$folder/sources" "$folder/films.ndjson"
in_site import --strict "$folder/films.ndjson"
serve
python3 "$outside/films-from-files/add.py" "$yingku" "$site" "$folder/sources" "$folder/films.json" || failed=1
in_folder films-from-files
node "$folder/play.mjs" "$origin" "$folder/films.json" || failed=1
python3 "$outside/films-from-files/bad.py" "$yingku" "$site" "$folder/sources" || failed=1
exit "${failed:-0}"
