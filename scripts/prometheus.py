"""Runs a real Prometheus with deploy/prometheus.yml and deploy/alerts.yml against the program, with the dashboard's queries:

    python3 scripts/prometheus.py

Every target has to be up, every rule evaluated, every query of deploy/grafana.json valid. Needs Debian's
`prometheus`; YINGKU names the program, target/debug/yingku unless it is set.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
sys.path[:0] = [str(ROOT / "scripts" / "cluster")]
sys.dont_write_bytecode = True

from processes import free_port, run, wait_until  # noqa: E402

TARGET = "127.0.0.1:9091"
"""The instance in the shipped file."""


class Prometheus:
    def __init__(self, folder: pathlib.Path, target: str) -> None:
        shipped = (DEPLOY / "prometheus.yml").read_text()
        assert TARGET in shipped, f"deploy/prometheus.yml does not name {TARGET}"
        # No need to scrape it for a quarter of a minute here.
        (folder / "prometheus.yml").write_text(shipped.replace(TARGET, target).replace("15s", "1s"))
        shutil.copy(DEPLOY / "alerts.yml", folder)
        run("promtool", "check", "config", str(folder / "prometheus.yml"))
        self.address = f"127.0.0.1:{free_port()}"
        self.server = subprocess.Popen(
            ["prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=data", f"--web.listen-address={self.address}"],
            cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )

    def ask(self, path: str) -> Any:
        with urllib.request.urlopen(f"http://{self.address}/api/v1/{path}", timeout=5) as answer:
            return json.load(answer)["data"]

    def targets(self) -> list[str]:
        try:
            return [target["health"] for target in self.ask("targets")["activeTargets"]]
        except OSError:
            return []

    def rules(self) -> list[dict[str, Any]]:
        return [rule for group in self.ask("rules")["groups"] for rule in group["rules"]]

    def is_invalid(self, question: str) -> bool:
        try:
            self.ask("query?query=" + urllib.parse.quote(question))
        except urllib.error.HTTPError:
            return True
        return False


def questions() -> list[str]:
    board = json.loads((DEPLOY / "grafana.json").read_text())
    return [target["expr"].replace("$instance", ".*") for panel in board["panels"] for target in panel.get("targets", [])]


def main() -> None:
    if shutil.which("prometheus") is None:
        subprocess.run([ROOT / "scripts" / "apt-install.sh", "prometheus"], check=True)
    program = pathlib.Path(os.environ.get("YINGKU") or ROOT / "target" / "debug" / "yingku").resolve()
    started = []
    with tempfile.TemporaryDirectory(prefix="yingku-prometheus-") as folder:
        site, watcher = pathlib.Path(folder) / "site", pathlib.Path(folder) / "prometheus"
        site.mkdir(), watcher.mkdir()
        target = f"127.0.0.1:{free_port()}"
        env = {"BIND": f"127.0.0.1:{free_port()}", "METRICS_BIND": target, "LOG": "warn", "PAY_MODE": "off"}
        try:
            started.append(subprocess.Popen([program, "serve"], cwd=site, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            prometheus = Prometheus(watcher, target)
            started.append(prometheus.server)
            wait_until(lambda: prometheus.targets() == ["up"], "the target is up")
            wait_until(lambda: all(rule["health"] == "ok" for rule in prometheus.rules()), "every rule is evaluated")
            rules, asked = prometheus.rules(), questions()
            assert rules and asked
            rejected = [question for question in asked if prometheus.is_invalid(question)]
            assert not rejected, f"invalid queries: {rejected}"
        finally:
            for process in reversed(started):
                process.terminate()
                process.wait()
    print(f"Prometheus: target up, {len(rules)} rules evaluated, {len(asked)} queries of the dashboard valid")


if __name__ == "__main__":
    main()
