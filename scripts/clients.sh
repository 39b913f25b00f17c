#!/usr/bin/env bash
# The signers as users get them: each folder is copied out of the repository, built as a package, checked, and run
# with its tests and its example against a real server.
#   scripts/clients.sh python    one of python, typescript, rust
set -euo pipefail
cd "$(dirname "$0")/.."

. scripts/real-site.sh

venv=$root/target/clients-venv
names=("$@")
[ "$#" -gt 0 ] || names=(python typescript rust)
started=$SECONDS

folder=$(mktemp -d "${TMPDIR:-/tmp}/yingku-clients.XXXXXX")
stop() {
  stop_server
  rm -rf "$folder"
}
trap stop EXIT

site_for_clients() {
  export YINGKU_SECRET=clients-app-secret YINGKU_MEMBER=clients_member YINGKU_PASSWORD=quiet-river-27
  new_site server <<SETTINGS
WORKERS=1
APP_SECRET=$YINGKU_SECRET
RATE_BURST=1000
SETTINGS
  export YINGKU_BASE=$origin/prod-api
  in_site user create "$YINGKU_MEMBER" --password-stdin <<<"$YINGKU_PASSWORD"
  serve
}

copied() {
  echo "######## $1"
  mkdir "$folder/$1"
  tar -C "$root/clients/$1" --exclude node_modules --exclude dist --exclude target --exclude __pycache__ --exclude .mypy_cache -cf - . |
    tar -C "$folder/$1" -xf -
  cd "$folder/$1"
}

python() {
  copied python
  cp "$root/clients/vectors.json" "$folder"
  "$venv/bin/mypy" yingku_signer example.py tests
  quietly "$venv/bin/python" -m build --no-isolation --wheel .
  "$venv/bin/pip" install --quiet --disable-pip-version-check --no-index --no-deps --force-reinstall dist/*.whl
  rm -r yingku_signer # from here on it is the wheel's
  "$venv/bin/python" -m unittest discover -s tests -p 'test_*.py'
  "$venv/bin/python" example.py "$YINGKU_BASE" "$YINGKU_SECRET"
}

typescript() {
  copied typescript
  npm ci --no-audit --no-fund --silent
  npm pack --silent >/dev/null
  # A user may have it next to axios, and compiles against its types.
  mkdir "$folder/user"
  cp example.mjs test/package.test.mjs test/package-types.ts "$folder/user"
  cp "$root/clients/vectors.json" "$folder/user"
  cd "$folder/user"
  echo '{ "type": "module" }' >package.json
  mkdir -p node_modules/@yingku/signer
  cp -r ../typescript/node_modules/. node_modules
  tar -xzf ../typescript/yingku-signer-*.tgz -C node_modules/@yingku/signer --strip-components 1
  for resolution in nodenext bundler; do
    node_modules/.bin/tsc --noEmit --strict --target es2022 --lib es2022,dom,dom.iterable \
      --module "${resolution/bundler/esnext}" --moduleResolution "$resolution" package-types.ts
  done
  node --test package.test.mjs
  node example.mjs "$YINGKU_BASE" "$YINGKU_SECRET"
}

rust() {
  # With the workspace's versions, and offline: what the workspace has is enough.
  copied rust
  cp "$root/Cargo.lock" .
  cargo fetch --quiet --manifest-path "$root/Cargo.toml" --locked
  # The workspace's folder and debug level, so that what is compiled there is not compiled again.
  CARGO_TARGET_DIR=$root/target CARGO_PROFILE_DEV_DEBUG=line-tables-only \
    cargo check --quiet --offline --all-features --examples
  cd "$root"
  cargo test --quiet --locked --package yingku-signer --all-features
  cargo run --quiet --locked --package yingku-signer --all-features --example signed_calls "$YINGKU_BASE" "$YINGKU_SECRET"
}

python3 scripts/check-clients.py
fresh_venv "$venv" "$root/clients/python/requirements-dev.txt"
site_for_clients
for name in "${names[@]}"; do
  "$name"
  cd "$root"
done
echo "clients: passed in $((SECONDS - started)) s"
