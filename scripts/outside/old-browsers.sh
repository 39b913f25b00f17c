#!/usr/bin/env bash
# The built site in Chromium without features that the oldest supported browsers lack (Chrome 90, Safari 14.5), one after the
# other and all together, and with failing storage: every page opens without an error. Needs `just site`.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/outside/site.sh"

needs_chromium
npm_packages playwright-core@1.63.0
outside_site site <<<''
in_site user create old_member --password-stdin <<<quiet-river-27
in_site user create old_operator --role admin --password-stdin <<<quiet-river-27
serve
in_folder old-browsers
node "$folder/open.mjs" "$origin"
