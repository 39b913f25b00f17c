#!/usr/bin/env bash
# Makes sure that what the tests need is there; installs it where it may.
set -euo pipefail

postgres_bin() {
  command -v initdb && return
  find /usr/lib/postgresql -name initdb 2>/dev/null | sort -V | tail -n 1 | grep .
}

missing=()
postgres_bin >/dev/null || missing+=(postgresql)
command -v redis-server >/dev/null || missing+=(redis-server)
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v google-chrome >/dev/null ||
  missing+=(chromium-headless-shell)
python3 -c 'import venv, ensurepip' 2>/dev/null || missing+=(python3-venv)

command -v openssl >/dev/null || missing+=(openssl)
{ command -v pkg-config >/dev/null && pkg-config --exists libssl; } || missing+=(libssl-dev pkg-config)

[ "${#missing[@]}" = 0 ] || "$(dirname "$0")/apt-install.sh" "${missing[@]}"

# The store that speaks S3, with everything it needs.
"$(dirname "$0")/with-s3.sh" true

# Pinned: another version may judge otherwise. Look for a newer one when the toolchain changes. Built without
# optimization: it runs for seconds, and building it took minutes of every clean run.
deny=0.20.2
[ "$(cargo deny --version 2>/dev/null)" = "cargo-deny $deny" ] || cargo install --quiet --debug --locked --force "cargo-deny@$deny"
