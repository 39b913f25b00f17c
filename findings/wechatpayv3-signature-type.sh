#!/usr/bin/env bash
# wechatpayv3 2.0.4 (PyPI): notices without Wechatpay-Signature-Type.
#
# The documents on verifying a notice name four headers: timestamp, nonce, signature and serial. This SDK wants a fifth, which real
# notices have as well, and raises without it, before it looks at the signature: "does not support this algorithm:" with nothing
# behind the colon. A test that makes notices after the documents alone fails at it.
#
# Seen: the exception without the header; with it the next step, which is to look for the certificate of the serial.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet wechatpayv3==2.0.4
openssl req -quiet -x509 -newkey rsa:2048 -nodes -keyout own.pem -out cert.pem -days 30 -subj /CN=provider 2>/dev/null ||
  openssl req -x509 -newkey rsa:2048 -nodes -keyout own.pem -out cert.pem -days 30 -subj /CN=provider 2>/dev/null
openssl pkey -in own.pem -pubout -out own.pub
venv/bin/python - <<'PY'
import base64
import json
import time

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from wechatpayv3 import WeChatPay, WeChatPayType

key_text, secret = open("own.pem").read(), "0123456789abcdef0123456789abcdef"
key = serialization.load_pem_private_key(key_text.encode(), None)
pay = WeChatPay(
    wechatpay_type=WeChatPayType.NATIVE, mchid="1900", private_key=key_text, cert_serial_no="7A1B", appid="wx1",
    apiv3_key=secret, notify_url="https://a.example", public_key=open("own.pub").read(), public_key_id="PUB_KEY_ID_1",
)
sealed = AESGCM(secret.encode()).encrypt(b"0123456789ab", json.dumps({"out_trade_no": "1"}).encode(), b"transaction")
resource = {
    "algorithm": "AEAD_AES_256_GCM", "ciphertext": base64.b64encode(sealed).decode(), "nonce": "0123456789ab",
    "associated_data": "transaction", "original_type": "transaction",
}
body = json.dumps({"id": "1", "event_type": "TRANSACTION.SUCCESS", "resource_type": "encrypt-resource", "resource": resource})
now = str(int(time.time()))
signature = key.sign(f"{now}\nabc\n{body}\n".encode(), padding.PKCS1v15(), hashes.SHA256())
four = {
    "Wechatpay-Timestamp": now, "Wechatpay-Nonce": "abc", "Wechatpay-Serial": "PUB_KEY_ID_1",
    "Wechatpay-Signature": base64.b64encode(signature).decode(),
}
try:
    told = pay.callback(four, body)
except Exception as error:
    told = str(error)
read = pay.callback({**four, "Wechatpay-Signature-Type": "WECHATPAY2-SHA256-RSA2048"}, body)
print("four headers:", told)
print("five headers:", read and read["resource"])
assert told == "wechatpayv3 does not support this algorithm: "
assert read["resource"] == {"out_trade_no": "1"}
PY
