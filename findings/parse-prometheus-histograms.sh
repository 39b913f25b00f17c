#!/usr/bin/env bash
# parse-prometheus-text-format 1.1.1 and prom2javascript 0.2.0 (npm): a histogram with labels.
#
# A histogram is one set of buckets with its sum and its count for each set of labels (Prometheus, exposition formats, "Histograms and
# summaries"), and its page says that the output is meant to be that of prom2json, which tells the labels. parse-prometheus-text-format
# keeps labels of counters and gauges, and of a histogram or summary without other labels everything. As soon as there is one, such as
# the route of a request, all routes become one: the buckets of the last, without its name, its sum or its count. No error; a dashboard
# or a check of alerts that is fed by it speaks of one route for all. prom2javascript keeps them apart.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" parse-prometheus-text-format@1.1.1 prom2javascript@0.2.0 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert'
import parse from 'parse-prometheus-text-format'
import prom2javascript from 'prom2javascript'

const histogram = (labels, quick, all, sum) =>
  `took_bucket{${labels}le="0.1"} ${quick}\ntook_bucket{${labels}le="+Inf"} ${all}\n` +
  `took_sum${labels && `{${labels}}`} ${sum}\ntook_count${labels && `{${labels}}`} ${all}\n`
const type = '# TYPE took histogram\n'
const bare = type + histogram('', 1, 2, 0.5)
const routes = type + histogram('route="/films",', 1, 2, 0.5) + histogram('route="/films/{code}",', 7, 9, 1.5)
const counters = '# TYPE seen counter\nseen{route="/films"} 3\nseen{route="/films/{code}"} 4\n'
const other = prom2javascript.getMetricsFromIterator(routes.trim().split('\n')[Symbol.iterator]())
const seen = {
  'a bare histogram': parse(bare)[0].metrics,
  'two routes': parse(routes)[0].metrics,
  'two counters': parse(counters)[0].metrics,
  'two routes by prom2javascript': (await other).took.data,
}
console.log(JSON.stringify(seen, null, 1))
assert.deepEqual(seen, {
  'a bare histogram': [{ buckets: { 0.1: '1', '+Inf': '2' }, count: '2', sum: '0.5' }],
  'two routes': [{ buckets: { 0.1: '7', '+Inf': '9' } }],
  'two counters': [
    { value: '3', labels: { route: '/films' } },
    { value: '4', labels: { route: '/films/{code}' } },
  ],
  'two routes by prom2javascript': [
    { labels: { route: '/films' }, buckets: { 0.1: 1, '+Inf': 2 }, count: 2, sum: 0.5 },
    { labels: { route: '/films/{code}' }, buckets: { 0.1: 7, '+Inf': 9 }, count: 9, sum: 1.5 },
  ],
})
JS
node look.mjs
