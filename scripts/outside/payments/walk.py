"""Walks every SDK through an order, by its adapter: a program that takes a command and prints JSON on standard output."""

import hashlib
import http.server
import json
import os
import pathlib
import queue
import secrets
import subprocess
import sys
import threading
import time
import urllib.parse
from typing import Any, Callable

from people import Answer, Person, fetch
from table import Table, same

ORIGIN, KEYS, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
HERE = pathlib.Path(__file__).parent
APP, SELLER, MERCHANT = "2021000000000001", "2088000000000001", "1900000001"
FEN = 1990
TABLE = Table()


def published(name: str) -> str:
    """The public half of a key of the sandbox, in a file."""
    file = FOLDER / f"{name}.pub"
    subprocess.run(["openssl", "pkey", "-in", KEYS / f"{name}.pem", "-pubout", "-out", file], check=True)
    return str(file)


class Listener(http.server.BaseHTTPRequestHandler):
    """A separate host: receives notifications at /notice/…, and plays the host of WeChat's API, which has no path before /v3."""

    notifications: "dict[str, queue.Queue[tuple[dict[str, str], str]]]" = {}

    def do_GET(self) -> None:
        self.do_POST()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path.startswith("/notice/"):
            known = self.notifications.setdefault(self.path, queue.Queue())
            known.put((dict(self.headers.items()), body.decode()))
            return self.say(Answer(200, self.headers, b"success"))
        dropped = ("host", "content-length", "connection", "accept-encoding")
        kept = {name: value for name, value in self.headers.items() if name.lower() not in dropped}
        self.say(fetch(f"{ORIGIN}/sandbox/weixin{self.path}", body if self.command == "POST" else None, kept, self.command))

    def say(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            if name.lower().startswith("wechatpay") or (name.lower() == "content-type" and answer.status != 204):
                self.send_header(name, value)
        if answer.status != 204:
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, *_: Any) -> None:
        pass


SERVER = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Listener)
threading.Thread(target=SERVER.serve_forever, daemon=True).start()
HOST = f"http://127.0.0.1:{SERVER.server_address[1]}"


def notification_of(order: str) -> "tuple[dict[str, str], str]":
    """The sandbox's notifications of an order."""
    return Listener.notifications.setdefault(f"/notice/{order}", queue.Queue()).get(timeout=20)


class Sdk:
    def __init__(self, name: str, program: list[str]) -> None:
        self.name, self.program = name, program
        self.environment = {
            **os.environ,
            "GATEWAY": f"{ORIGIN}/sandbox/alipay/gateway.do",
            "HOST": HOST,
            "APP": APP,
            "MERCHANT": MERCHANT,
            "MERCHANT_KEY": str(KEYS / "merchant.pem"),
            "PROVIDER_KEY": str(KEYS / "provider.pem"),
            "PROVIDER_PUBLIC": published("provider"),
            "API_KEY": hashlib.sha256(b"api-v3-key" + (KEYS / "provider.pem").read_bytes()).hexdigest()[:32],
        }

    def __call__(self, command: str, **told: Any) -> Any:
        ran = subprocess.run(
            [*self.program, command], input=json.dumps(told), env=self.environment, capture_output=True, text=True, timeout=60
        )
        if ran.returncode:
            raise AssertionError(ran.stderr.strip()[-400:])
        return json.loads(ran.stdout)

    def check(self, what: str) -> Any:
        return TABLE.check(f"{self.name}: {what}")


def order_number() -> str:
    return f"T{secrets.randbelow(10**20):020}"


def checkout_page(url: str, **headers: str) -> str:
    """The checkout page that a URL leads to."""
    answer = fetch(url, headers=headers)
    same(answer.status, 303, answer.text[:200])
    return urllib.parse.urljoin(url, answer.headers["location"])


def press(page: str, action: str) -> None:
    answer = fetch(page, f"action={action}".encode(), {"Content-Type": "application/x-www-form-urlencoded"})
    same(answer.status, 303, action)


def changed(form: dict[str, str], **other: str) -> dict[str, str]:
    return {**form, **other}


BUYERS: dict[str, Person] = {}


def own_order(name: str, channel: str) -> "tuple[Person, str, int]":
    """A member's unpaid order at our shop: the member, its number, its price in fen."""
    buyer = BUYERS.setdefault(name, Person(ORIGIN).register(f"buyer_{len(BUYERS)}"))
    plans = buyer.get("/v2/app/vip/list?kind=time")["rows"]
    listed = {row["orderId"] for row in buyer.get("/v2/orders/list")["rows"]}
    for plan in plans:
        made = buyer.post("/v2/orders/submit", {"groupId": plan["id"], "payChannel": channel, "scene": "desktop"})
        if made["orderId"] not in listed:
            price = next(row for row in buyer.get("/v2/orders/list")["rows"] if row["orderId"] == made["orderId"])["price"]
            return buyer, made["orderId"], round(float(price) * 100)
    raise AssertionError("no plan is left to order")


