#!/usr/bin/env bash
# Runs a command with an S3-compatible store of its own, which lives in memory as long as the command:
#   scripts/with-s3.sh cargo test
# The command finds it in TEST_S3_URL (and TEST_S3_TLS_URL, with the certificate authority TEST_S3_CA_FILE), its bucket in
# TEST_S3_BUCKET, and its key in TEST_S3_KEY_ID and TEST_S3_SECRET.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
venv=$here/../target/s3-venv

if ! cmp -s "$here/s3/requirements.txt" "$venv/requirements.txt"; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/s3/requirements.txt"
  cp "$here/s3/requirements.txt" "$venv/requirements.txt"
fi

exec "$venv/bin/python" "$here/s3/store.py" "$@"
