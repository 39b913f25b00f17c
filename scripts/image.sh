#!/usr/bin/env bash
# Builds the container image of this commit, localhost/yingku, and writes it to target/package as an OCI archive. It holds
# one static program and no base image. Builders: buildah, or what IMAGE_BUILDER names (docker, podman).
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
# A target of its own: with flags other than the package's everything would be rebuilt each time.
RUSTFLAGS='-C target-feature=+crt-static' OPENSSL_STATIC=1 CARGO_TARGET_DIR=target/static \
  cargo build --release --locked --target "$host"

folder=$(mktemp -d "${TMPDIR:-/tmp}/yingku-image.XXXXXX")
trap 'rm -rf "$folder"' EXIT
install -D -m 755 "target/static/$host/release/yingku" "$folder/root/usr/bin/yingku"
install -d -m 700 "$folder/root/var/lib/yingku"
install -d -m 1777 "$folder/root/tmp"
install -D -m 644 /dev/stdin "$folder/root/etc/passwd" <<<'yingku:x:10001:10001:Yingku:/var/lib/yingku:/sbin/nologin'
cp deploy/container/Containerfile "$folder"

version=0.1.0-$(git log -1 --format=%ct 2>/dev/null || date +%s)
builder=${IMAGE_BUILDER:-buildah}
# The format of Docker: OCI's has no health check.
"$builder" build --quiet --format docker --isolation chroot --tag localhost/yingku --tag "localhost/yingku:$version" "$folder"
mkdir -p target/package
rm -f target/package/yingku-image.tar
"$builder" push --quiet localhost/yingku docker-archive:target/package/yingku-image.tar:localhost/yingku:latest
ls -l target/package/yingku-image.tar
