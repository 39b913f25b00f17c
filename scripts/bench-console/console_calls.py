"""The calls of the console's lists."""

from __future__ import annotations

import datetime
import re

from site_under_attack import Person

SIZE = 20
DEEPEST = 10_000 // SIZE
"""The last page that lists of the database have."""
SHANGHAI = datetime.timezone(datetime.timedelta(hours=8))


class Known:
    """Names and numbers to look for, as the lists show them."""

    def __init__(self, admin: Person) -> None:
        self.number = self._first(admin, "/admin/works?hidden=0")["number"]
        self.hidden = self._first(admin, "/admin/works?hidden=1")["number"]
        self.makers = [row["id"] for row in admin.get("/admin/terms?kind=maker").json["rows"]]
        self.tags = [row["id"] for row in admin.get("/admin/terms?kind=tag").json["rows"]]
        self.term = self._first(admin, "/admin/terms?kind=performer")["name"]
        self.member = self._first(admin, "/admin/members?vip=1")["userName"]
        order = self._first(admin, "/admin/orders?status=1")
        self.order, self.trade = order["orderId"], order["tradeNo"]
        self.batch = self._first(admin, "/admin/codes")["batch"]
        self.target = self._first(admin, "/admin/audit?targetKind=work")["targetId"]
        today = datetime.datetime.now(SHANGHAI).date()
        self.today, self.month = today.isoformat(), (today - datetime.timedelta(days=30)).isoformat()
        self.year = (today - datetime.timedelta(days=365)).isoformat()

    @staticmethod
    def _first(admin: Person, path: str) -> dict:
        answer = admin.get(path)
        assert answer.good and answer.json["rows"], f"{path}: {answer}"
        return answer.json["rows"][0]


def calls(known: Known, quick: bool) -> list[str]:
    """All of them; quickly, without those of a filter together with a sort."""
    paths = [path for make in [works, orders, members, audit, others] for path in make(known)]
    return [path for path in paths if not quick or re.search(r"pageSize=\d+&(?!sort).*&sort=", path) is None]


def listed(path: str, filters: list[str], sorts: list[str], deepest: int = DEEPEST) -> list[str]:
    """A list's first page, with each filter, by each sort both ways, its deepest page, and filters with sorts."""
    sorted_by = [f"sort={sort}&order={way}" for sort in sorts for way in ("asc", "desc")]
    deep = [f"pageNum={deepest}", *[f"{sort}&pageNum={deepest}" for sort in sorted_by]]
    both = [f"{one}&{sort}" for one in filters for sort in sorted_by]
    queries = ["", *filters, *sorted_by, *deep, *both]
    return [f"{path}?pageSize={SIZE}" + (f"&{query}" if query else "") for query in queries]


def works(known: Known) -> list[str]:
    filters = [
        "hidden=0", "hidden=1", "modId=1", "modId=3", "state=published", "state=draft", "state=scheduled", "state=hidden",
        f"withTerms={known.makers[0]}", f"withTerms={known.tags[0]},{known.tags[1]}", "covers=0", "covers=1", "isDht=0", "isDht=1",
        "isOnline=0", "isOnline=1", "isOnline=2", "minDuration=1&maxDuration=90", "minDuration=150", "scoreBelow=50", "scoreBelow=100",
        *[f"lacks={lack}" for lack in ("cover", "links", "length", "date", "cast", "stream")],
        "editedBy=chen-mo", f"from={known.month}&to={known.today}", f"from={known.month}&to={known.today}&time=updateTime",
        f"keyword={known.number}", f"keyword={known.hidden}", f"keyword={known.term}", "keyword=山谷", "keyword=天", "keyword=nothing-like-it",
        "keyword=山谷&hidden=1", f"keyword={known.hidden}&hidden=1", "keyword=a&hidden=1", "hidden=1&lacks=cast", "hidden=1&scoreBelow=50",
        f"hidden=1&withTerms={known.tags[0]}", "hidden=1&editedBy=chen-mo",
    ]
    sorts = ["number", "pubTime", "duration", "average", "score", "views", "collects", "likes", "createTime", "updateTime"]
    return listed("/admin/works", filters, sorts, 5_000)


