#!/usr/bin/env bash
# Checks whether anything that ships has a known vulnerability: crates in RustSec's database, the site's packages at the npm
# registry. A known one fails. What could not be checked, because there is no network and no recent
# copy, is reported loudly and written into target/advisories-unchecked; with ADVISORIES=required it fails.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p target
unchecked=target/advisories-unchecked
rm -f "$unchecked"

not_checked() {
  printf '%s\n' "$1" >>"$unchecked"
  printf '\n!!! NOT CHECKED for known vulnerabilities: %s\n\n' "$1" >&2
}

crates() {
  # A copy fetched before is valid for as long as deny.toml says (maximum-db-staleness).
  if timeout 20 cargo deny --all-features fetch db >/dev/null 2>&1 ||
    [ -n "$(find "${CARGO_HOME:-$HOME/.cargo}"/advisory-dbs -name '*.md' -print -quit 2>/dev/null)" ]; then
    cargo deny --all-features check --disable-fetch advisories
  else
    not_checked "crates (RustSec's database could not be fetched, and there is no copy)"
  fi
}

packages() {
  local report
  report=$(mktemp)
  (cd frontend && timeout 30 npm audit --omit=dev --audit-level=high --json >"$report" 2>/dev/null) || true
  if ! grep -q '"auditReportVersion"' "$report"; then
    rm -f "$report"
    not_checked "packages of the site (the registry answers no audit)"
    return
  fi
  node -e '
    const { metadata, vulnerabilities } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    const grave = ["high", "critical"];
    for (const { name, severity } of Object.values(vulnerabilities))
      if (grave.includes(severity)) console.error(`${name}: ${severity}`);
    process.exitCode = grave.some((word) => metadata.vulnerabilities[word] > 0) ? 1 : 0;
  ' "$report"
  rm -f "$report"
}

crates
packages
if [ ! -e "$unchecked" ]; then
  echo "No known vulnerabilities."
elif [ "${ADVISORIES:-}" = required ]; then
  echo "ADVISORIES=required, and not everything could be checked." >&2
  exit 1
fi
