#!/usr/bin/env bash
# Installs the site's packages, unless they are from the current lockfile.
set -euo pipefail
cd "$(dirname "$0")/../frontend"
if ! command -v npm >/dev/null; then
  echo "Node.js 20 or newer is needed: https://nodejs.org" >&2
  exit 1
fi
stamp=node_modules/.installed-lock
if ! cmp -s package-lock.json "$stamp"; then
  npm ci --no-audit --no-fund
  cp package-lock.json "$stamp"
fi
