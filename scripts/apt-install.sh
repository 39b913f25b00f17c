#!/usr/bin/env bash
# Installs Debian packages where permitted; otherwise lists the missing ones, and fails:
#   scripts/apt-install.sh postgresql chromium
set -euo pipefail

if command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then
  as_root=(); [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@" >/dev/null
else
  echo "These programs are needed; please install them and run again: $*" >&2
  exit 1
fi
