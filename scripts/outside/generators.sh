#!/usr/bin/env bash
# openapi-generator on openapi.yaml: validated, clients generated in four languages, those of Python, TypeScript
# and Rust compiled. Installs what it needs into a temporary folder; needs Java. Fails when one of them fails.
set -euo pipefail
cd "$(dirname "$0")/../.."
contract=$PWD/openapi.yaml
work=$(mktemp -d "${TMPDIR:-/tmp}/yingku-generators.XXXXXX")
trap 'rm -rf "$work"' EXIT
command -v java >/dev/null || { echo 'Java is needed: apt-get install default-jre-headless' >&2; exit 1; }

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet openapi-generator-cli==7.26.0
generator=$work/venv/bin/openapi-generator-cli

broken=0
# Prints a row of the table, with the output of a failure below it.
step() {
  local name=$1 log="$work/log"
  shift
  if "$@" >"$log" 2>&1; then
    printf '%-28s good\n' "$name"
  else
    printf '%-28s FAILED\n' "$name"
    tail -n 20 "$log"
    broken=1
  fi
}
generate() { timeout 300 "$generator" generate --input-spec "$contract" --generator-name "$1" --output "$work/$1"; }
compile_python() {
  python3 -m compileall -q "$work/python" && "$work/venv/bin/pip" install --quiet "$work/python" &&
    "$work/venv/bin/python" -c 'import openapi_client; openapi_client.ApiClient()'
}
compile_typescript() {
  cd "$work/typescript-axios" &&
    npm install --no-save --silent typescript@5.9.3 axios@1.13.2 @types/node@20 &&
    npx tsc --noEmit --strict --skipLibCheck --target es2022 --module nodenext --moduleResolution nodenext index.ts
}
compile_rust() { env -u RUSTC_WORKSPACE_WRAPPER cargo check --quiet --manifest-path "$work/rust/Cargo.toml" --target-dir "$work/target"; }

step 'validation' "$generator" validate --input-spec "$contract"
for language in python typescript-axios rust java; do step "$language generated" generate "$language"; done
step 'python compiled' compile_python
step 'typescript-axios compiled' compile_typescript
step 'rust compiled' compile_rust
exit "$broken"
