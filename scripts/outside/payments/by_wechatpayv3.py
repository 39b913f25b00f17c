"""The merchant of wechatpayv3, and with `sign` the provider."""

import base64
import json
import os
import secrets
import sys
import time
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from wechatpayv3 import WeChatPay, WeChatPayType
from wechatpayv3.utils import load_private_key, rsa_sign

told = json.load(sys.stdin)
KEY_ID = "PUB_KEY_ID_SANDBOX"
API_KEY = os.environ["API_KEY"]

merchant = WeChatPay(
    wechatpay_type=WeChatPayType.NATIVE,
    mchid=os.environ["MERCHANT"],
    private_key=Path(os.environ["MERCHANT_KEY"]).read_text(),
    cert_serial_no="SANDBOXMERCHANT01",
    appid=os.environ["APP"],
    apiv3_key=API_KEY,
    notify_url="https://films.example/notice",
    public_key=Path(os.environ["PROVIDER_PUBLIC"]).read_text(),
    public_key_id=KEY_ID,
)
merchant._core._gate_way = os.environ["HOST"]


def read(answer: tuple) -> dict:
    code, text = answer
    body = json.loads(text) if text else {}
    return {"status": code, "code": body["code"]} if code >= 300 else {"status": code, **body}


def run(command: str) -> object:
    match command:
        case "open":
            on_phone = told["kind"] == "h5"
            made = read(merchant.pay(
                description=told["subject"], out_trade_no=told["order"], amount={"total": told["fen"]}, notify_url=told["notify"],
                pay_type=WeChatPayType.H5 if on_phone else WeChatPayType.NATIVE,
                scene_info={"payer_client_ip": "203.0.113.7", "h5_info": {"type": "Wap"}} if on_phone else None,
            ))
            return {"status": 200, "address": made.get("h5_url") or made["code_url"]} if made["status"] == 200 else made
        case "query":
            found = read(merchant.query(out_trade_no=told["order"]))
            if found["status"] != 200:
                return found
            return {"status": 200, "state": found["trade_state"], "fen": found["amount"]["total"], "order": found["out_trade_no"]}
        case "close":
            return read(merchant.close(out_trade_no=told["order"]))
        case "verify":
            opened = merchant.callback(told["headers"], told["body"])
            return opened and opened["resource"]
        case "sign":
            nonce, now = secrets.token_hex(6), str(int(time.time()))
            sealed = AESGCM(API_KEY.encode()).encrypt(nonce.encode(), told["resource"].encode(), b"transaction")
            resource = {
                "original_type": "transaction", "algorithm": "AEAD_AES_256_GCM", "ciphertext": base64.b64encode(sealed).decode(),
                "associated_data": "transaction", "nonce": nonce,
            }
            body = json.dumps({
                "id": "1", "create_time": "2026-11-28T10:34:56+08:00", "resource_type": "encrypt-resource",
                "event_type": told["event"], "summary": "支付成功", "resource": resource,
            })
            provider = load_private_key(Path(os.environ["PROVIDER_KEY"]).read_text())
            signature = rsa_sign(provider, f"{now}\n{nonce}\n{body}\n")
            headers = {
                "Wechatpay-Timestamp": now, "Wechatpay-Nonce": nonce, "Wechatpay-Signature": signature,
                "Wechatpay-Serial": KEY_ID, "Wechatpay-Signature-Type": "WECHATPAY2-SHA256-RSA2048",
            }
            return {"headers": headers, "body": body}


print(json.dumps(run(sys.argv[1])))
