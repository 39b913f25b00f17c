#!/usr/bin/env bash
# Runs a command with temporary files in memory, where there is enough of it, which are deleted after it:
#   scripts/with-memory.sh cargo test
set -euo pipefail

free=$(df --output=avail --block-size=1G /dev/shm 2>/dev/null | tail -n 1 || true)
if [ "${free:-0}" -lt 8 ] || [ ! -w /dev/shm ]; then
  exec "$@"
fi
TMPDIR=$(mktemp -d /dev/shm/yingku-files.XXXXXX)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
# Databases of the tests run as users of their own.
chmod 755 "$TMPDIR"
"$@"