def orders(known: Known) -> list[str]:
    filters = [
        *[f"status={status}" for status in range(5)], "channel=alipay", "channel=weixin", "channel=other", "mode=live", "mode=sandbox", "asked=1",
        "status=1&mode=live", "status=1&channel=weixin", "status=2&channel=weixin&mode=live", "status=0&mode=sandbox",
        f"from={known.today}&to={known.today}", f"from={known.month}&to={known.today}", f"from={known.month}&to={known.today}&time=paidTime",
        f"from={known.year}", f"from={known.year}&time=paidTime", f"from={known.month}&to={known.today}&status=1&channel=alipay",
        f"keyword={known.order}", f"keyword={known.order[-6:]}", f"keyword={known.order[:8]}", f"keyword={known.trade}",
        f"keyword={known.trade[-6:]}", f"keyword={known.member}", "keyword=lin_xia", "keyword=xia_", "keyword=zz", "keyword=12",
    ]
    days = f"from={known.month}&to={known.today}"
    sums = [f"/orders/sums?{query}" for query in (f"from={known.today}&to={known.today}", days, f"{days}&time=paidTime", "keyword=lin_xia", f"{days}&channel=other")]
    return [*listed("/admin/orders", filters, ["price", "createTime", "paidTime"]), *[f"/admin{path}" for path in sums]]


def members(known: Known) -> list[str]:
    filters = [
        f"keyword={known.member}", "keyword=l", "keyword=lin_", "keyword=zz", "keyword=lin_1@example.org", "role=member", "role=support",
        "role=admin", "disabled=0", "disabled=1", "vip=0", "vip=1", "vip=1&disabled=1", "keyword=lin_&vip=1", "role=member&vip=1",
    ]
    return listed("/admin/members", filters, ["userName", "vipUntil", "createTime"])


def audit(known: Known) -> list[str]:
    filters = [
        "action=works.edit", "action=works.takedown", "action=plans.edit", "actor=chen-mo", "actor=系统", "actor=nobody-here", "targetKind=work",
        "targetKind=order", "targetKind=plan", f"targetKind=work&targetId={known.target}", f"targetId={known.target}", "targetId=12",
        f"from={known.month}", f"from={known.month}&to={known.today}", f"from={known.year}&to={known.month}",
        "action=works.takedown&actor=chen-mo", "action=works.takedown&actor=nobody-here", "action=works.edit&targetKind=order",
        "actor=chen-mo&targetKind=plan", "action=plans.edit&actor=chen-mo", f"action=works.takedown&from={known.year}&to={known.month}",
        f"actor=chen-mo&from={known.year}&to={known.month}", f"targetKind=order&from={known.year}&to={known.month}",
    ]
    return listed("/admin/audit", filters, ["createTime"])


def others(known: Known) -> list[str]:
    kinds = [f"kind={kind}" for kind in ("tag", "performer", "maker", "director", "series")]
    terms = [*kinds, "modId=1", "kind=performer&modId=1", "keyword=晓", f"keyword={known.term}", "keyword=nothing", "kind=performer&keyword=a"]
    assigned = ["status=0", "status=1", "status=9", "assigned=me", "assigned=nobody", "assigned=nobody&status=0", "assigned=me&status=9"]
    messages = [*assigned, "keyword=山谷", "keyword=付款", f"keyword={known.member}", "keyword=nothing", "keyword=山谷&status=0"]
    states = [f"state={state}" for state in ("waiting", "running", "done", "failed", "cancelled")]
    return [
        *listed("/admin/terms", terms, ["name", "count"]),
        *listed("/admin/messages", messages, ["since"]),
        *listed("/admin/reports", ["status=open", "status=done"], ["createTime"]),
        *listed("/admin/downloads", ["status=open", "status=done", "status=refused"], ["createTime"]),
        *listed("/admin/codes", [], ["createTime"], 5),
        *listed(f"/admin/codes/{known.batch}", [], []),
        *listed("/admin/jobs", states, []),
        *listed("/admin/imports", [], [], 50),
        *listed("/admin/plans", [], [], 1),
        "/admin/messages/templates",
        "/admin/dashboard",
    ]
