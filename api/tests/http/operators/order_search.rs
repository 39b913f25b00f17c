//! The till: orders found by any number, by day and by kind of money, their sums, and their file.

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_db::schema::orders;

use super::rows;
use crate::pay::{CODE, MONTH, YEAR, notify, paid, submit, write};
use crate::support::TestApp;
use crate::support::listening::Listening;
use crate::support::member::Member;

const DAY_MS: i64 = 86_400_000;

async fn found(operator: &Member<'_>, query: &str) -> Vec<String> {
    let rows = rows(operator, &format!("/orders?{query}&pageSize=50")).await;
    rows.iter()
        .map(|row| row["orderId"].as_str().unwrap().to_owned())
        .collect()
}

async fn sums(operator: &Member<'_>, query: &str) -> Value {
    let answer = operator.admin_get(&format!("/orders/sums?{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.text());
    answer.json()["data"].clone()
}

async fn bought(
    t: &TestApp,
    member: &Member<'_>,
    plan: &str,
    channel: PayChannel,
    trade: &str,
) -> String {
    let (_, order) = submit(member, plan, channel.as_str(), "phone").await;
    let fen = write(t, |conn| {
        orders::table.find(&order).select(orders::fen).first(conn)
    });
    notify(t, &paid(channel, &order, fen, trade)).await;
    order
}

/// Makes an order one of real money.
fn make_live(t: &TestApp, order: &str) {
    write(t, |conn| {
        diesel::update(orders::table.find(order))
            .set(orders::mode.eq("live"))
            .execute(conn)
    });
}

both! {
    async fn an_order_is_found_by_a_part_of_any_number_and_of_a_name(t: &TestApp) {
        let _listening = Listening::start(t);
        let (one, other) = (t.member("lin_xia").await, t.member("Lin_Hai").await);
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let first = bought(t, &one, MONTH, PayChannel::Alipay, "2026092122001471234567890123").await;
        t.clock.advance(1_000);
        let second = bought(t, &other, YEAR, PayChannel::Weixin, "4200009876202609210000555777").await;
        let (both, of_first) = (vec![second.clone(), first.clone()], vec![first.clone()]);
        let tail = |number: &str, from: usize| number.get(from..).unwrap().to_owned();
        let head = |number: &str, to: usize| number.get(..to).unwrap().to_owned();
        for (keyword, expected) in [
            (first.clone(), &of_first), (tail(&first, 18), &of_first), (tail(&first, 12), &of_first), (head(&first, 20), &of_first),
            ("202609".to_owned(), &both), ("20260921".to_owned(), &both), ("2026092122001471234567890123".to_owned(), &of_first),
            ("890123".to_owned(), &of_first), ("71234567890123".to_owned(), &of_first), ("202609212200147".to_owned(), &of_first),
            ("lin_xia".to_owned(), &of_first), ("LIN_".to_owned(), &both), ("Ｌin_x".to_owned(), &of_first), ("in_xi".to_owned(), &of_first),
        ] {
            let keyword = form_urlencoded::byte_serialize(keyword.as_bytes()).collect::<String>();
            assert_eq!(found(&cashier, &format!("keyword={keyword}")).await, *expected, "{keyword}");
        }
        // Too short, wildcards, and the middle of a number.
        for nothing in ["90123", "20260", "%25", "______", "%25%25%25%25%25%25", "l", "9876202609", "999999", "nobody"] {
            assert!(found(&cashier, &format!("keyword={nothing}")).await.is_empty(), "{nothing}");
        }
        assert_eq!(found(&cashier, "keyword=lin_&channel=weixin").await, both[..1]);
        assert!(found(&cashier, "keyword=lin_&status=0").await.is_empty());
    }

    async fn days_are_those_of_shanghai_and_of_the_time_that_is_asked_for(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        // 22:13:20 on the 21st; paid after midnight.
        let (_, late) = submit(&member, MONTH, "alipay", "phone").await;
        t.clock.advance(2 * 3_600_000);
        let cashier = { drop(cashier); t.signed_in("zhou_qing").await };
        let member = { drop(member); t.signed_in("lin_xia").await };
        notify(t, &paid(PayChannel::Alipay, &late, 3_000, "T-1")).await;
        let (_, next) = submit(&member, YEAR, "alipay", "phone").await;
        let both = [next.as_str(), late.as_str()];
        for (query, expected) in [
            ("from=2026-09-21&to=2026-09-21", &both[1..]), ("from=2026-09-22&to=2026-09-22", &both[..1]), ("from=2026-09-21", &both[..]), ("to=2026-09-21", &both[1..]),
            ("from=2026-09-21&to=2026-09-21&time=paidTime", &[]), ("from=2026-09-22&to=2026-09-22&time=paidTime", &both[1..]), ("from=2026-09-22&sort=price&order=asc", &both[..1]),
            ("from=2026-09-21&sort=price&order=asc", &[late.as_str(), next.as_str()]), ("from=2026-09-21&sort=paidTime&order=desc", &[late.as_str(), next.as_str()]),
            ("from=2026-09-21&time=paidTime&sort=createTime", &both[1..]), ("from=2026-09-21&sort=paidTime&order=asc", &[late.as_str(), next.as_str()]),
            ("time=paidTime", &both[..]), ("from=2026-09-23", &[]), ("to=0001-01-01", &[]), ("from=8999-12-31", &[]),
        ] {
            assert_eq!(found(&cashier, query).await, expected, "{query}");
        }
        for bad in ["from=2026-09-22&to=2026-09-21", "from=2026-02-30", "from=20260921", "from=", "to=tomorrow", "time=updateTime", "mode=test", "from=99999-01-01"] {
            cashier.admin_get(&format!("/orders?{bad}")).await.assert_fails(400, "bad_request");
        }
    }

    async fn sums_are_net_of_refunds_and_never_mix_the_sandbox_with_real_money(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let today = "from=2026-09-21&to=2026-09-21";
        let empty = json!({ "paid": 0, "paidSum": "0.00", "refunded": 0, "refundedSum": "0.00", "netSum": "0.00" });
        let mut nothing = empty.clone();
        for (name, value) in [("orders", json!(0)), ("abnormal", json!(0)), ("abnormalSum", json!("0.00")), ("channels", json!([])), ("plans", json!([]))] {
            nothing[name] = value;
        }
        assert_eq!(sums(&cashier, today).await, json!({ "live": nothing }));
        let month = bought(t, &member, MONTH, PayChannel::Alipay, "T-1").await;
        let year = bought(t, &member, YEAR, PayChannel::Weixin, "T-2").await;
        t.clock.advance(1_000);
        let again = bought(t, &member, MONTH, PayChannel::Alipay, "T-3").await;
        let form = json!({ "orderId": again, "reason": "会员申请", "endVip": true });
        assert_eq!(cashier.admin_post("/orders/refund", &form).await.status, 200);
        let test = bought(t, &member, CODE, PayChannel::Alipay, "T-4").await;
        t.clock.advance(1_000);
        let (_, short) = submit(&member, CODE, "weixin", "phone").await;
        notify(t, &paid(PayChannel::Weixin, &short, 1, "T-5")).await;
        for order in [&month, &year, &again] {
            make_live(t, order);
        }
        let seen = sums(&cashier, today).await;
        let money = |paid: i64, sum: &str, refunded: i64, back: &str, net: &str| json!({ "paid": paid, "paidSum": sum, "refunded": refunded, "refundedSum": back, "netSum": net });
        let named = |name: &str, mut sums: Value| { sums["name"] = json!(name); sums };
        let mut live = money(3, "258.00", 1, "30.00", "228.00");
        for (name, value) in [("orders", json!(3)), ("abnormal", json!(0)), ("abnormalSum", json!("0.00"))] {
            live[name] = value;
        }
        live["channels"] = json!([named("weixin", money(1, "198.00", 0, "0.00", "198.00")), named("alipay", money(2, "60.00", 1, "30.00", "30.00"))]);
        live["plans"] = json!([named("VIP年卡", money(1, "198.00", 0, "0.00", "198.00")), named("VIP月卡", money(2, "60.00", 1, "30.00", "30.00"))]);
        assert_eq!(seen["live"], live);
        let sandbox = &seen["sandbox"];
        assert_eq!((&sandbox["orders"], &sandbox["paidSum"], &sandbox["abnormal"], &sandbox["abnormalSum"]), (&json!(2), &json!("58.00"), &json!(1), &json!("0.01")));
        for (query, net, orders) in [
            (format!("{today}&channel=alipay"), "30.00", 2), (format!("{today}&status=1"), "228.00", 2), (format!("{today}&status=4"), "0.00", 1), (format!("keyword={month}"), "30.00", 1),
            (format!("{today}&keyword=lin_xia&channel=weixin"), "198.00", 1), (format!("{today}&time=paidTime"), "228.00", 3), (format!("{today}&mode=live"), "228.00", 3), (format!("{today}&mode=sandbox"), "0.00", 0),
        ] {
            let seen = sums(&cashier, &query).await["live"].clone();
            assert_eq!((&seen["netSum"], &seen["orders"]), (&json!(net), &json!(orders)), "{query}");
        }
        assert!(sums(&cashier, &format!("{today}&mode=live")).await.get("sandbox").is_none());
        assert_eq!(found(&cashier, "mode=sandbox").await, [short, test]);
        for bad in ["", "from=2026-09-21", "from=2026-08-21&to=2026-09-21", "keyword="] {
            for call in ["sums", "export"] {
                cashier.admin_get(&format!("/orders/{call}?{bad}")).await.assert_fails(400, "bad_request");
            }
        }
    }

    async fn the_file_opens_in_a_spreadsheet_and_holds_no_formula(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("-lin_xia").await;
        let support = t.operator("wang_yuanshan", Role::Support).await;
        let month = bought(t, &member, MONTH, PayChannel::Alipay, "2026092122001471234567890123").await;
        t.clock.advance(1_000);
        let (_, open) = submit(&member, YEAR, "weixin", "phone").await;
        let file = support.admin_get("/orders/export?from=2026-09-21&to=2026-09-21").await;
        assert_eq!(file.status, 200, "{}", file.text());
        assert_eq!((file.header("content-type"), file.header("cache-control")), ("text/csv; charset=utf-8", "no-store"));
        assert!(file.header("content-disposition").starts_with("attachment"));
        let text = file.text();
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(lines[0], "\u{feff}订单号,会员,商品,天数,订单金额,实收金额,退款金额,净额,收款渠道,状态,交易号,下单时间,支付时间,备注");
        assert_eq!(lines[1], format!("{month}\t,'-lin_xia,VIP月卡,30,30.00,30.00,0.00,30.00,支付宝,已支付,2026092122001471234567890123\t,2026-09-21 22:13:20,2026-09-21 22:13:20,沙箱"));
        assert_eq!(lines[2], format!("{open}\t,'-lin_xia,VIP年卡,365,198.00,0.00,0.00,0.00,微信,未支付,,2026-09-21 22:13:21,,沙箱"));
        assert_eq!((lines.len(), lines[3]), (4, ""));
        let paid = support.admin_get("/orders/export?from=2026-09-21&to=2026-09-21&status=1&channel=alipay&mode=sandbox").await.text();
        assert_eq!(paid.split("\r\n").count(), 3);
        t.clock.advance(DAY_MS);
        let support = { drop(support); t.signed_in("wang_yuanshan").await };
        let none = support.admin_get("/orders/export?from=2026-09-22&to=2026-09-22").await.text();
        assert_eq!(none.split("\r\n").count(), 2);
    }

    async fn an_export_of_too_many_orders_is_rejected(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let support = t.operator("wang_yuanshan", Role::Support).await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        write(t, |conn| conn.batch_execute(&format!(
            "WITH RECURSIVE more(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM more WHERE i < 50000) \
             INSERT INTO orders (number, user_id, plan_id, plan_name, kind, level_id, days, fen, channel, status, page, scan, created_at, updated_at, mode) \
             SELECT '20260921' || CAST(1000000000000000 + i AS TEXT), user_id, plan_id, plan_name, kind, level_id, days, fen, channel, status, \
             'p' || CAST(i AS TEXT), scan, created_at, updated_at, mode FROM orders, more WHERE number = '{order}'"
        )));
        let today = "from=2026-09-21&to=2026-09-21";
        support.admin_get(&format!("/orders/export?{today}")).await.assert_fails(422, "export_too_large");
        assert_eq!(sums(&support, today).await["sandbox"]["orders"], 50_001);
        let file = support.admin_get(&format!("/orders/export?keyword={order}")).await.text();
        assert_eq!(file.split("\r\n").count(), 3);
    }
}
