# Sourced by the recipes of this folder, which set `root` to the repository: a temporary folder, and in it a site of its own
# (scripts/real-site.sh) with limits that nobody reaches. Processes appended to `running` end with the script.
# shellcheck shell=bash

# shellcheck source=scripts/real-site.sh
. "$root/scripts/real-site.sh"

outside=$root/scripts/outside
folder=$(mktemp -d "${TMPDIR:-/tmp}/yingku-outside.XXXXXX")
running=()
end() {
  local process
  for process in "${running[@]}"; do
    kill "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
  done
  stop_server
  rm -rf "$folder"
}
trap end EXIT
export PYTHONPATH=$root/clients/python:$outside PYTHONDONTWRITEBYTECODE=1

# A site with further settings from standard input, not yet served: outside_site NAME
outside_site() {
  new_site "$1" < <(
    cat <<'SETTINGS'
WORKERS=2
DATABASE_URL=sqlite://data/yingku.db
APP_SECRET=outside-app-secret
DATABASE_CROWDED_WAIT_MS=1500
CROWDED_LATE_MS=1500
RATE_PER_SECOND=1000000
RATE_BURST=1000000
KEY_OPENINGS_PER_MINUTE=1000000
KEY_OPENINGS_PER_SECOND=1000000
LOGIN_PER_MINUTE=1000000
REGISTER_PER_HOUR=1000000
ORDERS_PER_MINUTE=1000000
HLS_PER_HOUR=1000000
LOG=warn
SETTINGS
    cat
  )
}

# A virtual environment in $folder/NAME with pinned packages: venv NAME PACKAGE…
venv() {
  local name=$1
  shift
  python3 -m venv "$folder/$name"
  quietly "$folder/$name/bin/pip" install --quiet --disable-pip-version-check "$@"
}

# Pinned packages of npm in $folder/node_modules: npm_packages PACKAGE…
npm_packages() {
  quietly npm install --silent --no-audit --no-fund --no-save --prefix "$folder" "$@"
}

# Chromium, or what CHROMIUM names.
needs_chromium() {
  CHROMIUM=${CHROMIUM:-$(command -v chromium-headless-shell chromium google-chrome | head -n 1)}
  [ -n "$CHROMIUM" ] || { echo 'Chromium is needed: apt-get install chromium-headless-shell' >&2; exit 1; }
  export CHROMIUM
}

# The scripts of a recipe next to the npm packages: in_folder NAME
in_folder() {
  cp "$outside"/*.mjs "$outside/$1"/*.mjs "$folder"
}
