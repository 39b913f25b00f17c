#!/usr/bin/env bash
# The site's magnet links in libtorrent, aria2 and Transmission: hash and name as the client reads them, and the
# whole film downloaded from a peer on this machine. The links name no tracker, so each client is given one. aria2 and
# Transmission are Debian's.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/outside/site.sh"

missing=()
command -v aria2c >/dev/null || missing+=(aria2)
command -v transmission-cli >/dev/null || missing+=(transmission-cli)
[ "${#missing[@]}" = 0 ] || "$root/scripts/apt-install.sh" "${missing[@]}"

venv venv libtorrent==2.0.11
outside_site site <<<''
"$folder/venv/bin/python" "$outside/links/make.py" "$folder/films" >"$folder/films.ndjson"
in_site import --strict "$folder/films.ndjson"
serve
"$folder/venv/bin/python" "$outside/links/seed.py" "$folder/films" "$folder/seed-port" &
running+=("$!")
"$folder/venv/bin/python" "$outside/links/fetch.py" "$origin" "$folder"