def status(buyer: Person, order: str) -> int:
    return next(row for row in buyer.get("/v2/orders/list")["rows"] if row["orderId"] == order)["status"]


UNPAID, PAID = 0, 1


def alipay(sdk: Sdk) -> None:
    first, second, phone = order_number(), order_number(), order_number()

    def open_page(order: str, kind: str = "page") -> str:
        url = sdk("open", kind=kind, order=order, amount="19.90", subject="VIP月卡 & 更多", notify=f"{HOST}/notice/{order}")
        return checkout_page(url)

    with sdk.check("a page that it signs opens the checkout page"):
        page = open_page(first)
        same("19.90" in fetch(page).text, True, "the price")
    with sdk.check("so does one for phones"):
        open_page(phone, "wap")
    with sdk.check("query before the payment"):
        same(sdk("query", order=first), {"code": "10000", "status": "WAIT_BUYER_PAY", "amount": "19.90", "order": first})
    with sdk.check("the payment notification is genuine, a changed one not"):
        press(page, "pay")
        _, body = notification_of(first)
        form = dict(urllib.parse.parse_qsl(body, keep_blank_values=True, strict_parsing=True))
        same((form["out_trade_no"], form["trade_status"], form["total_amount"]), (first, "TRADE_SUCCESS", "19.90"))
        same(sdk("verify", form=form), True, "genuine")
        same(sdk("verify", form=changed(form, total_amount="0.01")), False, "another amount")
    with sdk.check("a notification with a forged signature is not genuine"):
        press(open_page(second), "forge")
        _, body = notification_of(second)
        same(sdk("verify", form=dict(urllib.parse.parse_qsl(body, keep_blank_values=True))), False)
    with sdk.check("query after the payment"):
        same(sdk("query", order=first), {"code": "10000", "status": "TRADE_SUCCESS", "amount": "19.90", "order": first})
    with sdk.check("close of an unpaid order, and a query after it"):
        same(sdk("close", order=second), {"code": "10000", "order": second})
        same(sdk("query", order=second)["status"], "TRADE_CLOSED")
    with sdk.check("close of a paid order is rejected"):
        same(sdk("close", order=first), {"code": "40004", "sub_code": "ACQ.TRADE_STATUS_ERROR"})
    with sdk.check("query of an order that nobody opened"):
        same(sdk("query", order=order_number()), {"code": "40004", "sub_code": "ACQ.TRADE_NOT_EXIST"})

    def form_of(order: str, fen: int, **other: str) -> dict[str, str]:
        amount = f"{fen // 100}.{fen % 100:02}"
        form = {
            "notify_time": time.strftime("%Y-%m-%d %H:%M:%S"), "notify_type": "trade_status_sync", "notify_id": secrets.token_hex(16),
            "charset": "utf-8", "version": "1.0", "app_id": APP, "auth_app_id": APP, "seller_id": SELLER, "buyer_id": "2088102169481075",
            "trade_no": f"2026{secrets.randbelow(10**24):024}", "out_trade_no": order, "trade_status": "TRADE_SUCCESS",
            "total_amount": amount, "receipt_amount": amount, "subject": "VIP 100% 月卡 & 更多+1", "body": "",
            "fund_bill_list": json.dumps([{"amount": amount, "fundChannel": "ALIPAYACCOUNT"}], separators=(",", ":")), **other,
        }
        signed = sdk("sign", form=form)
        return {**form, "sign": signed, "sign_type": "RSA2"}

    def tell(form: dict[str, str]) -> "tuple[int, str]":
        answer = fetch(f"{ORIGIN}/prod-api/v2/pay/notify/alipay", urllib.parse.urlencode(form).encode())
        return answer.status, answer.text

    with sdk.check("our shop: other notifications that it signs pay nothing"):
        buyer, order, fen = own_order(sdk.name, "alipay")
        good = form_of(order, fen)
        same(tell(changed(good, total_amount="0.01")), (400, "failure"), "changed")
        same(tell(form_of(order, fen, app_id="2021000000000009")), (400, "failure"), "another application")
        same(tell(form_of(order, fen, refund_fee="1.00", gmt_refund="2026-11-28 12:00:00")), (200, "success"), "a refund")
        same(tell(form_of(order, fen, trade_status="WAIT_BUYER_PAY")), (200, "success"), "not paid yet")
        same(status(buyer, order), UNPAID)
    with sdk.check("our shop: an order is paid by its notification, also when repeated"):
        same(tell(good), (200, "success"))
        same(tell(good), (200, "success"), "again")
        same(status(buyer, order), PAID)


