#!/usr/bin/env bash
# bytes 3.1.2 (npm): sizes as programs for torrents write them. filesize-parser 1.5.2 (npm) and humanfriendly 10.0 (PyPI) read the same.
#
# bytes.parse() takes a text such as 1TB and, by its page, KB, MB and GB, each of 1024; what it cannot read is null. Programs for torrents and
# Linux tools write the same sizes as 4.5 GiB and 700 MiB (IEC 80000-13), which one expects to be read, or to be null. It takes a unit that it
# does not know for none, and the whole part of the number in front for bytes: 4.5 GiB is 4 bytes. So is the number before a comma: 1,234 MB is
# 1 byte, and 4,5 GB as Germans write it 4. null is for texts that do not begin with a digit. A list of links sorted by size, or a limit of an
# upload that is set so, is wrong by nine digits, and nothing is raised. Both others read GiB.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet humanfriendly==10.0
npm install --silent --no-audit --no-fund --prefix "$work" bytes@3.1.2 filesize-parser@1.5.2 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert'
import bytes from 'bytes'
import parse from 'filesize-parser'

const texts = ['4.5GB', '4.5 GiB', '700 MiB', '1,234 MB', '4,5 GB', 'large']
const seen = Object.fromEntries(texts.map((text) => [text, bytes.parse(text)]))
console.log(seen)
assert.deepEqual(seen, { '4.5GB': 4831838208, '4.5 GiB': 4, '700 MiB': 700, '1,234 MB': 1, '4,5 GB': 4, large: null })
assert.equal(parse('4.5 GiB'), 4831838208)
assert.equal(parse('700 MiB'), 734003200)
JS
node look.mjs
venv/bin/python -c "import humanfriendly; assert humanfriendly.parse_size('4.5 GiB') == 4831838208"
