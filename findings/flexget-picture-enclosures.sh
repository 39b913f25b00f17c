#!/usr/bin/env bash
# FlexGet 3.22.8 (PyPI), its rss input: an entry with a picture enclosed.
#
# An enclosure names its type, so one expects that a program that downloads films takes those of films alone. FlexGet takes the first
# enclosure of an entry for the entry's address, whatever its type: of a feed whose entries have a cover, RSS or Atom, it downloads
# the covers, and the address of the page is gone. `link: link` in the task brings it back; a feed can only leave enclosures out, and
# show its pictures by media:thumbnail.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet FlexGet==3.22.8
cover='https://a.example/c.jpg'
cat >atom.xml <<XML
<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:x:1</id><title>t</title><updated>2026-01-01T00:00:00Z</updated>
<entry><id>urn:x:2</id><title>enclosed in Atom</title><updated>2026-01-01T00:00:00Z</updated>
<link rel="alternate" href="https://a.example/1"/><link rel="enclosure" type="image/jpeg" href="$cover"/></entry></feed>
XML
cat >rss.xml <<XML
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>t</title><link>https://a.example</link><description>d</description>
<item><title>enclosed in RSS</title><link>https://a.example/1</link><enclosure url="$cover" length="1000" type="image/jpeg"/></item>
<item><title>thumbnail in RSS</title><link>https://a.example/2</link><media:thumbnail url="$cover"/></item></channel></rss>
XML
cat >print.py <<'PY'
import sys

with open("seen", "a") as seen:
    seen.write(" | ".join(sys.argv[1:]) + "\n")
PY
task() {
  cat <<YAML
  $1:
    rss: {url: $work/$2.xml, all_entries: yes, link: $3}
    accept_all: yes
    disable: [seen, retry_failed, seen_info_hash]
    exec: {auto_escape: yes, on_output: {for_accepted: "$work/venv/bin/python $work/print.py $3 {{title}} {{url}}"}}
YAML
}
{
  echo 'tasks:'
  task first atom auto
  task second rss auto
  task third atom link
} >config.yml
venv/bin/flexget -c config.yml --loglevel warning execute
sort seen | tee sorted
diff sorted - <<'WANTED'
auto | enclosed in Atom | https://a.example/c.jpg
auto | enclosed in RSS | https://a.example/c.jpg
auto | thumbnail in RSS | https://a.example/2
link | enclosed in Atom | https://a.example/1
WANTED
