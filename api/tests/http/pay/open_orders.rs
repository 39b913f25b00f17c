//! Pending orders: their limit, the rate of status queries, resuming and cancelling them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_commerce::pay::gateway::PayChannel;
use yingku_db::schema::vip_plans;

use super::{
    CODE, MONTH, YEAR, checkout_page, level, listed, notify, paid, press, provider_key, refreshed,
    status, submit, write,
};
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::listening::{Listening, Provider, http};
use crate::support::member::Member;

/// VIP双月卡.
const TWO_MONTHS: &str = "1000000000000002";
/// 年卡VIP-激活码.
const YEAR_CODE: &str = "1000000000000004";

async fn cancel(member: &Member<'_>, order: &str) -> Answer {
    member
        .post("/orders/cancel", &json!({ "orderId": order }))
        .await
}

async fn resume(member: &Member<'_>, order: &str) -> Answer {
    member
        .post(
            "/orders/pay",
            &json!({ "orderId": order, "scene": "desktop" }),
        )
        .await
}

fn ordered(plan: &str, channel: &str) -> Value {
    json!({ "groupId": plan, "payChannel": channel, "scene": "desktop" })
}

both! {
    async fn the_message_of_a_paid_order_matches_the_plan(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let (_, days) = submit(&member, MONTH, "alipay", "phone").await;
        let (_, code) = submit(&member, CODE, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &days, 3_000, "1")).await;
        notify(t, &paid(PayChannel::Alipay, &code, 5_800, "2")).await;
        assert_eq!(refreshed(&member, &days).await, ("支付成功，VIP已到账".to_owned(), 1));
        assert_eq!(refreshed(&member, &code).await, ("支付成功，激活码已发放".to_owned(), 1));
    }

    async fn an_abnormal_order_shows_its_reason(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let (_, short) = submit(&member, MONTH, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &short, 2_999, "1")).await;
        let (_, twice) = submit(&member, YEAR, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &twice, 19_800, "2")).await;
        notify(t, &paid(PayChannel::Alipay, &twice, 19_800, "3")).await;
        let (_, strange) = submit(&member, TWO_MONTHS, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Weixin, &strange, 5_800, "4")).await;
        for (order, reason) in [(&short, "金额不符"), (&twice, "重复支付"), (&strange, "支付方式不符")] {
            assert_eq!(refreshed(&member, order).await, (format!("订单异常（{reason}），请联系客服"), 2));
            let rows = listed(&member).await;
            let row = rows.iter().find(|row| row["orderId"] == json!(order)).unwrap();
            assert_eq!(row["reason"], reason);
        }
    }

    async fn an_unpaid_order_shows_its_time_left_and_a_late_payment_still_counts(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        t.clock.advance(60_000);
        assert_eq!(listed(&member).await[0]["secondsLeft"], 29 * 60);
        t.clock.advance(29 * 60_000);
        let member = t.signed_in("lin_xia").await;
        let _listening = Listening::start(t);
        t.app.pay.reconcile_now();
        let row = listed(&member).await.remove(0);
        assert_eq!((&row["status"], row.get("secondsLeft")), (&json!(3), None));
        assert_eq!(refreshed(&member, &order).await.0, "订单未支付，已关闭");
        resume(&member, &order).await.assert_fails(422, "order_closed");
        notify(t, &paid(PayChannel::Alipay, &order, 3_000, "1")).await;
        assert_eq!((refreshed(&member, &order).await.1, level(&member).await), (1, 2));
    }

    async fn a_member_resumes_or_cancels_an_order(t: &TestApp) {
        let (member, other) = (t.member("lin_xia").await, t.member("wang_hai").await);
        let _listening = Listening::start(t);
        let (_, order) = submit(&member, MONTH, "weixin", "desktop").await;
        // The plan has another price by now: the order does not.
        write(t, |conn| diesel::update(vip_plans::table.find(1_000_000_000_000_003_i64)).set(vip_plans::price_fen.eq(1_999)).execute(conn));
        let answer = resume(&member, &order).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.json()["orderId"], json!(order));
        let link = answer.json()["data"].as_str().unwrap().to_owned();
        assert!(link.contains("/cashier/weixin/"), "{link}");
        for call in [cancel(&other, &order).await, resume(&other, &order).await] {
            call.assert_fails(404, "not_found");
        }
        let page = checkout_page(t, &link).await;
        let done = cancel(&member, &order).await;
        assert_eq!((done.status.as_u16(), &done.json()["msg"], &done.json()["data"]["status"]), (200, &json!("订单已取消"), &json!(3)));
        // The provider accepts no payment for it any more.
        press(t, &page, "pay").await;
        assert_eq!((status(t, &order), level(&member).await), (3, 1));
        cancel(&member, &order).await.assert_fails(422, "order_closed");
        resume(&member, &order).await.assert_fails(422, "order_closed");
        for bad in [json!({}), json!({ "orderId": "x" }), json!({ "orderId": 5 })] {
            member.post("/orders/cancel", &bad).await.assert_fails(400, "bad_request");
            member.post("/orders/pay", &bad).await.assert_fails(400, "bad_request");
        }
    }

    async fn cancelling_an_order_already_paid_fulfils_it(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let _listening = Listening::start(t);
        let (link, order) = submit(&member, MONTH, "alipay", "desktop").await;
        press(t, &checkout_page(t, &link).await, "silent").await;
        let answer = cancel(&member, &order).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["data"]["status"]), (200, &json!(1)));
        assert_eq!((answer.json()["msg"].as_str().unwrap(), level(&member).await), ("支付成功，VIP已到账", 2));
        cancel(&member, &order).await.assert_fails(422, "order_closed");
    }

    async fn an_order_is_not_cancelled_while_the_provider_is_unresponsive(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let _provider = Provider::responding(t, "500 Broken", "", "oops");
        let (_, order) = submit(&member, MONTH, "alipay", "desktop").await;
        cancel(&member, &order).await.assert_fails(422, "provider_away");
        assert_eq!(status(t, &order), 0);
    }

    async fn a_member_has_five_open_orders(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let _listening = Listening::start(t);
        let mut created = Vec::new();
        for plan in [MONTH, YEAR, CODE, TWO_MONTHS, YEAR_CODE] {
            created.push(submit(&member, plan, "alipay", "phone").await.1);
        }
        let rejected = member.post("/orders/submit", &ordered(MONTH, "weixin")).await;
        rejected.assert_fails(422, "too_many_orders");
        assert_eq!(rejected.json()["msg"], "未支付的订单已达5个，请先支付或取消");
        // A repeated submission is the same order, and cancelling one makes room.
        assert_eq!(submit(&member, MONTH, "alipay", "phone").await.1, created[0]);
        assert_eq!(cancel(&member, &created[1]).await.status, 200);
        submit(&member, MONTH, "weixin", "desktop").await;
        // Another member has a limit of their own.
        submit(&t.member("wang_hai").await, MONTH, "alipay", "phone").await;
    }

    async fn fifty_concurrent_submissions_query_the_provider_once_and_share_its_response(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let queries = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&queries);
        let body = json!({ "code_url": "weixin://wxpay/bizpayurl?pr=x" }).to_string();
        let headers: String = t.app.sandbox.as_ref().unwrap().weixin_headers(&body, &provider_key(t)).unwrap()
            .iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let answer = http("200 OK", &headers, &body);
        let _provider = Provider::start(t, move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            Some(answer.clone())
        });
        let created = join_all((0..50).map(|_| submit(&member, MONTH, "weixin", "desktop"))).await;
        assert!(created.iter().all(|(data, _)| data.contains("/cashier/weixin/")), "{created:?}");
        assert_eq!(queries.load(Ordering::SeqCst), 1);
        // Its response is valid for four minutes; then it is queried again.
        for (seconds, times) in [(3, 1), (236, 1), (1, 2)] {
            t.clock.advance(seconds * 1_000);
            submit(&member, MONTH, "weixin", "desktop").await;
            assert_eq!(queries.load(Ordering::SeqCst), times, "{seconds}");
        }
    }

    async fn t13_an_order_is_queried_once_in_three_seconds(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let (_, order) = submit(&member, MONTH, "alipay", "desktop").await;
        let queries = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&queries);
        let _provider = Provider::start(t, move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            Some(http("500 Broken", "", "oops"))
        });
        let answers = join_all((0..40).map(|_| refreshed(&member, &order))).await;
        assert!(answers.iter().all(|answer| *answer == ("订单未支付".to_owned(), 0)));
        assert_eq!(queries.load(Ordering::SeqCst), 1);
        t.clock.advance(3_000);
        refreshed(&member, &order).await;
        assert_eq!(queries.load(Ordering::SeqCst), 2);
        // The result of a notification is returned at once.
        notify(t, &paid(PayChannel::Alipay, &order, 3_000, "1")).await;
        assert_eq!(refreshed(&member, &order).await.1, 1);
    }
}

