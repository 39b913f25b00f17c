"""Writes ids of existing resources, and of those that operators may change, as dictionaries into the given folder."""

import json
import os
import sys
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients" / "python"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from accounts import ADMIN, PASSWORD, READER, WRITER, call, register, sign_in  # noqa: E402
from yingku_signer import Signer  # noqa: E402

BASE = os.environ["CONTRACT_BASE"]
SIGNER = Signer.connect(BASE, os.environ["CONTRACT_SECRET"])


def ids(path: str) -> list[str]:
    url = f"{BASE}{path}"
    with urllib.request.urlopen(urllib.request.Request(url, headers=SIGNER.sign("GET", url)), timeout=10) as answer:
        return [row["id"] for row in json.load(answer)["rows"]]


def write(file: str, found: list[str]) -> None:
    if not found:
        sys.exit(f"{file}: the service has none")
    (Path(sys.argv[1]) / file).write_text("".join(f'"{one}"\n' for one in found), "utf-8")


plans = [row["id"] for kind in ("time", "code") for row in call(SIGNER, "GET", f"/v2/app/vip/list?kind={kind}")["rows"]]
write("plans.dict", plans)

KINDS = ("tag", "performer", "maker", "label", "director", "series", "item")
works = ids("/v2/works/detail/list?pageSize=100")
# Operators and reports may hide works: those that other operations use are exempt.
write("works.dict", works[:-8])
write("desk_works.dict", works[-8:])
stay = call(SIGNER, "GET", "/v2/works/detail/list?pageSize=92&isDht=1")["rows"]
numbers = [row["number"] for row in stay if row["id"] in works[:-8]]
magnets = [row for number in numbers[:40] for row in call(SIGNER, "GET", f"/v2/dht/list?keyword={number}")["rows"]]
write("magnets.dict", [row["id"] for row in magnets])
write("terms.dict", [one for kind in KINDS for one in ids(f"/v2/tag/list?tableName={kind}&pageSize=100")])

tokens = [sign_in(SIGNER)["accessToken"] for _ in range(8)]
write("sessions.dict", [row["id"] for row in call(SIGNER, "GET", "/v2/user/sessions", token=tokens[0])["rows"]])
reader = sign_in(SIGNER, register(SIGNER, READER))["accessToken"]
collections = [
    call(SIGNER, "POST", "/v2/user/collect/cate/", {"cateName": f"收藏{number}"}, reader)["cateId"]
    for number in range(8)
]
write("collections.dict", collections)
orders = [
    call(SIGNER, "POST", "/v2/orders/submit", {"groupId": plan, "payChannel": "alipay"}, reader)["orderId"]
    for plan in plans
]
write("orders.dict", orders)
writer = sign_in(SIGNER, register(SIGNER, WRITER))["accessToken"]
messages = [
    call(SIGNER, "POST", "/v2/message", {"message": f"问题{number}"}, writer)["data"]["id"] for number in range(8)
]
write("messages.dict", messages)
# Four works for four reasons each, none of which hides a work.
for work in works[-8:-4]:
    for reason in ("copyright", "privacy", "wrong", "other"):
        call(SIGNER, "POST", "/v2/report", {"dataId": work, "reason": reason}, writer)
admin = sign_in(SIGNER, ADMIN)["accessToken"]
reports = call(SIGNER, "GET", "/admin/reports?pageSize=100", token=admin)["rows"]
write("reports.dict", [row["id"] for row in reports])
# Uploads in progress: none of them is ever complete.
imports = [
    call(SIGNER, "POST", "/admin/imports", {"name": f"films{number}.ndjson", "size": 2**30}, admin)["data"]["id"]
    for number in range(4)
]
write("imports.dict", imports)
# Resources for operators to change: plans and batches that nothing else needs, and requests of a VIP.
desk_plans = [
    call(SIGNER, "POST", "/admin/plans/create", {"name": f"套餐{number}", "price": "9.90", "days": 7, "kind": "time"}, admin)
    for number in range(8)
]
write("desk_plans.dict", [plan["data"]["id"] for plan in desk_plans])
batches = [
    call(SIGNER, "POST", "/admin/codes/create", {"planId": plans[0], "count": 3, "batch": f"contract-{number}"}, admin)
    for number in range(8)
]
write("batches.dict", [batch["data"]["batch"] for batch in batches])
listed = call(SIGNER, "GET", f"/admin/codes/{batches[-1]['data']['batch']}", token=admin)["rows"]
write("code_ids.dict", [code["id"] for code in listed])
call(SIGNER, "POST", "/v2/user/activation", {"code": batches[0]["data"]["codes"][0]}, reader)
watched = next(row for row in stay if row["number"] == numbers[0])
for row in call(SIGNER, "GET", f"/v2/dht/list?keyword={numbers[0]}")["rows"]:
    link = call(SIGNER, "POST", "/v2/dht/copy", {"id": row["id"]}, reader)["data"]["magnet"]
    call(SIGNER, "POST", "/web/cloud/file/download", {"censoredId": watched["id"], "url": link}, reader)
downloads = call(SIGNER, "GET", "/admin/downloads?pageSize=100", token=admin)["rows"]
write("downloads.dict", [row["id"] for row in downloads])
# Terms that operators may rename and merge: those that other operations use are exempt.
made = [
    call(SIGNER, "POST", "/admin/terms/create", {"kind": kind, "modId": 1, "name": f"词条{number}"}, admin)["data"]["id"]
    for kind in ("performer", "maker")
    for number in range(20)
]
write("desk_terms.dict", made)
# Members to whom operators may do anything.
for number in range(4):
    register(SIGNER, f"contract_desk_{number}")
found = call(SIGNER, "GET", "/admin/members?keyword=contract_desk_", token=admin)["rows"]
write("desk_members.dict", [row["id"] for row in found])
# Another user, because each new session of a member ends the oldest of many.
write("names.dict", [register(SIGNER)])
write("passwords.dict", [PASSWORD])
