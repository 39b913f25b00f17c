"""The merchant of alipay-sdk-python, and with `sign` the provider."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import rsa
from alipay.aop.api import DefaultAlipayClient as client_module
from alipay.aop.api.AlipayClientConfig import AlipayClientConfig
from alipay.aop.api.request.AlipayTradeCloseRequest import AlipayTradeCloseRequest
from alipay.aop.api.request.AlipayTradePagePayRequest import AlipayTradePagePayRequest
from alipay.aop.api.request.AlipayTradeQueryRequest import AlipayTradeQueryRequest
from alipay.aop.api.request.AlipayTradeWapPayRequest import AlipayTradeWapPayRequest
from alipay.aop.api.util.SignatureUtils import get_sign_content, sign_with_rsa2, verify_with_rsa

told = json.load(sys.stdin)


def post(url, query_string=None, headers=None, params=None, charset="utf-8", timeout=15):
    """Sends the bytes that the SDK would send: it supports no gateway with a port."""
    body = client_module.url_encode(params, charset).encode() if params else b""
    with urllib.request.urlopen(urllib.request.Request(f"{url}?{query_string}", body, headers), timeout=timeout) as answer:
        return answer.read()


client_module.do_post = post


def pkcs1(name: str) -> str:
    """A private key in the only format that the SDK reads."""
    return subprocess.run(["openssl", "rsa", "-in", os.environ[name], "-traditional"], check=True, capture_output=True, text=True).stdout


public = Path(os.environ["PROVIDER_PUBLIC"]).read_text()
config = AlipayClientConfig()
config.server_url = os.environ["GATEWAY"]
config.app_id = os.environ["APP"]
config.app_private_key = pkcs1("MERCHANT_KEY")
config.alipay_public_key = public
merchant = client_module.DefaultAlipayClient(config)


def asked(kind: type) -> dict:
    request = kind()
    request.biz_content = {"out_trade_no": told["order"]}
    answer = json.loads(merchant.execute(request))
    if answer["code"] != "10000":
        return {"code": answer["code"], "sub_code": answer["sub_code"]}
    found = {"code": answer["code"], "order": answer["out_trade_no"]}
    if "trade_status" in answer:
        found |= {"status": answer["trade_status"], "amount": answer["total_amount"]}
    return found


def run(command: str) -> object:
    match command:
        case "open":
            request = AlipayTradePagePayRequest() if told["kind"] == "page" else AlipayTradeWapPayRequest()
            product = "FAST_INSTANT_TRADE_PAY" if told["kind"] == "page" else "QUICK_WAP_WAY"
            request.biz_content = {
                "out_trade_no": told["order"], "total_amount": told["amount"], "subject": told["subject"], "product_code": product,
            }
            request.notify_url, request.return_url = told["notify"], "https://films.example/orders"
            return merchant.page_execute(request, http_method="GET")
        case "query":
            return asked(AlipayTradeQueryRequest)
        case "close":
            return asked(AlipayTradeCloseRequest)
        case "verify":
            form = {name: value for name, value in told["form"].items() if name not in ("sign", "sign_type")}
            try:
                return verify_with_rsa(public, get_sign_content(form).encode(), told["form"]["sign"])
            except rsa.VerificationError:
                return False
        case "sign":
            return sign_with_rsa2(pkcs1("PROVIDER_KEY"), get_sign_content(told["form"]), "utf-8")


print(json.dumps(run(sys.argv[1])))
