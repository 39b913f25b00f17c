//! Refunds that are sent through the provider, against the sandbox, which checks them as the providers do.

use std::sync::Arc;

use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_access::audit::Actor;
use yingku_base::money::{Fen, yuan};
use yingku_base::role::Role;
use yingku_commerce::pay::gateway::{PayChannel, RefundRequest, RefundStatus};
use yingku_commerce::pay::void::void_sandbox;
use yingku_db::schema::{daily_counters, orders, payments, sandbox_refunds, sandbox_trades};

use super::orders::{history, logged};
use crate::pay::notifications::{alipay_with, weixin_refund_of};
use crate::pay::{
    MONTH, checkout_page, is_taken, level, notify, paid, press, provider_key, read, status, submit,
    trade, write,
};
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::listening::{Listening, Provider};
use crate::support::member::Member;
use crate::support::provider_faults::{FaultMode, ProviderFaults};

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// An order that is paid at the sandbox, and the number of its payment.
pub(super) async fn bought(t: &TestApp, member: &Member<'_>, channel: &str) -> (String, String) {
    let (link, order) = submit(member, MONTH, channel, "phone").await;
    press(t, &checkout_page(t, &link).await, "pay").await;
    assert_eq!(status(t, &order), 1);
    let trade_no = read(t, |conn| {
        payments::table
            .filter(payments::order_no.eq(&order))
            .select(payments::trade_no)
            .first(conn)
    });
    (order, trade_no)
}

pub(super) async fn send(
    cashier: &Member<'_>,
    (order, trade): (&str, &str),
    more: Value,
) -> Answer {
    let mut form =
        json!({ "orderId": order, "reason": "会员申请", "tradeNo": trade, "payments": 1 });
    for (name, value) in more.as_object().unwrap() {
        form[name] = value.clone();
    }
    cashier.admin_post("/orders/refund", &form).await
}

#[track_caller]
fn assert_sent(answer: &Answer, state: &str, status: i64) {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let data = &answer.json()["data"];
    assert_eq!(
        (&data["state"], &data["status"]),
        (&json!(state), &json!(status)),
        "{data}"
    );
}

/// The states and amounts of an order's refunds.
async fn refunds(operator: &Member<'_>, order: &str) -> Vec<(String, String)> {
    let shown = history(operator, order).await["refunds"].clone();
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    let rows = shown.as_array().unwrap().iter();
    rows.map(|row| (text(row, "state"), text(row, "price")))
        .collect()
}

/// What the sandbox has sent back for an order, fen.
fn sent_there(t: &TestApp, channel: PayChannel, order: &str) -> i64 {
    trade(t, channel, order).refunded_fen
}

fn reserved(t: &TestApp, order: &str) -> i64 {
    read(t, |conn| {
        payments::table
            .filter(payments::order_no.eq(order))
            .select(payments::refunded_fen)
            .first(conn)
    })
}

fn refunded_today(t: &TestApp) -> i64 {
    let all: Vec<i64> = read(t, |conn| {
        daily_counters::table
            .filter(daily_counters::name.eq("refunded_fen"))
            .select(daily_counters::value)
            .load(conn)
    });
    all.iter().sum()
}

async fn sums(operator: &Member<'_>, order: &str) -> Value {
    let answer = operator
        .admin_get(&format!("/orders/sums?keyword={order}"))
        .await
        .json();
    let sums = &answer["data"]["sandbox"];
    json!([
        sums["paidSum"],
        sums["refunded"],
        sums["refundedSum"],
        sums["netSum"]
    ])
}

/// A minute passes, and the reconciler asks.
fn reconcile(t: &TestApp) {
    t.clock.advance(MINUTE);
    t.app.pay.reconcile_now();
}

/// A real refund call to the sandbox, away from the runtime.
fn call(t: &TestApp, channel: PayChannel, refund: RefundRequest, query: bool) -> RefundStatus {
    let gateway = t.app.pay.gateway(channel).unwrap();
    std::thread::spawn(move || match query {
        true => gateway.query_refund(&refund).unwrap(),
        false => gateway.refund(&refund).unwrap(),
    })
    .join()
    .unwrap()
}

