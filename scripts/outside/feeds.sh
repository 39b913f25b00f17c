#!/usr/bin/env bash
# The feeds and the Torznab search, as feedparser, FlexGet (its rss and its torznab plugin) and the torznab package
# read them: what is new and in which order, dates, URLs, covers that are no downloads, links, and an exhausted quota.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/outside/site.sh"

venv flexget FlexGet==3.22.8
venv readers feedparser==6.0.12 torznab==0.2.1
outside_site site <<<'PUBLIC_URL=http://films.example'
python3 "$outside/feeds/films.py" >"$folder/films.ndjson"
in_site import --strict "$folder/films.ndjson"
serve
"$folder/readers/bin/python" "$outside/feeds/read.py" "$origin" "$folder"