def weixin(sdk: Sdk) -> None:
    first, second, phone = order_number(), order_number(), order_number()

    def make(order: str, kind: str = "native", fen: int = FEN) -> Any:
        return sdk("open", kind=kind, order=order, fen=fen, subject="VIP月卡", notify=f"{HOST}/notice/{order}")

    with sdk.check("an order that it creates opens the checkout page"):
        made = make(first)
        same(made["status"], 200, str(made))
        page = made["address"]
        same("19.90" in fetch(page).text, True, "the price")
    with sdk.check("one for phones opens from the site only"):
        address = make(phone, "h5")["address"]
        same(fetch(address).status, 403, "without Referer")
        checkout_page(address, Referer="https://films.example/")
    with sdk.check("a repetition is the same order, another price is rejected"):
        same(make(first)["address"], page)
        same(make(first, fen=1), {"status": 403, "code": "OUT_TRADE_NO_USED"})
    with sdk.check("query before the payment"):
        same(sdk("query", order=first), {"status": 200, "state": "NOTPAY", "fen": FEN, "order": first})
    with sdk.check("the payment notification decrypts, a changed one does not"):
        press(page, "pay")
        headers, body = notification_of(first)
        opened = sdk("verify", headers=headers, body=body)
        same((opened["out_trade_no"], opened["trade_state"], opened["amount"]["total"]), (first, "SUCCESS", FEN))
        same(sdk("verify", headers=headers, body=body.replace("TRANSACTION", "transaction")), None, "changed")
    with sdk.check("a notification with a forged signature is not genuine"):
        press(make(second)["address"], "forge")
        headers, body = notification_of(second)
        same(sdk("verify", headers=headers, body=body), None)
    with sdk.check("query after the payment"):
        same(sdk("query", order=first), {"status": 200, "state": "SUCCESS", "fen": FEN, "order": first})
    with sdk.check("close of an unpaid order, and a query after it"):
        same(sdk("close", order=second), {"status": 204})
        same(sdk("query", order=second)["state"], "CLOSED")
    with sdk.check("a paid order is neither closed nor opened again"):
        same(sdk("close", order=first), {"status": 400, "code": "ORDERPAID"})
        same(make(first), {"status": 400, "code": "ORDERPAID"})
    with sdk.check("query of an order that nobody opened"):
        same(sdk("query", order=order_number()), {"status": 404, "code": "ORDER_NOT_EXIST"})

    def notice(order: str, fen: int, event: str = "TRANSACTION.SUCCESS", **other: Any) -> "tuple[dict[str, str], str]":
        transaction = {
            "mchid": MERCHANT, "appid": APP, "out_trade_no": order, "transaction_id": f"4200{secrets.randbelow(10**24):024}",
            "trade_type": "NATIVE", "trade_state": "SUCCESS", "trade_state_desc": "支付成功", "bank_type": "CMC", "attach": "",
            "success_time": "2026-11-28T10:34:56+08:00", "payer": {"openid": "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o"},
            "amount": {"total": fen, "payer_total": fen, "currency": "CNY", "payer_currency": "CNY"}, **other,
        }
        made = sdk("sign", event=event, resource=json.dumps(transaction, ensure_ascii=False))
        return {**made["headers"], "Content-Type": "application/json"}, made["body"]

    def tell(headers: dict[str, str], body: str) -> int:
        return fetch(f"{ORIGIN}/prod-api/v2/pay/notify/weixin", body.encode(), headers).status

    with sdk.check("our shop: other notifications that it signs pay nothing"):
        buyer, order, fen = own_order(sdk.name, "weixin")
        headers, body = notice(order, fen)
        same(tell(headers, body + " "), 400, "changed")
        same(tell(*notice(order, fen, mchid="1900000009")), 400, "another merchant")
        refund = {"refund_status": "SUCCESS", "amount": {"total": fen, "refund": fen, "payer_total": fen, "payer_refund": fen}}
        same(tell(*notice(order, fen, event="REFUND.SUCCESS", **refund)), 204, "a refund")
        same(tell(*notice(order, fen, trade_state="REFUND")), 204, "refunded")
        same(status(buyer, order), UNPAID)
    with sdk.check("our shop: an order is paid by its notification, also when repeated"):
        same(tell(headers, body), 204)
        same(tell(headers, body), 204, "again")
        same(status(buyer, order), PAID)


def python(name: str) -> Sdk:
    return Sdk(name, [str(FOLDER / name / "bin" / "python"), str(HERE / f"by_{name.replace('-', '_')}.py")])


def node(name: str) -> Sdk:
    return Sdk(f"npm {name}", ["node", str(FOLDER / f"by-{name}.mjs")])


WALKS: list[tuple[Callable[[Sdk], None], Sdk]] = [
    (alipay, python("python-alipay-sdk")),
    (alipay, python("alipay-sdk-python")),
    (alipay, node("alipay-sdk")),
    (weixin, python("wechatpayv3")),
    (weixin, node("wechatpay-axios-plugin")),
]
for walk, sdk in WALKS:
    walk(sdk)
TABLE.end()
