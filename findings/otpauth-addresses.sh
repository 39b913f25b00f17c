#!/usr/bin/env bash
# pyotp 2.12.1 (PyPI) and otpauth 9.5.2 (npm): addresses of one-time passwords, as QR codes hold them.
#
# The format is that of Google Authenticator ("Key Uri Format"): the label is the issuer, a colon or %3A, spaces if one likes, and the account; its
# examples have the secret JBSWY3DPEHPK3PXP. pyotp does not take %3A for a colon: of Big%20Corp%3A%20a@example.org the account is "Big Corp: a@example.org",
# and the address that it writes for that has the issuer twice, Big%20Corp:Big%20Corp%3A… otpauth knows %3A. Both leave the spaces before the
# account in its name. Of issuer=Big+Corp, as forms and urlencode write a space, pyotp reads "Big Corp" and otpauth "Big+Corp"; where the label has the
# issuer with a space, otpauth prefers the other without a word. The secret of the examples pyotp refuses: 80 bits are fewer than its 112,
# so that an account that has such a one cannot be taken over. algorithm=sha1, which the format has in capitals, it refuses as well.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet pyotp==2.12.1
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund otpauth@9.5.2
cat >check.py <<'PY'
import pyotp

secret = "JBSWY3DPEHPK3PXP"


def read(label: str, issuer: str, key: str = 2 * secret) -> tuple[str, str | None, str]:
    found = pyotp.parse_uri(f"otpauth://totp/{label}?secret={key}&issuer={issuer}")
    print("pyotp  ", label, issuer, [found.name, found.issuer])
    return found.name, found.issuer, found.provisioning_uri()


assert read("Big%20Corp:a@example.org", "Big%20Corp")[:2] == ("a@example.org", "Big Corp")
assert read("Big%20Corp:%20a@example.org", "Big%20Corp")[0] == " a@example.org"
name, issuer, written = read("Big%20Corp%3Aa@example.org", "Big%20Corp")
assert (name, issuer) == ("Big Corp:a@example.org", "Big Corp")
assert written.startswith("otpauth://totp/Big%20Corp:Big%20Corp%3Aa")
assert read("Big%20Corp:a@example.org", "Big+Corp")[:2] == ("a@example.org", "Big Corp")
for label, issuer, key, why in (
    ("Example:a@example.org", "Example", secret, "112 bits"),
    ("Example:a@example.org", "Example&algorithm=sha1", 2 * secret, "SHA1"),
):
    try:
        read(label, issuer, key)
        raise AssertionError("it is read")
    except ValueError as refused:
        print("pyotp  ", refused)
        assert why in str(refused)
PY
venv/bin/python check.py
cat >check.mjs <<'JS'
import assert from "node:assert";
import { URI } from "otpauth";

const read = (label, issuer) => {
  const found = URI.parse(`otpauth://totp/${label}?secret=JBSWY3DPEHPK3PXP&issuer=${issuer}`);
  console.log("otpauth", label, issuer, [found.label, found.issuer]);
  return [found.label, found.issuer];
};

assert.deepEqual(read("Big%20Corp%3Aa@example.org", "Big%20Corp"), ["a@example.org", "Big Corp"]);
assert.deepEqual(read("Big%20Corp:%20a@example.org", "Big%20Corp"), [" a@example.org", "Big Corp"]);
assert.deepEqual(read("Big%20Corp:a@example.org", "Big+Corp"), ["a@example.org", "Big+Corp"]);
assert.deepEqual(read("Example:a@example.org", "Example&algorithm=sha1"), ["a@example.org", "Example"]);
JS
node check.mjs
