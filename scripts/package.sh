#!/usr/bin/env bash
# Builds the Debian package of this commit in target/package; its version grows with the time of the commit.
set -euo pipefail
cd "$(dirname "$0")/.."

# Pinned: another version may pack differently.
wanted=3.8.0
tools=$PWD/target/tools
if [ "$("$tools/bin/cargo-deb" --version 2>/dev/null)" != "cargo-deb $wanted" ]; then
  cargo install --quiet --locked --force --root "$tools" "cargo-deb@$wanted"
fi

cargo build --release --locked
rm -rf target/package
mkdir -p target/package
target/release/yingku manual target/package
seconds=${PACKAGE_TIME:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
"$tools/bin/cargo-deb" --package yingku --no-build --no-strip --deb-version "0.1.0+$seconds" --output target/package/
ls -l target/package/*.deb
