//! The sort orders of operator lists.

use diesel::connection::SimpleConnection as _;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_commerce::pay::gateway::PayChannel;

use super::rows;
use crate::library::{collect, collection};
use crate::pay::{CODE, MONTH, notify, paid, submit, write};
use crate::support::member::Member;
use crate::support::{TestApp, film, films};

/// A field of the rows of a list, in order; a number as its digits.
async fn column(operator: &Member<'_>, list: &str, field: &str) -> Vec<String> {
    let rows = rows(operator, list).await;
    let text = |row: &Value| match &row[field] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    rows.iter().map(text).collect()
}

/// A list by its only time, oldest first and latest first, the latter also page by page.
async fn assert_by_time(operator: &Member<'_>, list: &str, expected: usize) {
    let with = |query: &str| {
        let sign = if list.contains('?') { '&' } else { '?' };
        format!("{list}{sign}sort=createTime{query}")
    };
    let oldest = column(operator, &with("&order=asc"), "createTime").await;
    assert_eq!(oldest.len(), expected, "{list}");
    assert!(oldest.is_sorted_by(|a, b| a < b), "{list}: {oldest:?}");
    let mut latest = oldest;
    latest.reverse();
    assert_eq!(column(operator, &with(""), "createTime").await, latest);
    assert_eq!(
        column(operator, &with("&order=desc"), "createTime").await,
        latest
    );
    for (page, time) in latest.iter().enumerate() {
        let query = format!("&pageSize=1&pageNum={}", page + 1);
        assert_eq!(
            column(operator, &with(&query), "createTime").await,
            std::slice::from_ref(time)
        );
    }
}

/// More orders than a list counts.
const COPIES: i64 = 10_002;
/// Each field to sort orders by, and what its values are spread by.
const SPREADS: [(&str, i64); 3] = [("price", 7_919), ("createTime", 3_571), ("paidTime", 4_409)];

/// A value of its own for each of the copies; the divisor is a prime.
const fn spread(at: i64, by: i64) -> i64 {
    at * by % 10_007
}

/// The number of a copy.
fn copy(at: i64) -> String {
    format!("20260921{}", 1_000_000_000_000_000 + at)
}

/// Replaces an order by paid copies of different prices and times, and by some that match no filter of the test.
fn copy_order(t: &TestApp, order: &str) {
    let [price, created, paid] = SPREADS.map(|(_, by)| format!("i * {by} % 10007"));
    let copied = |values: &str, copies: i64| {
        format!(
            "WITH RECURSIVE more(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM more WHERE i < {copies}) \
             INSERT INTO orders (user_id, plan_id, plan_name, kind, level_id, days, scan, updated_at, \
             number, page, fen, channel, status, mode, created_at, paid_at) \
             SELECT user_id, plan_id, plan_name, kind, level_id, days, scan, updated_at, {values} FROM orders, more WHERE number = '{order}'"
        )
    };
    let matching = format!(
        "'20260921' || CAST(1000000000000000 + i AS TEXT), 'p' || CAST(i AS TEXT), 100 + {price}, channel, 1, mode, \
         created_at - 10007 + {created}, created_at - 20000 + {paid}"
    );
    let others = "'20260901' || CAST(1000000000000000 + i AS TEXT), 'q' || CAST(i AS TEXT), 1, 'weixin', 3, 'live', \
                  created_at - 1728000, created_at - 1728000";
    let deleted = format!("DELETE FROM orders WHERE number = '{order}'");
    write(t, |conn| {
        for statement in [copied(&matching, COPIES), copied(others, 20), deleted] {
            conn.batch_execute(&statement)?;
        }
        Ok(())
    });
}

