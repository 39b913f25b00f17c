#!/usr/bin/env bash
# Pictures of many kinds, uploaded and put into the media folder: Chromium shows the resized copy with the colours, shape
# and orientation of the original; what is no picture, or a truncated one, is rejected at upload.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/outside/site.sh"

needs_chromium
venv venv pillow==12.0.0
npm_packages playwright-core@1.63.0
outside_site site <<<''
in_site user create picture_operator --role admin --password-stdin <<<quiet-river-27
mkdir -p "$site/data/media/kinds"
"$folder/venv/bin/python" "$outside/pictures/make.py" "$site/data/media/kinds"
serve
python3 "$outside/pictures/upload.py" "$origin" "$site/data/media/kinds" "$folder/uploaded.json" || failed=1
in_folder pictures
node "$folder/compare.mjs" "$origin" "$folder/uploaded.json" || failed=1
exit "${failed:-0}"