both! {
    async fn a_payment_is_sent_back_in_parts_and_never_more_than_was_paid(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        for channel in [PayChannel::Alipay, PayChannel::Weixin] {
            let (order, trade) = bought(t, &member, channel.as_str()).await;
            let before = refunded_today(t);
            let at = (order.as_str(), trade.as_str());
            send(&cashier, at, json!({ "price": "30.01" })).await.assert_fails(422, "price_refused");
            let part = send(&cashier, at, json!({ "price": "10.00" })).await;
            // Alipay answers at once, WeChat Pay while the money is on its way.
            let first = if channel == PayChannel::Alipay { "succeeded" } else { "pending" };
            assert_sent(&part, first, 1);
            send(&cashier, at, json!({ "price": "20.01", "payments": 2 })).await.assert_fails(422, "price_refused");
            reconcile(t);
            assert_eq!(refunds(&cashier, &order).await, [("succeeded".to_owned(), "10.00".to_owned())]);
            assert_eq!((status(t, &order), level(&member).await), (1, 2));
            assert_eq!(sums(&cashier, &order).await, json!(["30.00", 1, "10.00", "20.00"]));
            assert_eq!(refunded_today(t) - before, 1_000);
            let csv = cashier.admin_get(&format!("/orders/export?keyword={order}")).await.text();
            assert!(csv.contains(",30.00,30.00,10.00,20.00,"), "{csv}");

            let rest = send(&cashier, at, json!({ "payments": 2, "endVip": true })).await;
            assert_eq!(rest.status, 200, "{}", rest.text());
            reconcile(t);
            assert_eq!((status(t, &order), level(&member).await), (4, 1));
            assert_eq!(sums(&cashier, &order).await, json!(["30.00", 1, "30.00", "0.00"]));
            assert_eq!((refunded_today(t) - before, sent_there(t, channel, &order)), (3_000, 3_000));
            send(&cashier, at, json!({ "payments": 3 })).await.assert_fails(409, "order_refunded");
            let shown = history(&cashier, &order).await;
            assert_eq!(shown["grants"][1]["days"], -30);
        }
        let exported = member.get("/user/export").await.json()["data"]["orders"].clone();
        assert_eq!(exported[0]["refunds"][1]["price"], "20.00");
    }

    async fn a32_of_parallel_and_repeated_clicks_one_sends_money(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        for channel in [PayChannel::Alipay, PayChannel::Weixin] {
            let (order, trade) = bought(t, &member, channel.as_str()).await;
            let form = json!({ "price": "5.00" });
            let answers = join_all((0..6).map(|_| send(&cashier, (&order, &trade), form.clone()))).await;
            assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
            for answer in answers.iter().filter(|answer| answer.status != 200) {
                answer.assert_fails(409, "order_changed");
            }
            send(&cashier, (&order, &trade), form).await.assert_fails(409, "order_changed");
            assert_eq!((sent_there(t, channel, &order), reserved(t, &order)), (500, 500));
        }
    }

    async fn a_rejection_is_told_in_the_providers_words_and_leaves_nothing(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        for (channel, words) in [("alipay", "支付平台拒绝退款：退款金额超限"), ("weixin", "支付平台拒绝退款：退款金额大于可退金额")] {
            let (order, trade) = bought(t, &member, channel).await;
            // As if it had been refunded in the provider's console.
            write(t, |conn| diesel::update(sandbox_trades::table.filter(sandbox_trades::order_no.eq(&order))).set(sandbox_trades::refunded_fen.eq(2_000)).execute(conn));
            let answer = send(&cashier, (&order, &trade), json!({ "endVip": true })).await;
            answer.assert_fails(422, "refund_rejected");
            assert_eq!(answer.json()["msg"], words);
            assert_eq!((status(t, &order), level(&member).await, reserved(t, &order)), (1, 2, 0));
            let shown = history(&cashier, &order).await["refunds"].clone();
            assert_eq!((&shown[0]["state"], &shown[0]["price"]), (&json!("failed"), &json!("30.00")));
            assert!(words.ends_with(shown[0]["cause"].as_str().unwrap()), "{shown}");
            reconcile(t);
            // What is left there can be sent, and the order is marked by hand for the rest.
            let rest = send(&cashier, (&order, &trade), json!({ "price": "10.00", "payments": 2 })).await;
            assert_eq!(rest.status, 200, "{}", rest.text());
            reconcile(t);
            let form = json!({ "orderId": order, "reason": "线下退款", "payments": 3 });
            assert_eq!(cashier.admin_post("/orders/refund", &form).await.json()["data"]["status"], 4);
            assert_eq!(sums(&cashier, &order).await, json!(["30.00", 1, "30.00", "0.00"]));
        }
        assert_eq!(refunded_today(t), 6_000);
    }

    async fn without_an_answer_it_is_asked_again_and_sent_once(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        for manner in [FaultMode::Rejected, FaultMode::AnswerCut] {
            let faults = ProviderFaults::start(t, manner);
            for channel in [PayChannel::Alipay, PayChannel::Weixin] {
                let (order, trade) = bought(t, &member, channel.as_str()).await;
                faults.inject_at(1);
                let answer = send(&cashier, (&order, &trade), json!({})).await;
                assert!(faults.stop_injecting().is_some());
                assert_sent(&answer, "pending", 1);
                // Money that is on its way can be sent neither again nor by hand.
                send(&cashier, (&order, &trade), json!({ "payments": 2 })).await.assert_fails(422, "price_refused");
                let by_hand = json!({ "orderId": order, "reason": "线下退款", "payments": 2 });
                cashier.admin_post("/orders/refund", &by_hand).await.assert_fails(409, "order_changed");
                reconcile(t);
                // The first check may be what the provider gets first: WeChat Pay then needs a moment.
                t.clock.advance(MINUTE);
                t.app.pay.reconcile_now();
                assert_eq!(refunds(&cashier, &order).await, [("succeeded".to_owned(), "30.00".to_owned())]);
                assert_eq!((status(t, &order), sent_there(t, channel, &order)), (4, 3_000));
                let there: i64 = read(t, |conn| sandbox_refunds::table.filter(sandbox_refunds::order_no.eq(&order)).count().get_result(conn));
                assert_eq!(there, 1);
            }
        }
    }

    async fn the_providers_notice_settles_a_pending_refund(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let key = provider_key(t);
        for channel in [PayChannel::Alipay, PayChannel::Weixin] {
            let (order, trade) = {
                let _listening = Listening::start(t);
                bought(t, &member, channel.as_str()).await
            };
            {
                let _broken = Provider::responding(t, "500 Internal Server Error", "", "");
                assert_sent(&send(&cashier, (&order, &trade), json!({ "price": "10.00" })).await, "pending", 1);
            }
            let notice = |number: &str, trade: &str, fen: i64| match channel {
                PayChannel::Alipay => {
                    let fee = yuan(fen);
                    let refund = [("trade_no", trade), ("out_biz_no", number), ("refund_fee", &fee)];
                    alipay_with(&key, &order, &refund)
                }
                PayChannel::Weixin => weixin_refund_of(t, (&order, trade), number, fen, "SUCCESS"),
            };
            let own = format!("{order}-1");
            // Another refund, another payment's, or less money.
            for other in [notice("1", &trade, 1_000), notice(&own, "another", 1_000), notice(&own, &trade, 999)] {
                assert!(is_taken(&t.send_plain(other).await));
                assert_eq!(refunds(&cashier, &order).await, [("pending".to_owned(), "10.00".to_owned())]);
            }
            for _ in 0..2 {
                assert!(is_taken(&t.send_plain(notice(&own, &trade, 1_000)).await));
                assert_eq!(refunds(&cashier, &order).await, [("succeeded".to_owned(), "10.00".to_owned())]);
            }
            assert_eq!((status(t, &order), reserved(t, &order)), (1, 1_000), "{channel:?}");
        }
        assert_eq!(refunded_today(t), 2_000);
    }

    async fn money_of_another_mode_is_not_sent_back(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let (order, trade) = bought(t, &member, "alipay").await;
        write(t, |conn| diesel::update(orders::table.find(&order)).set(orders::mode.eq("live")).execute(conn));
        send(&cashier, (&order, &trade), json!({})).await.assert_fails(422, "order_of_other_mode");
        assert_eq!((reserved(t, &order), sent_there(t, PayChannel::Alipay, &order)), (0, 0));
        assert_eq!(refunds(&cashier, &order).await, []);
    }

    async fn an_operator_asks_again(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let (order, trade) = {
            let _listening = Listening::start(t);
            bought(t, &member, "weixin").await
        };
        let form = json!({ "orderId": order });
        {
            let _broken = Provider::responding(t, "500 Internal Server Error", "", "");
            assert_sent(&send(&cashier, (&order, &trade), json!({})).await, "pending", 1);
            cashier.admin_post("/orders/recheck", &form).await.assert_fails(422, "provider_away");
            // A provider that says nothing for a month leaves it to somebody.
            t.clock.advance(31 * DAY);
            t.app.pay.reconcile_now();
        }
        let cashier = { drop(cashier); t.signed_in("zhou_qing").await };
        let shown = history(&cashier, &order).await["refunds"].clone();
        assert_eq!((&shown[0]["state"], &shown[0]["cause"]), (&json!("unknown"), &json!("支付平台一直没有结果，请到支付平台核对")));
        let _listening = Listening::start(t);
        // Somebody may have paid it meanwhile: it is not sent, but can be begun again.
        assert_eq!(cashier.admin_post("/orders/recheck", &form).await.status, 200);
        let shown = history(&cashier, &order).await["refunds"].clone();
        assert_eq!((&shown[0]["state"], &shown[0]["cause"]), (&json!("failed"), &json!("支付平台没有收到这笔退款，可以重新发起")));
        assert_eq!((sent_there(t, PayChannel::Weixin, &order), reserved(t, &order)), (0, 0));
        assert_sent(&send(&cashier, (&order, &trade), json!({ "payments": 2 })).await, "pending", 1);
        reconcile(t);
        assert_eq!((status(t, &order), sent_there(t, PayChannel::Weixin, &order)), (4, 3_000));
    }

    async fn what_the_provider_has_not_got_is_sent_for_who_may_refund(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let support = t.operator("wu_ming", Role::Support).await;
        for channel in [PayChannel::Alipay, PayChannel::Weixin] {
            let (order, trade) = {
                let _listening = Listening::start(t);
                bought(t, &member, channel.as_str()).await
            };
            {
                let _broken = Provider::responding(t, "500 Internal Server Error", "", "");
                assert_sent(&send(&cashier, (&order, &trade), json!({})).await, "pending", 1);
            }
            let _listening = Listening::start(t);
            let form = json!({ "orderId": order });
            assert_eq!(support.admin_post("/orders/recheck", &form).await.status, 200);
            assert_eq!((sent_there(t, channel, &order), status(t, &order)), (0, 1));
            assert_eq!(cashier.admin_post("/orders/recheck", &form).await.status, 200);
            assert_eq!(sent_there(t, channel, &order), 3_000);
        }
    }

    async fn after_a_mark_by_hand_nothing_is_sent(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let mut orders = Vec::new();
        for channel in [PayChannel::Alipay, PayChannel::Weixin] {
            let (order, trade) = {
                let _listening = Listening::start(t);
                bought(t, &member, channel.as_str()).await
            };
            let _broken = Provider::responding(t, "500 Internal Server Error", "", "");
            assert_sent(&send(&cashier, (&order, &trade), json!({})).await, "pending", 1);
            orders.push((channel, order));
        }
        {
            let _broken = Provider::responding(t, "500 Internal Server Error", "", "");
            t.clock.advance(31 * DAY);
            t.app.pay.reconcile_now();
        }
        let cashier = { drop(cashier); t.signed_in("zhou_qing").await };
        let support = t.operator("wu_ming", Role::Support).await;
        let _listening = Listening::start(t);
        for (channel, order) in &orders {
            assert_eq!(refunds(&cashier, order).await, [("unknown".to_owned(), "30.00".to_owned())]);
            let by_hand = json!({ "orderId": order, "reason": "转账退款", "payments": 2 });
            assert_eq!(cashier.admin_post("/orders/refund", &by_hand).await.json()["data"]["status"], 4);
            for operator in [&support, &cashier] {
                assert_eq!(operator.admin_post("/orders/recheck", &json!({ "orderId": order })).await.status, 200);
            }
            reconcile(t);
            assert_eq!((status(t, order), sent_there(t, *channel, order)), (4, 0), "{channel:?}");
            assert_eq!(refunds(&cashier, order).await, [("failed".to_owned(), "30.00".to_owned())]);
            // What went back by hand cannot be sent, even if another payment opens the order again.
            assert_eq!(reserved(t, order), 3_000);
        }
        assert_eq!(refunded_today(t), 6_000);
    }

    async fn the_own_order_is_refunded_by_somebody_else(t: &TestApp) {
        let _listening = Listening::start(t);
        let (one, other) = (t.operator("zhou_qing", Role::Cashier).await, t.operator("wu_ming", Role::Cashier).await);
        let (order, trade) = bought(t, &one, "alipay").await;
        send(&one, (&order, &trade), json!({})).await.assert_fails(422, "own_account");
        let by_hand = json!({ "orderId": order, "reason": "线下退款", "payments": 1 });
        one.admin_post("/orders/refund", &by_hand).await.assert_fails(422, "own_account");
        assert_eq!((status(t, &order), sent_there(t, PayChannel::Alipay, &order)), (1, 0));
        assert_sent(&send(&other, (&order, &trade), json!({})).await, "succeeded", 4);
    }

    async fn of_an_order_paid_twice_one_payment_goes_back_and_it_is_paid(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let (order, first) = bought(t, &member, "alipay").await;
        // The sandbox has one trade for an order: the second payment is its trade under another number.
        notify(t, &paid(PayChannel::Alipay, &order, 3_000, "second-payment")).await;
        write(t, |conn| diesel::update(sandbox_trades::table.filter(sandbox_trades::order_no.eq(&order))).set(sandbox_trades::trade_no.eq("second-payment")).execute(conn));
        assert_eq!(status(t, &order), 2);
        assert_sent(&send(&cashier, (&order, "second-payment"), json!({ "payments": 2 })).await, "succeeded", 1);
        assert_eq!((status(t, &order), level(&member).await), (1, 2));
        // What was paid too much is in no sum, and neither is its refund.
        assert_eq!((sums(&cashier, &order).await, refunded_today(t)), (json!(["30.00", 0, "0.00", "30.00"]), 0));
        send(&cashier, (&order, &first), json!({ "payments": 3 })).await.assert_fails(422, "refund_rejected");
    }

    async fn the_sandbox_is_as_strict_as_the_providers(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        for channel in [PayChannel::Alipay, PayChannel::Weixin] {
            let (order, trade_no) = bought(t, &member, channel.as_str()).await;
            let refund = |number: &str, fen: i64| RefundRequest {
                number: number.to_owned(),
                trade_no: trade_no.clone(),
                refund: Fen::new(fen).unwrap(),
                paid: Fen::new(3_000).unwrap(),
            };
            let is_rejected = |answer| matches!(answer, RefundStatus::Failed(_));
            assert_eq!(call(t, channel, refund("a-1", 1_000), true), RefundStatus::NotFound);
            for _ in 0..3 {
                let answer = call(t, channel, refund("a-1", 1_000), false);
                assert!(matches!(answer, RefundStatus::Succeeded | RefundStatus::Processing), "{answer:?}");
            }
            assert_eq!(sent_there(t, channel, &order), 1_000);
            assert!(is_rejected(call(t, channel, refund("a-1", 999), false)));
            assert!(is_rejected(call(t, channel, refund("a-2", 2_001), false)));
            assert!(is_rejected(call(t, channel, RefundRequest { trade_no: "88".to_owned(), ..refund("a-2", 1) }, false)));
            if channel == PayChannel::Weixin {
                assert!(is_rejected(call(t, channel, RefundRequest { paid: Fen::new(2_000).unwrap(), ..refund("a-2", 1) }, false)));
            }
            t.clock.advance(MINUTE);
            assert_eq!(call(t, channel, refund("a-1", 1_000), true), RefundStatus::Succeeded);
            assert_eq!(sent_there(t, channel, &order), 1_000);
        }
    }

    async fn refunds_of_voided_sandbox_orders_leave_the_counters(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        for price in ["10.00", "30.00"] {
            let (order, trade) = bought(t, &member, "alipay").await;
            assert_eq!(send(&cashier, (&order, &trade), json!({ "price": price })).await.status, 200);
        }
        assert_eq!(refunded_today(t), 4_000);
        let actor = Actor::command(Arc::clone(&t.app.state.ids), t.clock.clone());
        assert_eq!(void_sandbox(&t.app.state.db, &actor).unwrap().orders, 2);
        assert_eq!(refunded_today(t), 0);
    }

    async fn forms_that_do_not_fit_send_nothing(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let cashier = t.operator("zhou_qing", Role::Cashier).await;
        let (order, trade) = bought(t, &member, "alipay").await;
        for bad in [json!({ "reason": " " }), json!({ "price": 1 })] {
            send(&cashier, (&order, &trade), bad).await.assert_fails(400, "bad_request");
        }
        for price in ["0.00", "-1.00", "1.001", "一"] {
            send(&cashier, (&order, &trade), json!({ "price": price })).await.assert_fails(422, "price_refused");
        }
        let of_no_payment = json!({ "tradeNo": null, "price": "1.00" });
        send(&cashier, (&order, &trade), of_no_payment).await.assert_fails(422, "price_refused");
        send(&cashier, (&order, &trade), json!({ "payments": null })).await.assert_fails(409, "order_changed");
        send(&cashier, (&order, "88"), json!({})).await.assert_fails(404, "not_found");
        let (_, unpaid) = submit(&member, MONTH, "alipay", "phone").await;
        send(&cashier, (&unpaid, &trade), json!({})).await.assert_fails(422, "order_unpaid");
        assert!(logged(t, "orders.refund").await.is_empty());
        assert_eq!((sent_there(t, PayChannel::Alipay, &order), reserved(t, &order)), (0, 0));
    }
}
