#!/usr/bin/env bash
# hyparquet 1.31.5 (npm): prices and times in a Parquet file. pyarrow 26.0.1 (PyPI) writes it and reads it again.
#
# A decimal of Parquet is a whole number and how many of its digits stand behind the point (Parquet, logical types, DECIMAL): 0.57 is 57 and 2. It
# is the type for money, since nothing is rounded. hyparquet gives a number, the nearest there is, one expects. It multiplies by 0.01 in place of dividing by
# 100, and 0.01 is none that a computer has: 0.57 is 0.5700000000000001, 19.99 is 19.990000000000002, and 4.35 is 4.3500000000000005, so that
# row.price === 0.57 and a sum to the cent fail. 8.2 and 1234.56 come out right. A time without a zone (isAdjustedToUTC false: a clock on
# a wall, as 20:30 of a showing) and a moment of UTC are both a Date at 20:30 UTC, with nothing to tell them apart: in Shanghai the
# former is shown as 4:30 of the next day.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet pyarrow==26.0.1
npm install --silent --no-audit --no-fund --prefix "$work" hyparquet@1.31.5 >/dev/null
cat >write.py <<'PY'
from datetime import datetime
from decimal import Decimal

import pyarrow
from pyarrow import parquet

prices = [Decimal(text) for text in ("0.57", "8.20", "1234.56", "19.99", "4.35")]
show = [datetime(2026, 1, 5, 20, 30)] * len(prices)
table = pyarrow.table(
    {
        "price": pyarrow.array(prices, pyarrow.decimal128(10, 2)),
        "show": pyarrow.array(show, pyarrow.timestamp("us")),
        "added": pyarrow.array(show, pyarrow.timestamp("us", "UTC")),
    }
)
parquet.write_table(table, "films.parquet")
read = parquet.read_table("films.parquet")
assert read["price"].to_pylist() == prices
assert read["show"][0].as_py().tzinfo is None and read["added"][0].as_py().tzinfo is not None
PY
venv/bin/python write.py
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'

const rows = await parquetReadObjects({ file: await asyncBufferFromFile('films.parquet') })
const prices = rows.map((row) => row.price)
console.log(prices, rows[0].show, rows[0].added)
assert.deepEqual(prices, [0.5700000000000001, 8.2, 1234.56, 19.990000000000002, 4.3500000000000005])
assert.deepEqual([57 / 100, 1999 / 100, 435 / 100], [0.57, 19.99, 4.35])
assert.equal(rows[0].show.toISOString(), '2026-01-05T20:30:00.000Z')
assert.equal(rows[0].added.toISOString(), '2026-01-05T20:30:00.000Z')
assert.equal(rows[0].show.toLocaleString('en-GB', { timeZone: 'Asia/Shanghai' }), '06/01/2026, 04:30:00')
JS
node look.mjs