both! {
    async fn members_by_name_by_the_end_of_vip_and_by_age(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        for (name, days) in [("lin_xia_b", 0), ("lin_xia_c", 30), ("lin_xia_a", 60)] {
            let member = t.member(name).await;
            if days > 0 {
                t.make_vip(&member, days);
            }
            t.clock.advance(1_000);
        }
        for (query, names) in [
            ("", ["lin_xia_a", "lin_xia_c", "lin_xia_b"]),
            ("&sort=userName&order=asc", ["lin_xia_a", "lin_xia_b", "lin_xia_c"]),
            ("&sort=userName", ["lin_xia_c", "lin_xia_b", "lin_xia_a"]),
            ("&sort=vipUntil", ["lin_xia_a", "lin_xia_c", "lin_xia_b"]),
            ("&sort=vipUntil&order=asc", ["lin_xia_b", "lin_xia_c", "lin_xia_a"]),
        ] {
            assert_eq!(column(&admin, &format!("/members?keyword=lin_xia_{query}"), "userName").await, names, "{query}");
        }
        assert_by_time(&admin, "/members?keyword=lin_xia_", 3).await;
    }

    async fn orders_by_price_and_by_both_times(t: &TestApp) {
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let member = t.member("lin_xia").await;
        let mut orders = Vec::new();
        for (plan, channel) in [(CODE, "alipay"), (MONTH, "weixin"), (MONTH, "alipay")] {
            orders.push(submit(&member, plan, channel, "phone").await.1);
            t.clock.advance(1_000);
        }
        let [code, unpaid, month] = [0, 1, 2].map(|at| orders[at].as_str());
        for (order, fen, trade) in [(month, 3_000, "2026092122001"), (code, 5_800, "2026092122002")] {
            notify(t, &paid(PayChannel::Alipay, order, fen, trade)).await;
            t.clock.advance(1_000);
        }
        let by = async |query: &str, field: &str| column(&cashier, &format!("/orders?sort={query}"), field).await;
        assert_eq!(by("price", "price").await, ["58.00", "30.00", "30.00"]);
        assert_eq!(by("price&order=asc", "price").await, ["30.00", "30.00", "58.00"]);
        let (cheap, mut dear) = (by("price&order=asc", "orderId").await, by("price", "orderId").await);
        dear.reverse();
        assert_eq!(cheap, dear);
        assert_eq!(by("paidTime", "orderId").await, [code, month, unpaid]);
        assert_eq!(by("paidTime&order=asc", "orderId").await, [month, code, unpaid]);
        assert_eq!(by("paidTime&order=asc&status=1", "orderId").await, [month, code]);
        assert_by_time(&cashier, "/orders", 3).await;
        assert_by_time(&cashier, "/orders?keyword=lin_xia&status=1", 2).await;
    }

    async fn orders_of_a_filter_that_matches_more_than_are_counted(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        copy_order(t, &order);
        let today = "from=2026-09-21&to=2026-09-21";
        for filter in ["status=1", "mode=sandbox", "channel=alipay", today, &format!("{today}&time=paidTime"), &format!("status=1&mode=sandbox&{today}")] {
            for (field, by) in SPREADS {
                let mut ascending: Vec<i64> = (1..=COPIES).collect();
                ascending.sort_by_key(|at| spread(*at, by));
                let descending: Vec<i64> = ascending.iter().rev().copied().collect();
                for (way, all) in [("asc", ascending), ("desc", descending)] {
                    for page in [1, 3] {
                        let query = format!("/orders?{filter}&sort={field}&order={way}&pageSize=20&pageNum={page}");
                        let numbers = all.iter().skip((page - 1) * 20).take(20).map(|at| copy(*at));
                        assert_eq!(column(&cashier, &query, "orderId").await, numbers.collect::<Vec<_>>(), "{query}");
                    }
                }
            }
        }
    }

    async fn conversations_by_how_long_they_have_waited(t: &TestApp) {
        let support = t.operator("wang_yuanshan", Role::Support).await;
        let member = t.member("lin_xia").await;
        for question in ["第一个问题", "第二个问题", "第三个问题"] {
            member.post("/message", &json!({ "message": question })).await;
            t.clock.advance(1_000);
        }
        let questions = column(&support, "/messages?sort=since&order=asc", "message").await;
        assert_eq!(questions, ["第一个问题", "第二个问题", "第三个问题"]);
        assert_eq!(column(&support, "/messages", "message").await, questions);
        assert_eq!(column(&support, "/messages", "since").await[0], "2026-09-21 22:13:20");
        let first = rows(&support, "/messages").await[0]["id"].clone();
        let answered = support.admin_edit("/messages/reply", &json!({ "id": first, "message": "好的" })).await;
        assert_eq!(answered.status, 200, "{}", answered.text());
        let latest = ["第一个问题", "第三个问题", "第二个问题"];
        assert_eq!(column(&support, "/messages?sort=since", "message").await, latest);
        assert_eq!(column(&support, "/messages?sort=since&status=0", "message").await, latest[1..]);
    }

    async fn reports_downloads_batches_and_the_log_by_time(t: &TestApp) {
        t.import(&films("censored", 1));
        let work = t.rows("/works/detail/list").await[0]["id"].clone();
        let admin = t.operator("office-admin", Role::Admin).await;
        for (reason, batch) in [("wrong", "a"), ("other", "b"), ("minor", "c")] {
            let (uuid, code) = t.captcha().await;
            let report = json!({ "dataId": work, "reason": reason, "uuid": uuid, "code": code });
            assert_eq!(t.post("/report", &report).await.status, 200);
            let form = json!({ "planId": MONTH, "count": 1, "batch": batch });
            assert_eq!(admin.admin_post("/codes/create", &form).await.status, 200);
            t.clock.advance(1_000);
        }
        assert_eq!(column(&admin, "/reports", "reason").await, ["minor", "wrong", "other"]);
        assert_eq!(column(&admin, "/reports?sort=createTime&order=asc", "reason").await, ["wrong", "other", "minor"]);
        assert_by_time(&admin, "/reports", 3).await;
        assert_by_time(&admin, "/codes", 3).await;
        assert_by_time(&admin, "/audit?action=codes.make", 3).await;
        let serious = rows(&admin, "/reports").await[0]["id"].clone();
        let down = json!({ "id": serious, "decision": "takedown", "note": "" });
        assert_eq!(admin.admin_post("/reports/decide", &down).await.status, 200);
        assert_by_time(&admin, "/reports?status=done", 3).await;
    }

    async fn works_by_publish_time_and_collectors_and_terms_by_name_and_works(t: &TestApp) {
        let tagged = |number: &str, day: &str, tags: &[&str]| {
            let tags: Vec<Value> = tags.iter().map(|name| json!({ "name": name })).collect();
            film(number, "山谷里的四季", json!({ "pubTime": day, "tags": tags }))
        };
        t.import(&[
            tagged("ABC-1", "2026-09-02", &["乙", "甲"]),
            tagged("ABC-2", "2026-09-03", &["甲"]),
            tagged("ABC-3", "2026-09-01", &["丙", "甲"]),
        ]);
        let editor = t.operator("operator-editor", Role::Editor).await;
        let by_time = rows(&editor, "/works?sort=pubTime").await;
        let numbers = |rows: &[Value]| rows.iter().map(|row| row["number"].clone()).collect::<Vec<_>>();
        assert_eq!(numbers(&by_time), ["ABC-2", "ABC-1", "ABC-3"]);
        let into = collection(&editor, "想看").await;
        let collected = collect(&editor, by_time[2]["id"].as_str().unwrap(), &[&into]).await;
        assert_eq!(collected.status, 200, "{}", collected.text());
        t.app.indexer.catch_up_now();
        assert_eq!(column(&editor, "/works?sort=collects", "number").await[0], "ABC-3");
        let hide = json!({ "id": by_time[0]["id"], "reason": "重复" });
        assert_eq!(editor.admin_post("/works/hide", &hide).await.status, 200);
        t.app.indexer.catch_up_now();
        assert_eq!(column(&editor, "/works?sort=pubTime", "number").await, ["ABC-2", "ABC-1", "ABC-3"]);
        assert_eq!(column(&editor, "/works?sort=collects&hidden=0&keyword=ABC", "number").await, ["ABC-3", "ABC-1"]);

        let names = async |query: &str| column(&editor, &format!("/terms?kind=tag&modId=1{query}"), "name").await;
        assert_eq!(names("").await[0], "甲");
        assert_eq!(names("&sort=count").await[0], "甲");
        assert_eq!(names("&sort=count&order=asc").await[2], "甲");
        let mut sorted = vec!["甲", "乙", "丙"];
        sorted.sort_unstable();
        assert_eq!(names("&sort=name&order=asc").await, sorted);
        sorted.reverse();
        assert_eq!(names("&sort=name").await, sorted);
    }

    async fn unknown_sort_fields_are_rejected(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        for list in ["works", "terms", "members", "orders", "messages", "reports", "downloads", "audit", "codes"] {
            for bad in ["sort=", "sort=id", "sort=createTime,price"] {
                admin.admin_get(&format!("/{list}?{bad}")).await.assert_fails(400, "bad_request");
            }
            for bad in ["order=", "order=up", "order=DESC"] {
                admin.admin_get(&format!("/{list}?{bad}")).await.assert_fails(400, "bad_request");
            }
        }
    }
}
