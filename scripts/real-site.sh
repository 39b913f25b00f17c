# Sourced by scripts that use a real server: a site in a folder of its own, served on a free port, and stopped.
# The script that sources this sets `folder`, a temporary folder. YINGKU names another program than target/debug/yingku.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
yingku=${YINGKU:-$root/target/debug/yingku}
server=

# Runs a command, and shows its output only when it fails.
quietly() {
  "$@" >"$folder/said" 2>&1 || {
    cat "$folder/said" >&2
    exit 1
  }
}

# A virtual environment with what a file requires and nothing else: fresh_venv FOLDER FILE
fresh_venv() {
  cmp -s "$2" "$1/requirements.txt" && return
  rm -rf "$1"
  python3 -m venv "$1"
  "$1/bin/pip" install --quiet --disable-pip-version-check --requirement "$2"
  cp "$2" "$1/requirements.txt"
}

# A site in $folder/NAME with the works of scripts/contract; settings besides the usual ones come from standard
# input. Sets `site`, its folder, and `origin`, its future URL: new_site NAME
new_site() {
  local port
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  site=$folder/$1 origin=http://127.0.0.1:$port
  mkdir "$site"
  { printf '%s\n' "BIND=127.0.0.1:$port" "SERVER_SECRET=$(printf '%064d' 7)" CAPTCHA=off && cat; } >"$site/.env"
  in_site migrate
  in_site import --strict "$root/scripts/contract/works.ndjson"
}

# Runs a command of the program in the site's folder.
in_site() {
  (cd "$site" && quietly "$yingku" "$@")
}

# Serves the site, with its log in $folder/log, and returns when it is ready. Sets `server`, its process.
serve() {
  (cd "$site" && exec "$yingku" serve) >"$folder/log" 2>&1 &
  server=$!
  python3 "$root/scripts/contract/ready.py" "$origin/readyz" "$server" || {
    cat "$folder/log" >&2
    exit 1
  }
}

stop_server() {
  [ -n "$server" ] || return 0
  kill "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  server=
}
