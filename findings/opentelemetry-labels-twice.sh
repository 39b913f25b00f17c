#!/usr/bin/env bash
# @opentelemetry/exporter-prometheus 0.223.0 (npm) and opentelemetry-exporter-prometheus 0.66b2 (PyPI): attributes in Chinese as labels.
# prometheus-client 0.26.0 (PyPI) reads what is exported.
#
# An attribute of OpenTelemetry may have any name; a label of Prometheus has letters, digits and underscores, and other characters become one underscore.
# Where two names become one, their values are to be joined with a semicolon in the order of the names (OpenTelemetry, "Prometheus
# and OpenMetrics Compatibility", metric attributes). Any two names in Chinese meet: 类型 and 地区 are both _. The exporter of Node.js writes the
# label twice in one sample, which OpenMetrics forbids, and a reader refuses the whole page for it: one such sample hides every other
# metric of the process. film.kind and film_kind do the same. The exporter for Python writes _ once, with the value that came last.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet opentelemetry-sdk==1.45.2 opentelemetry-exporter-prometheus==0.66b2 prometheus-client==0.26.0
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @opentelemetry/sdk-metrics@2.12.1 @opentelemetry/exporter-prometheus@0.223.0
cat >export.mjs <<'JS'
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";

const exporter = new PrometheusExporter({ preventServerStart: true });
const meter = new MeterProvider({ readers: [exporter] }).getMeter("films");
meter.createCounter("played").add(5);
meter.createCounter("seen").add(1, JSON.parse(process.argv[2]));
const { resourceMetrics } = await exporter.collect();
console.log(new PrometheusSerializer("").serialize(resourceMetrics));
JS
node export.mjs '{"类型": "剧情", "地区": "香港"}' >chinese.txt
node export.mjs '{"film.kind": "a", "film_kind": "b"}' >dots.txt
node export.mjs '{"类型": "剧情"}' >one.txt
grep -h ^seen ./*.txt
venv/bin/python - <<'PY'
from pathlib import Path

import prometheus_client
from opentelemetry.exporter.prometheus import PrometheusMetricReader
from opentelemetry.sdk.metrics import MeterProvider
from prometheus_client.parser import text_string_to_metric_families

for name, twice in (("chinese", '_="剧情",_="香港"'), ("dots", 'film_kind="a",film_kind="b"')):
    exported = Path(f"{name}.txt").read_text()
    assert f"seen_total{{{twice}," in exported
    try:
        list(text_string_to_metric_families(exported))
        raise AssertionError("a label may be there twice")
    except ValueError as refused:
        print(name, refused)
assert len(list(text_string_to_metric_families(Path("one.txt").read_text()))) >= 2

meter = MeterProvider(metric_readers=[PrometheusMetricReader()]).get_meter("films")
meter.create_counter("seen").add(1, {"类型": "剧情", "地区": "香港"})
meter.create_counter("played").add(1, {"地区": "香港", "类型": "剧情"})
exported = prometheus_client.generate_latest().decode()
lines = [line for line in exported.splitlines() if line.startswith(("seen_total", "played_total"))]
print(*lines, sep="\n")
assert lines[0].startswith('seen_total{_="香港",') and lines[1].startswith('played_total{_="剧情",')
PY
