#!/usr/bin/env bash
# PyRSS2Gen 1.1 (PyPI): dates with a zone, ids that are no addresses, and characters that XML does not have.
#
# RSS 2.0 takes dates of RFC 822, with their zone, and a guid with isPermaLink="true" is an address that can be opened. The writer
# puts the clock of a datetime beside "GMT" whatever its tzinfo says: 08:00 in Shanghai becomes 08:00 GMT, eight hours later. A
# Guid is a permalink unless one says otherwise, so readers open urn:film:1 as a page. A vertical tab in a title, as text from
# old spreadsheets has it, is written as it is: the feed is no XML, and parsers stop there.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet PyRSS2Gen==1.1
"$work/venv/bin/python" - <<'PY'
import datetime
import xml.etree.ElementTree as xml

from PyRSS2Gen import RSS2, Guid, RSSItem

SHANGHAI = datetime.timezone(datetime.timedelta(hours=8))
MORNING = datetime.datetime(2026, 9, 21, 8, 0, tzinfo=SHANGHAI)


def feed(title: str) -> str:
    item = RSSItem(title=title, guid=Guid("urn:film:1"), pubDate=MORNING)
    return RSS2("films", "https://films.example/", "all", items=[item]).to_xml("utf-8")


text = feed("灯塔")
print(text)
assert "<pubDate>Mon, 21 Sep 2026 08:00:00 GMT</pubDate>" in text, "it was midnight in Greenwich"
assert '<guid isPermaLink="true">urn:film:1</guid>' in text
xml.fromstring(text)
try:
    xml.fromstring(feed("灯\x0b塔"))
except xml.ParseError as error:
    print(error)
else:
    raise AssertionError("the feed can be read")
PY
