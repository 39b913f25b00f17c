"""Fills a site with what a large one has gathered in two years. The rows are made by SQL that both engines read: row `i` of `n`,
with values that spread as a hash of `i` does."""

from __future__ import annotations

import time

from console_site import ConsoleSite

SPAN = 730 * 86_400
"""The seconds that the site has been there."""
EPOCH = 1_577_836_800
"""The seconds at which ids begin."""
NAMES = "lin_xia_bai_yun_han_shi_gao_wen_zhu_mei_tao_liu_hua_nan_bei_"
WORDS = "山谷清晨河岸晚风旧城灯火远方来信雨后晴空海边小镇秋天列车花园钟声"


class Rows:
    """Expressions over the row's number `i` among `n`."""

    def __init__(self, engine: str, now: int) -> None:
        self.is_postgres = engine == "postgres"
        self.now = now

    def spread(self, below: int, seed: int = 1, of: str = "i") -> str:
        """A number below a limit, as a hash of the row. Squared, so that those of other seeds are independent of it."""
        mixed = f"((({of}) * 48271 + {seed * 7919}) % 2147483647)"
        return f"({mixed} * {mixed} % 2147483629 / 7 % {below})"

    def at(self, n: int, of: str = "i") -> str:
        """When the row was made: evenly over the span."""
        return f"({self.now - SPAN} + ({of}) * {SPAN} / {n})"

    def id(self, n: int, of: str = "i") -> str:
        """The row's id, which begins with the time."""
        return f"(({self.at(n, of)} - {EPOCH}) * 4194304000 + ({of}))"

    def word(self, seed: int) -> str:
        return f"substr('{WORDS}', CAST(1 + {self.spread(len(WORDS) // 2, seed)} * 2 AS INTEGER), 2)"

    def name(self, seed: int) -> str:
        return f"substr('{NAMES}', CAST(1 + {self.spread(len(NAMES) // 4, seed)} * 4 AS INTEGER), 4)"

    def digits(self, value: str, length: int) -> str:
        """A number with leading zeros."""
        return f"substr(CAST({10**length} + ({value}) AS TEXT), 2)"

    def day(self, seconds: str) -> str:
        """The day in Shanghai as eight digits."""
        if self.is_postgres:
            return f"to_char(to_timestamp({seconds}) AT TIME ZONE 'Asia/Shanghai', 'YYYYMMDD')"
        return f"strftime('%Y%m%d', {seconds} + 28800, 'unixepoch')"

    def one_of(self, shares: list[tuple[int, str]], seed: int) -> str:
        """One of some expressions, by their shares of a thousand; the last one gets the rest."""
        value, reached, whens = self.spread(1000, seed), 0, ""
        for share, result in shares[:-1]:
            reached += share
            whens += f" WHEN {value} < {reached} THEN {result}"
        return f"(CASE{whens} ELSE {shares[-1][1]} END)"

    def insert(self, table: str, n: int, values: dict[str, str]) -> str:
        """Inserts `n` rows."""
        rows = f"WITH RECURSIVE n(i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {n})"
        into = f"INSERT INTO {table} ({', '.join(values)})"
        chosen = f"SELECT {', '.join(values.values())} FROM n"
        return f"{into} {rows} {chosen}"


