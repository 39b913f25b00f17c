"""python-alipay-sdk's merchant, and with `sign` the provider."""

import json
import os
import sys
from pathlib import Path

from alipay import AliPay

told = json.load(sys.stdin)


def client(own: str) -> AliPay:
    return AliPay(
        appid=os.environ["APP"],
        app_private_key_string=Path(os.environ[own]).read_text(),
        alipay_public_key_string=Path(os.environ["PROVIDER_PUBLIC"]).read_text(),
        sign_type="RSA2",
    )


merchant = client("MERCHANT_KEY")
merchant._gateway = os.environ["GATEWAY"]


def state(answer: dict) -> dict:
    if answer["code"] != "10000":
        return {"code": answer["code"], "sub_code": answer["sub_code"]}
    found = {"code": answer["code"], "order": answer["out_trade_no"]}
    if "trade_status" in answer:
        found |= {"status": answer["trade_status"], "amount": answer["total_amount"]}
    return found


def run(command: str) -> object:
    match command:
        case "open":
            pay = merchant.api_alipay_trade_page_pay if told["kind"] == "page" else merchant.api_alipay_trade_wap_pay
            query = pay(
                subject=told["subject"], out_trade_no=told["order"], total_amount=told["amount"],
                notify_url=told["notify"], return_url="https://films.example/orders",
            )
            return f"{merchant._gateway}?{query}"
        case "query":
            return state(merchant.api_alipay_trade_query(out_trade_no=told["order"]))
        case "close":
            return state(merchant.api_alipay_trade_close(out_trade_no=told["order"]))
        case "verify":
            form = dict(told["form"])
            return merchant.verify(form, form.pop("sign"))
        case "sign":
            provider = client("PROVIDER_KEY")
            return provider._sign("&".join(f"{name}={value}" for name, value in provider._ordered_data(told["form"])))


print(json.dumps(run(sys.argv[1])))
