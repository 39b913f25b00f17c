#!/usr/bin/env bash
# python-alipay-sdk 3.4.0 (PyPI) and alipay-sdk 4.14.0 (npm): the number of a file of root certificates.
#
# Who signs with certificates sends Alipay two numbers of them: app_cert_sn, and alipay_root_cert_sn of all RSA roots in one file, joined by _. Each is
# MD5 of the issuer's name, from CN to C, and the serial in decimal. Both SDKs agree on a file with an empty line between its certificates. The one
# for Python cuts it at two line feeds, and takes the first certificate of each part: a file without the empty lines, as cat and most tools write one, and
# one with the line ends of Windows, have one number in place of two, without an error. PEM needs no empty line (RFC 7468, 2). For the
# name it fills CN, OU, O and C into a text: an issuer without OU has OU=None in it, L and ST are left out, and the numbers of two issuers
# that differ in these alone are equal. alipay-sdk takes each part of the name that there is.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet python-alipay-sdk==3.4.0 cryptography==46.0.3
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund alipay-sdk@4.14.0
cat >make.py <<'PY'
import datetime
import json
from pathlib import Path

from alipay import DCAliPay
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

key = rsa.generate_private_key(65537, 2048)
kinds = {"C": NameOID.COUNTRY_NAME, "ST": NameOID.STATE_OR_PROVINCE_NAME, "L": NameOID.LOCALITY_NAME}
kinds |= {"O": NameOID.ORGANIZATION_NAME, "OU": NameOID.ORGANIZATIONAL_UNIT_NAME, "CN": NameOID.COMMON_NAME}


def certificate(serial: int, **parts: str) -> str:
    name = x509.Name([x509.NameAttribute(kinds[kind], value) for kind, value in parts.items()])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(serial)
    made = made.not_valid_before(datetime.datetime(2026, 1, 1)).not_valid_after(datetime.datetime(2036, 1, 1))
    return made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM).decode()


first = certificate(1001, C="CN", O="Example", OU="Roots", CN="R1")
second = certificate(1002, C="CN", O="Example", OU="Roots", CN="R2")
roots = {"blank": f"{first}\n{second}", "tight": first + second, "windows": f"{first}\n{second}".replace("\n", "\r\n")}
single = {
    "whole": certificate(1003, C="CN", O="Example", OU="Roots", CN="R3"),
    "no unit": certificate(1003, C="CN", O="Example", CN="R3"),
    "place": certificate(1003, C="CN", ST="Zhejiang", L="Hangzhou", O="Example", OU="Roots", CN="R3"),
}
numbers = {name: DCAliPay.get_root_cert_sn(text) for name, text in roots.items()}
numbers |= {name: DCAliPay.get_cert_sn(text) for name, text in single.items()}
Path("made.json").write_text(json.dumps({"roots": roots, "single": single, "numbers": numbers}))
PY
venv/bin/python make.py
cat >check.mjs <<'JS'
import assert from "node:assert";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const { getSN } = await import(pathToFileURL(path.resolve("node_modules/alipay-sdk/dist/esm/antcertutil.js")));
const { roots, single, numbers } = JSON.parse(fs.readFileSync("made.json", "utf8"));
const md5 = (text) => createHash("md5").update(text).digest("hex");
const [one, two] = [md5("CN=R1,OU=Roots,O=Example,C=CN1001"), md5("CN=R2,OU=Roots,O=Example,C=CN1002")];
for (const [name, text] of Object.entries(roots)) {
  console.log(name, numbers[name].split("_").length, getSN(text, true).split("_").length);
  assert.equal(getSN(text, true), `${one}_${two}`);
  assert.equal(numbers[name], name === "blank" ? `${one}_${two}` : one);
}

const found = Object.fromEntries(Object.entries(single).map(([name, text]) => [name, getSN(text)]));
console.log(numbers, found);
assert.equal(found.whole, md5("CN=R3,OU=Roots,O=Example,C=CN1003"));
assert.equal(numbers.whole, found.whole);
assert.equal(found["no unit"], md5("CN=R3,O=Example,C=CN1003"));
assert.equal(numbers["no unit"], md5("CN=R3,OU=None,O=Example,C=CN1003"));
assert.equal(found.place, md5("CN=R3,OU=Roots,O=Example,L=Hangzhou,ST=Zhejiang,C=CN1003"));
assert.equal(numbers.place, numbers.whole);
JS
node check.mjs