#[actix_web::test]
async fn t12_the_provider_gets_six_orders_and_six_queries_a_minute() {
    let t = TestApp::with(&[("ORDERS_PER_MINUTE", "6")]).await;
    let member = t.member("lin_xia").await;
    for _ in 0..6 {
        assert_ne!(submit(&member, MONTH, "alipay", "phone").await.0, "error");
        t.clock.advance(3_000);
    }
    let rejected = member
        .post("/orders/submit", &ordered(YEAR, "alipay"))
        .await;
    assert_eq!(rejected.status, 200, "18 seconds have given one back");
    let rejected = member
        .post("/orders/submit", &ordered(YEAR, "weixin"))
        .await;
    rejected.assert_fails(429, "rate_limited");
    assert!(!rejected.header("retry-after").is_empty());
    // Further queries work: from the seventh on the response is the stored status.
    let queries = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&queries);
    let _provider = Provider::start(&t, move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
        Some(http("500 Broken", "", "oops"))
    });
    let order = listed(&member).await[0]["orderId"]
        .as_str()
        .unwrap()
        .to_owned();
    for _ in 0..9 {
        assert_eq!(refreshed(&member, &order).await.1, 0);
        t.clock.advance(3_000);
    }
    assert!(
        (6..9).contains(&queries.load(Ordering::SeqCst)),
        "{queries:?}"
    );
}
