#!/usr/bin/env bash
# Clients generated from openapi.yaml by third-party generators: each is generated, type-checked and compiled, and then
# walks through a member's whole visit on a real server, on SQLite and on PostgreSQL.
#   scripts/with-postgres.sh scripts/generated-clients.sh         without with-postgres.sh, on SQLite only
#   scripts/with-postgres.sh scripts/generated-clients.sh rust    one of python, typescript, rust
# CONTRACT names another document than openapi.yaml.
set -euo pipefail
cd "$(dirname "$0")/.."

. scripts/real-site.sh

contract=$(realpath "${CONTRACT:-openapi.yaml}")
here=$root/scripts/generated
made=$root/target/generated
venv=$made/venv
names=("$@")
[ "$#" -gt 0 ] || names=(python typescript rust)
engines=(sqlite)
[ -z "${TEST_POSTGRES_URL:-}" ] || engines+=(postgres)
started=$SECONDS
export YINGKU_SECRET=generated-app-secret

mkdir -p "$made"
folder=$(mktemp -d "${TMPDIR:-/tmp}/yingku-generated.XXXXXX")
stop() {
  stop_server
  rm -rf "$folder"
}
trap stop EXIT

# The packages of the lockfile in this folder, without install scripts.
npm_packages() {
  if ! cmp -s package-lock.json node_modules/.installed; then
    quietly npm ci --ignore-scripts --no-audit --no-fund
    cp package-lock.json node_modules/.installed
  fi
}

# Copies a folder into target/generated, and goes there.
copied() {
  mkdir -p "$made/$2"
  tar -C "$1" --exclude node_modules --exclude dist --exclude target --exclude src/generated -cf - . |
    tar -C "$made/$2" -xf -
  cd "$made/$2"
}

# --- generating ------------------------------------------------------------------------------------------------

make_python() {
  fresh_venv "$venv" "$here/python/requirements.txt"
  copied "$root/clients/python" python-signer
  copied "$here/python" python
  rm -rf client
  # It formats its output with ruff, which it looks for on the path.
  PATH=$venv/bin:$PATH quietly "$venv/bin/openapi-python-client" generate --path "$contract" \
    --output-path client --fail-on-warning
  quietly "$venv/bin/pip" install --disable-pip-version-check --no-index --no-deps --no-build-isolation \
    --force-reinstall ../python-signer ./client
  quietly "$venv/bin/mypy" --strict --cache-dir "$made/mypy" --package yingku_api_client
  quietly "$venv/bin/mypy" --strict --cache-dir "$made/mypy" walk.py
}

make_typescript() {
  copied "$root/clients/typescript" typescript-signer
  npm_packages
  quietly npm run build
  copied "$here/typescript" typescript
  npm_packages
  mkdir -p node_modules/@yingku
  ln -sfn ../../../typescript-signer node_modules/@yingku/signer
  rm -rf generated out
  quietly node_modules/.bin/openapi-typescript "$contract" --output generated/schema.d.ts
  quietly node_modules/.bin/openapi-ts --input "$contract" --output generated/hey-api
  quietly node_modules/.bin/tsc --project .
}

make_rust() {
  copied "$here/rust" rust
  cmp -s "$contract" openapi.yaml || cp "$contract" openapi.yaml
  quietly cargo build --locked --target-dir "$made/rust-target"
}

# --- walking ---------------------------------------------------------------------------------------------------

walk_python() {
  walk openapi-python-client "$venv/bin/python" "$made/python/walk.py"
}

walk_typescript() {
  walk openapi-fetch node "$made/typescript/out/openapi-fetch.js"
  walk hey-api node "$made/typescript/out/hey-api.js"
}

walk_rust() {
  walk openapi-to-rust "$made/rust-target/debug/generated-walk"
}

# One visit, by a member of its own with a code of its own.
walk() {
  local client=$1 before
  shift
  YINGKU_CODE=$(head -n 1 "$folder/codes")
  sed -i 1d "$folder/codes"
  before=$(date +%s%N)
  YINGKU_NEW_MEMBER=${client//-/_} YINGKU_CODE=$YINGKU_CODE "$@" || {
    echo "$client failed on $engine" >&2
    tail -n 20 "$folder/log" >&2
    exit 1
  }
  echo "$client on $engine: $((($(date +%s%N) - before) / 1000000)) ms"
}

database() {
  if [ "$engine" = sqlite ]; then
    echo sqlite://data/yingku.db
  else
    psql "$TEST_POSTGRES_URL" -qc "CREATE DATABASE yingku_generated" >&2
    echo "${TEST_POSTGRES_URL%/*}/yingku_generated"
  fi
}

site_on_engine() {
  local address
  address=$(database)
  new_site "$engine" <<SETTINGS
WORKERS=1
DATABASE_URL=$address
APP_SECRET=$YINGKU_SECRET
PAY_MODE=sandbox
RATE_BURST=1000
LOGIN_PER_MINUTE=1000
REGISTER_PER_HOUR=1000
LOG=warn
SETTINGS
  (cd "$site" && "$yingku" codes generate --plan VIP月卡 --count 8) >"$folder/codes" 2>"$folder/said"
  export YINGKU_BASE=$origin/prod-api
  serve
}

for name in "${names[@]}"; do
  before=$SECONDS
  "make_$name"
  echo "$name: generated and compiled in $((SECONDS - before)) s"
done
for engine in "${engines[@]}"; do
  site_on_engine
  for name in "${names[@]}"; do
    "walk_$name"
  done
  stop_server
done
echo "generated clients: passed on ${engines[*]} in $((SECONDS - started)) s"
