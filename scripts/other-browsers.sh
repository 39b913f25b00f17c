#!/usr/bin/env bash
# The journeys in Debian's Firefox, on a wide window, and a walk in its WebKit.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
command -v firefox-esr >/dev/null || missing+=(firefox-esr)
# Firefox plays films with ffmpeg's libraries, when installed.
command -v ffmpeg >/dev/null || missing+=(ffmpeg)
command -v WebKitWebDriver >/dev/null || missing+=(webkit2gtk-driver)
command -v xvfb-run >/dev/null || missing+=(xvfb xauth)
[ "${#missing[@]}" = 0 ] || scripts/apt-install.sh "${missing[@]}"

cargo build --locked
cd frontend
npx playwright test --config playwright.firefox.config.ts --project desktop
xvfb-run -a npx playwright test --config playwright.webkit.config.ts