def fill(site: ConsoleSite, works: int) -> None:
    """Works by the program, the rest by SQL."""
    began = time.monotonic()
    site.run("demo", "--if-empty", "--works", str(works))
    print(f"{works} works in {time.monotonic() - began:.0f} s", flush=True)
    rows, began = Rows(site.engine, int(time.time())), time.monotonic()
    members = works // 3
    site.execute(
        [
            *hidden_works(),
            users(rows, members),
            operators(rows),
            "UPDATE total_counters SET value = (SELECT count(*) FROM users) WHERE name = 'members'",
            *orders(rows, members * 5, members),
            *codes(rows, members, members),
            *messages(rows, members // 5, members),
            "CREATE TEMPORARY TABLE numbered AS SELECT row_number() OVER (ORDER BY id) AS place, id FROM works",
            "CREATE UNIQUE INDEX numbered_place ON numbered (place)",
            *about_works(rows, members),
            audit_log(rows, members * 10, works),
        ]
    )
    site.analyze()
    print(f"the rest in {time.monotonic() - began:.0f} s", flush=True)


def hidden_works() -> list[str]:
    """One work in twenty is hidden: by hand, for a report, taken down, as a draft or until its day."""
    state = "CASE id % 9 WHEN 0 THEN 2 WHEN 1 THEN 3 WHEN 2 THEN 3 WHEN 3 THEN 4 WHEN 4 THEN 5 ELSE 1 END"
    return [
        f"UPDATE works SET hidden = TRUE, withheld = {state} WHERE id % 20 = 7",
        "UPDATE works SET publish_at = 4000000000 WHERE withheld = 5",
        "INSERT INTO work_changes (work_id, at) SELECT id, 0 FROM works WHERE hidden",
        "UPDATE total_counters SET value = (SELECT count(*) FROM works WHERE hidden) WHERE name = 'works_hidden'",
    ]


def users(rows: Rows, n: int) -> str:
    name = f"{rows.name(2)} || {rows.name(3)} || i"
    vip = rows.one_of([(100, f"{rows.now} + {rows.spread(365 * 86_400, 5)}"), (60, f"{rows.now} - {rows.spread(365 * 86_400, 5)}"), (0, "0")], 6)
    return rows.insert(
        "users",
        n,
        {
            "id": rows.id(n),
            "name": name,
            "name_key": name,
            "email": f"{rows.name(2)} || i || '@example.org'",
            "password_hash": "'none'",
            "level_id": f"CASE WHEN {rows.spread(1000, 6)} < 160 THEN 2 ELSE 1 END",
            "vip_until": vip,
            "disabled": f"({rows.spread(100, 7)} = 0)",
            "created_at": rows.at(n),
            "updated_at": rows.at(n),
        },
    )


OPERATORS = ["wang-yuanshan", "chen-mo", "zhao-qing", "sun-li", "zhou-ping", "wu-yan", "zheng-he", "feng-yu"]


def operators(rows: Rows) -> str:
    """Operators of the past, for the log."""
    values = [f"({at + 1}, '{name}', '{name}', '', 'none', 'support', {rows.now - SPAN}, {rows.now - SPAN})" for at, name in enumerate(OPERATORS)]
    return f"INSERT INTO users (id, name, name_key, email, password_hash, role, created_at, updated_at) VALUES {', '.join(values)}"


def orders(rows: Rows, n: int, members: int) -> list[str]:
    plans = ", ".join(
        f"({at}, '', '{name}', '', {fen}, {fen}, {days}, '{kind}', 2, {at}, TRUE)"
        for at, name, fen, days, kind in [(91, "观影月卡", 3000, 30, "time"), (92, "观影季卡", 8000, 90, "time"), (93, "观影年卡", 26800, 365, "time"), (94, "年卡激活码", 24800, 365, "code")]
    )
    plan, created = rows.one_of([(500, "91"), (200, "92"), (200, "93"), (0, "94")], 3), rows.at(n)
    status = rows.one_of([(700, "1"), (200, "3"), (50, "0"), (10, "2"), (0, "4")], 4)
    paid = f"{status} IN (1, 2, 4)"
    fen = f"CASE {plan} WHEN 91 THEN 3000 WHEN 92 THEN 8000 WHEN 93 THEN 26800 ELSE 24800 END"
    made = rows.insert(
        "orders",
        n,
        {
            "number": f"{rows.day(created)} || {rows.digits('i * 19999999981 % 10000000000000000', 16)}",
            "user_id": rows.id(members, rows.spread(members, 2)),
            "plan_id": plan,
            "plan_name": f"CASE {plan} WHEN 91 THEN '观影月卡' WHEN 92 THEN '观影季卡' WHEN 93 THEN '观影年卡' ELSE '年卡激活码' END",
            "kind": f"CASE {plan} WHEN 94 THEN 'code' ELSE 'time' END",
            "level_id": "2",
            "days": f"CASE {plan} WHEN 91 THEN 30 WHEN 92 THEN 90 ELSE 365 END",
            "fen": fen,
            "channel": rows.one_of([(600, "'alipay'"), (0, "'weixin'")], 5),
            "status": status,
            "trade_no": f"CASE WHEN {paid} THEN {rows.day(created)} || '2200' || {rows.digits('i * 29999999947 % 10000000000000000', 16)} END",
            "paid_at": f"CASE WHEN {paid} THEN {created} + 20 + {rows.spread(600, 8)} END",
            "page": "'page-' || i",
            "scan": "''",
            "created_at": created,
            "updated_at": created,
            "mode": rows.one_of([(980, "'live'"), (0, "'sandbox'")], 9),
            "voided_at": f"CASE WHEN {rows.spread(1000, 9)} >= 980 THEN {created} + 86400 END",
            "received_fen": f"CASE WHEN {paid} AND {rows.spread(200, 10)} = 0 THEN {fen} END",
            "received_channel": f"CASE WHEN {paid} AND {rows.spread(200, 10)} = 0 THEN 'other' END",
        },
    )
    return [
        f"INSERT INTO vip_plans (id, app, name, remark, price_fen, price_before_fen, days, kind, level_id, position, on_sale) VALUES {plans}",
        made,
        "INSERT INTO payments (channel, trade_no, order_no, fen, outcome, raw, created_at, mode) "
        "SELECT channel, trade_no, number, fen, 'paid', '', paid_at, mode FROM orders WHERE trade_no IS NOT NULL",
        "INSERT INTO grant_requests (id, order_no, operator_id, operator, fen, channel, trade_no, reason, created_at, expires_at) "
        f"SELECT row_number() OVER (), number, 1, 'chen-mo', fen, 'other', '', '转账已到', created_at, {rows.now + 86_400} "
        "FROM (SELECT * FROM orders WHERE status = 0 ORDER BY created_at DESC LIMIT 20) unpaid",
    ]


def codes(rows: Rows, n: int, members: int) -> list[str]:
    """Batches of 500 codes, of which more than half are used."""
    batches, used = max(n // 500, 1), f"{rows.spread(100, 2)} < 60"
    of_batch = f"'batch-' || {rows.digits(f'i * {batches} / {n}', 6)}"
    return [
        rows.insert(
            "code_batches",
            batches,
            {
                "id": rows.id(batches),
                "name": f"'batch-' || {rows.digits('i', 6)}",
                "plan_id": "94",
                "plan_name": "'年卡激活码'",
                "level_id": "2",
                "days": "365",
                "created_at": rows.at(batches),
            },
        ),
        rows.insert(
            "activation_codes",
            n,
            {
                "id": rows.id(n),
                "code_hash": "'hash-' || i",
                "last4": rows.digits("i % 10000", 4),
                "batch": of_batch,
                "plan_id": "94",
                "level_id": "2",
                "days": "365",
                "created_at": rows.at(n),
                "expires_at": f"CASE WHEN {rows.spread(100, 3)} < 50 THEN {rows.at(n)} + 31536000 END",
                "revoked_at": f"CASE WHEN {rows.spread(100, 2)} = 99 THEN {rows.now} END",
                "used_at": f"CASE WHEN {used} THEN {rows.at(n)} + 86400 END",
                "used_by": f"CASE WHEN {used} THEN {rows.id(members, rows.spread(members, 4))} END",
            },
        ),
    ]


def messages(rows: Rows, n: int, members: int) -> list[str]:
    status = rows.one_of([(20, "0"), (80, "1"), (0, "9")], 3)
    return [
        rows.insert(
            "messages",
            n,
            {
                "id": rows.id(n),
                "user_id": rows.id(members, rows.spread(members, 2)),
                "question": f"'请问' || {rows.word(4)} || {rows.word(5)} || '在哪里看？' || i",
                "status": status,
                "unread": "FALSE",
                "entries": "2",
                "status_since": f"{rows.at(n)} + 3600",
                "created_at": rows.at(n),
                "updated_at": f"{rows.at(n)} + 3600",
                "assignee_id": rows.one_of([(500, "NULL"), (0, f"1 + {rows.spread(len(OPERATORS), 6)}")], 7),
                "tags": rows.one_of([(100, "'付款'"), (100, "'播放,线路'"), (0, "''")], 8),
            },
        ),
        rows.insert(
            "message_entries",
            n * 2,
            {
                "id": rows.id(n * 2),
                "message_id": rows.id(n, "i / 2"),
                "kind": "i % 2",
                "text": f"{rows.word(4)} || {rows.word(5)}",
                "operator_id": f"CASE i % 2 WHEN 1 THEN 1 + {rows.spread(len(OPERATORS), 6)} END",
                "created_at": rows.at(n * 2),
            },
        ),
    ]


def audit_log(rows: Rows, n: int, works: int) -> str:
    action = rows.one_of(
        [(620, "'works.edit'"), (100, "'works.hide'"), (50, "'works.restore'"), (60, "'messages.reply'"), (60, "'users.signin'"), (40, "'users.signin.failed'"), (30, "'orders.grant'"), (20, "'terms.edit'"), (19, "'users.days'"), (0, "'works.takedown'")], 2
    )
    kind = rows.one_of([(770, "'work'"), (60, "'message'"), (100, "'user'"), (30, "'order'"), (20, "'term'"), (19, "'user'"), (0, "'work'")], 2)
    target = f"(SELECT w.id FROM numbered w WHERE w.place = 1 + {rows.spread(works, 5, 'n.i')})"
    name = "CASE " + rows.spread(len(OPERATORS), 4) + "".join(f" WHEN {at} THEN '{name}'" for at, name in enumerate(OPERATORS)) + " ELSE '' END"
    return rows.insert(
        "audit_log",
        n,
        {
            "id": rows.id(n),
            "actor_id": f"1 + {rows.spread(len(OPERATORS), 4)}",
            "actor": name,
            "action": action,
            "target_kind": kind,
            "target_id": f"CASE WHEN {kind} = 'work' THEN CAST({target} AS TEXT) ELSE CAST({rows.spread(works, 6)} AS TEXT) END",
            "before": f"'{{\"title\":\"' || {rows.word(7)} || '\"}}'",
            "after": f"'{{\"title\":\"' || {rows.word(8)} || '\"}}'",
            "reason": "''",
            "created_at": rows.at(n),
        },
    )


def about_works(rows: Rows, members: int) -> list[str]:
    """Reports and download requests of works, one each, and jobs of films."""
    numbered = "(SELECT place AS i, id FROM numbered) numbered"
    status = "CASE WHEN i % 100 = 0 THEN 'open' WHEN i % 10 = 1 THEN 'refused' ELSE 'done' END"
    return [
        f"INSERT INTO reports (id, work_id, reporter, reason, grave, detail, contact, decision, note, decided_at, created_at) "
        f"SELECT {rows.id(members)}, id, 'r-' || i, CASE i % 40 WHEN 0 THEN 'copyright' WHEN 1 THEN 'other' ELSE 'wrong' END, (i % 40 = 0), "
        f"{rows.word(3)}, '', CASE WHEN i % 50 = 0 THEN NULL ELSE 'keep' END, '', CASE WHEN i % 50 = 0 THEN NULL ELSE {rows.at(members)} + 7200 END, "
        f"{rows.at(members)} FROM {numbered} WHERE i < {members // 5}",
        f"INSERT INTO download_requests (id, user_id, work_id, info_hash, status, created_at, decided_at) "
        f"SELECT {rows.id(members)}, {rows.id(members, 'i')}, id, 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a', {status}, {rows.at(members)}, "
        f"CASE WHEN i % 100 = 0 THEN NULL ELSE {rows.at(members)} + 7200 END FROM {numbered} WHERE i < {members // 2}",
        f"INSERT INTO film_jobs (id, work_id, number, path, subtitles, replaces, state, problem, cancelling, progress, run, beat_at, was_curated, operator, created_at, finished_at) "
        f"SELECT {rows.id(members)}, id, 'ABC-' || i, '/films/' || i || '.mp4', '[]', FALSE, CASE i % 20 WHEN 0 THEN 'failed' WHEN 1 THEN 'cancelled' ELSE 'done' END, '', FALSE, 100, 1, 0, FALSE, "
        f"'chen-mo', {rows.at(members)}, {rows.at(members)} + 60 FROM {numbered} WHERE i < {members // 5}",
        f"INSERT INTO imports (id, name, size, received, sha256, dry_run, state, problem, cancelling, kept, node, beat_at, read_bytes, lines, added, updated, unchanged, refused, refused_bytes, rate, operator, created_at, finished_at) "
        f"SELECT {rows.id(members)} + 1, 'films-' || i || '.ndjson', 1000, 1000, '', FALSE, CASE i % 20 WHEN 0 THEN 'failed' WHEN 1 THEN 'cancelled' ELSE 'done' END, '', FALSE, FALSE, 0, 0, 1000, 10, 5, 5, 0, 0, 0, 100, "
        f"'chen-mo', {rows.at(members)}, {rows.at(members)} + 60 FROM {numbered} WHERE i < {members // 50}",
    ]


def sizes(site: ConsoleSite) -> str:
    """How many rows there are."""
    tables = ["works", "terms", "users", "orders", "payments", "audit_log", "activation_codes", "messages", "reports", "download_requests", "film_jobs", "imports"]
    counted = [f"{site.number(f'SELECT count(*) FROM {table}'):,} {table}" for table in tables]
    return ", ".join([*counted, f"{site.number('SELECT count(*) FROM works WHERE hidden'):,} works hidden"])
