//! Payment notifications: genuine, forged, repeated and odd ones.

use std::process::{Command, Stdio};

use actix_web::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::json;
use yingku_commerce::pay::alipay::wire::{self, Params};
use yingku_commerce::pay::gateway::PayChannel;
use yingku_commerce::pay::signature::PrivateKey;
use yingku_commerce::pay::weixin::wire::{PROBE, signed_text};
use yingku_db::schema::orders;
use yingku_pay_sandbox::{APP_ID, MCH_ID, PROVIDER_KEY_ID, SELLER_ID};

use super::{
    ALIPAY, MONTH, WEIXIN, assert_rejected, call_of, count_grants_and_payments, is_taken, level,
    notification, notify, outcomes, paid, provider_key, read, refreshed, status, submit, write,
};
use crate::support::TestApp;
use crate::support::app::NOW_MS;
use crate::support::client::Call;

const BOTH: [PayChannel; 2] = [PayChannel::Alipay, PayChannel::Weixin];

/// An unpaid order, as if its provider had been queried.
async fn order(t: &TestApp, user: &str, channel: PayChannel) -> String {
    let member = t.signed_in(user).await;
    // Creating a WeChat order queries the provider, which is missing here: the order is pending all the same.
    let wish = if channel == PayChannel::Alipay {
        MONTH
    } else {
        super::YEAR
    };
    let (_, order) = submit(&member, wish, "alipay", "phone").await;
    write(t, |conn| {
        diesel::update(orders::table.find(&order))
            .set((
                orders::channel.eq(channel.as_str()),
                orders::fen.eq(3_000),
                orders::days.eq(30),
            ))
            .execute(conn)
    });
    order
}

/// A genuine Alipay notification of a paid order, with other values.
pub fn alipay_with(key: &PrivateKey, order: &str, other: &[(&str, &str)]) -> Call {
    let mut params: Params = [
        ("app_id", APP_ID),
        ("seller_id", SELLER_ID),
        ("trade_no", "2026092122001"),
        ("out_trade_no", order),
        ("trade_status", "TRADE_SUCCESS"),
        ("total_amount", "30.00"),
        ("refund_fee", ""),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .collect();
    for (name, value) in other {
        params.insert((*name).to_owned(), (*value).to_owned());
    }
    form(wire::signed_notification(params, key).unwrap())
}

fn form(body: String) -> Call {
    Call::new(Method::POST, ALIPAY)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(body)
}

/// A genuine WeChat notification, with other values in its transaction.
fn weixin_with(t: &TestApp, order: &str, other: &[(&str, serde_json::Value)]) -> Call {
    let mut transaction = json!({
        "appid": APP_ID, "mchid": MCH_ID, "out_trade_no": order, "transaction_id": "4200001", "trade_state": "SUCCESS",
        "amount": { "total": 3_000, "currency": "CNY" },
    });
    for (name, value) in other {
        transaction[*name] = value.clone();
    }
    let sandbox = t.app.sandbox.as_ref().unwrap();
    let key = sandbox.resource_key().unwrap();
    let sealed = key
        .encrypt(&transaction.to_string(), "0123456789ab", "transaction")
        .unwrap();
    weixin_body(
        t,
        &json!({
            "event_type": "TRANSACTION.SUCCESS",
            "resource": { "algorithm": "AEAD_AES_256_GCM", "ciphertext": sealed, "nonce": "0123456789ab", "associated_data": "transaction" },
        }),
    )
}

/// A genuine WeChat notification of a refund that was made at the provider.
fn weixin_refund(t: &TestApp, order: &str, trade: &str, refund: i64, state: &str) -> Call {
    weixin_refund_of(t, (order, trade), "1", refund, state)
}

/// One of the refund with a number.
pub fn weixin_refund_of(
    t: &TestApp,
    (order, trade): (&str, &str),
    number: &str,
    refund: i64,
    state: &str,
) -> Call {
    let refund = json!({
        "mchid": MCH_ID, "out_trade_no": order, "transaction_id": trade, "out_refund_no": number, "refund_id": "5030001",
        "refund_status": state, "amount": { "total": 3_000, "refund": refund, "payer_total": 3_000, "payer_refund": refund },
    });
    let sandbox = t.app.sandbox.as_ref().unwrap();
    let key = sandbox.resource_key().unwrap();
    let sealed = key
        .encrypt(&refund.to_string(), "0123456789ab", "refund")
        .unwrap();
    weixin_body(
        t,
        &json!({
            "event_type": "REFUND.SUCCESS",
            "resource": { "algorithm": "AEAD_AES_256_GCM", "ciphertext": sealed, "nonce": "0123456789ab", "associated_data": "refund" },
        }),
    )
}

fn weixin_body(t: &TestApp, body: &serde_json::Value) -> Call {
    let body = body.to_string();
    let headers = t
        .app
        .sandbox
        .as_ref()
        .unwrap()
        .weixin_headers(&body, &provider_key(t))
        .unwrap();
    headers.iter().fold(
        Call::new(Method::POST, WEIXIN).body(body),
        |call, (name, value)| call.header(name, value),
    )
}

/// A request with one of its headers replaced.
fn with_header(mut call: Call, name: &str, value: &str) -> Call {
    call.headers.retain(|(other, _)| other != name);
    call.header(name, value)
}

both! {
    async fn of_many_concurrent_notifications_one_grants(t: &TestApp) {
        t.member("lin_xia").await;
        for (times, channel) in BOTH.into_iter().enumerate() {
            let order = order(t, "lin_xia", channel).await;
            let trade = paid(channel, &order, 3_000, &format!("trade{times}"));
            let answers = join_all((0..24).map(|_| t.send_plain(notification(t, &trade)))).await;
            assert!(answers.iter().all(is_taken));
            let given = i64::try_from(times).unwrap() + 1;
            assert_eq!((status(t, &order), count_grants_and_payments(t)), (1, (given, given)));
        }
        let member = t.signed_in("lin_xia").await;
        let info = member.get("/user/getInfo").await.json();
        assert_eq!(info["level"]["expireTime"], "2026-11-20 22:13:20");
    }

    async fn a30_a_forged_notification_changes_nothing(t: &TestApp) {
        t.member("lin_xia").await;
        for channel in BOTH {
            let order = order(t, "lin_xia", channel).await;
            let trade = paid(channel, &order, 3_000, "1");
            let forged = t.app.sandbox.as_ref().unwrap().forged_notification(&trade).unwrap();
            assert_rejected(&t.send_plain(call_of(channel.as_str(), &forged)).await);
            // The genuine one, modified in transit.
            let mut changed = notification(t, &trade);
            let mut body = String::from_utf8(changed.body).unwrap();
            body = body.replace("total_amount=30.00", "total_amount=30.01").replace("支付成功", "支付成功！");
            changed.body = body.into_bytes();
            assert_rejected(&t.send_plain(changed).await);
            assert_eq!(status(t, &order), 0);
        }
        for target in [ALIPAY, WEIXIN] {
            for junk in [&b""[..], b"{}", b"sign=x", b"\xff\xfe\x00", b"a=1&a=2"] {
                let call = Call::new(Method::POST, target).body(junk);
                assert_rejected(&t.send_plain(call).await);
            }
            let large = Call::new(Method::POST, target).body(vec![b'a'; 16 * 1024 + 1]);
            t.send(large.unsigned()).await.assert_fails(413, "body_too_large");
        }
        assert_eq!(count_grants_and_payments(t), (0, 0));
    }

    async fn a_genuine_notification_of_another_merchant_is_rejected(t: &TestApp) {
        t.member("lin_xia").await;
        let (key, order_a) = (provider_key(t), order(t, "lin_xia", PayChannel::Alipay).await);
        for other in [("app_id", "2021000000000002"), ("seller_id", "2088000000000002"), ("seller_id", "")] {
            assert_rejected(&t.send_plain(alipay_with(&key, &order_a, &[other])).await);
        }
        let order_w = order(t, "lin_xia", PayChannel::Weixin).await;
        for other in [("appid", json!("wx2")), ("mchid", json!("1900000002"))] {
            assert_rejected(&t.send_plain(weixin_with(t, &order_w, &[other])).await);
        }
        assert_eq!((count_grants_and_payments(t), status(t, &order_a), status(t, &order_w)), ((0, 0), 0, 0));
    }

    async fn a30_a_wrong_amount_is_acknowledged_and_grants_nothing(t: &TestApp) {
        t.member("lin_xia").await;
        let key = provider_key(t);
        let order_a = order(t, "lin_xia", PayChannel::Alipay).await;
        let order_w = order(t, "lin_xia", PayChannel::Weixin).await;
        for amount in ["3e1", "30.000", "+30.00", "-30.00", "0.00", "", "1e400"] {
            assert_rejected(&t.send_plain(alipay_with(&key, &order_a, &[("total_amount", amount)])).await);
        }
        for total in [json!(0), json!(-3_000), json!({ "a": 1 })] {
            let amount = json!({ "total": total, "currency": "CNY" });
            assert_rejected(&t.send_plain(weixin_with(t, &order_w, &[("amount", amount)])).await);
        }
        let dollars = json!({ "total": 3_000, "currency": "USD" });
        assert_rejected(&t.send_plain(weixin_with(t, &order_w, &[("amount", dollars)])).await);
        assert_eq!(count_grants_and_payments(t), (0, 0));
        for _ in 0..2 {
            let answer = t.send_plain(alipay_with(&key, &order_a, &[("total_amount", "29.99")])).await;
            assert!(is_taken(&answer));
            let amount = json!({ "total": 3_001, "currency": "CNY" });
            assert!(is_taken(&t.send_plain(weixin_with(t, &order_w, &[("amount", amount)])).await));
        }
        assert_eq!((status(t, &order_a), status(t, &order_w), count_grants_and_payments(t)), (2, 2, (0, 2)));
        assert_eq!(outcomes(t), ["amount_mismatch", "amount_mismatch"]);
        assert_eq!(level(&t.signed_in("lin_xia").await).await, 1);
    }

    async fn a_non_payment_event_is_acknowledged_and_changes_nothing(t: &TestApp) {
        t.member("lin_xia").await;
        let (key, order_a) = (provider_key(t), order(t, "lin_xia", PayChannel::Alipay).await);
        for other in [("trade_status", "WAIT_BUYER_PAY"), ("trade_status", "TRADE_CLOSED"), ("refund_fee", "30.00")] {
            assert!(is_taken(&t.send_plain(alipay_with(&key, &order_a, &[other])).await));
        }
        let order_w = order(t, "lin_xia", PayChannel::Weixin).await;
        assert!(is_taken(&t.send_plain(weixin_with(t, &order_w, &[("trade_state", json!("NOTPAY"))])).await));
        assert!(is_taken(&t.send_plain(weixin_refund(t, &order_w, "4200001", 3_000, "SUCCESS")).await));
        assert_eq!((count_grants_and_payments(t), status(t, &order_a), status(t, &order_w)), ((0, 0), 0, 0));
    }

    async fn sha1_is_rejected_whatever_the_notification_declares(t: &TestApp) {
        t.member("lin_xia").await;
        let order = order(t, "lin_xia", PayChannel::Alipay).await;
        let text = format!("app_id={APP_ID}&out_trade_no={order}&seller_id={SELLER_ID}&total_amount=30.00&trade_no=1&trade_status=TRADE_SUCCESS");
        let signed = |hash: &str| {
            let key = t.app.state.config.pay.sandbox_dir.join("provider.pem");
            let mut child = Command::new("openssl").args(["dgst", hash, "-sign"]).arg(key)
                .stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
            std::io::Write::write_all(&mut child.stdin.take().unwrap(), text.as_bytes()).unwrap();
            let signature = STANDARD.encode(child.wait_with_output().unwrap().stdout);
            signature.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")
        };
        let (sha1, sha256) = (signed("-sha1"), signed("-sha256"));
        for (signature, kind) in [(&sha1, "RSA"), (&sha1, "RSA2"), (&sha256, "RSA")] {
            assert_rejected(&t.send_plain(form(format!("{text}&sign_type={kind}&sign={signature}"))).await);
        }
        assert_eq!(count_grants_and_payments(t), (0, 0));
        assert!(is_taken(&t.send_plain(form(format!("{text}&sign_type=RSA2&sign={sha256}"))).await));
        assert_eq!(count_grants_and_payments(t), (1, 1));
    }

    async fn a_probe_an_unknown_key_and_a_wrong_clock_are_rejected(t: &TestApp) {
        t.member("lin_xia").await;
        let order = order(t, "lin_xia", PayChannel::Weixin).await;
        let trade = paid(PayChannel::Weixin, &order, 3_000, "1");
        let genuine = || notification(t, &trade);
        let signature = genuine().headers.into_iter().find(|(name, _)| name == "wechatpay-signature").unwrap().1;
        assert_rejected(&t.send_plain(with_header(genuine(), "wechatpay-signature", &format!("{PROBE}{signature}"))).await);
        assert_rejected(&t.send_plain(with_header(genuine(), "wechatpay-serial", "PUB_KEY_ID_OTHER")).await);
        assert_rejected(&t.send_plain(genuine().header("wechatpay-nonce", "second")).await);
        for missing in ["wechatpay-timestamp", "wechatpay-nonce", "wechatpay-signature", "wechatpay-serial"] {
            let mut call = genuine();
            call.headers.retain(|(name, _)| name != missing);
            assert_rejected(&t.send_plain(call).await);
        }
        // Our clock, or theirs, is off by ten minutes.
        for off in [600_000, -600_000, 300_000, -300_000] {
            let call = genuine();
            t.clock.set(NOW_MS + off);
            assert_rejected(&t.send_plain(call).await);
            t.clock.set(NOW_MS);
        }
        // Encrypted for somebody else, and signed by the provider all the same.
        let body = "{\"event_type\":\"TRANSACTION.SUCCESS\",\"resource\":{\"algorithm\":\"AEAD_AES_256_GCM\",\"ciphertext\":\"AAAA\",\"nonce\":\"0123456789ab\"}}";
        let (timestamp, nonce) = ((NOW_MS / 1000).to_string(), "n");
        let signature = provider_key(t).sign(&signed_text(&timestamp, nonce, body.as_bytes())).unwrap();
        let sealed = Call::new(Method::POST, WEIXIN).body(body).header("wechatpay-timestamp", &timestamp)
            .header("wechatpay-nonce", nonce).header("wechatpay-signature", &signature).header("wechatpay-serial", PROVIDER_KEY_ID);
        assert_rejected(&t.send_plain(sealed).await);
        assert_eq!(count_grants_and_payments(t), (0, 0));
        notify(t, &trade).await;
        assert_eq!(count_grants_and_payments(t), (1, 1));
    }

    async fn a_payment_without_an_order_is_rejected_and_stored(t: &TestApp) {
        for (at, channel) in BOTH.into_iter().enumerate() {
            let trade = paid(channel, "202609219999999999999999", 3_000, &format!("stray{at}"));
            for _ in 0..2 {
                assert_rejected(&t.send_plain(notification(t, &trade)).await);
            }
        }
        assert_eq!((count_grants_and_payments(t), outcomes(t)), ((0, 2), vec!["unknown".to_owned(), "unknown".to_owned()]));
    }

    async fn a_closed_order_accepts_a_late_payment(t: &TestApp) {
        t.member("lin_xia").await;
        let order = order(t, "lin_xia", PayChannel::Alipay).await;
        write(t, |conn| diesel::update(orders::table.find(&order)).set(orders::status.eq(3)).execute(conn));
        notify(t, &paid(PayChannel::Alipay, &order, 3_000, "1")).await;
        let member = t.signed_in("lin_xia").await;
        assert_eq!(refreshed(&member, &order).await, ("支付成功，VIP已到账".to_owned(), 1));
        assert_eq!((count_grants_and_payments(t), level(&member).await), ((1, 1), 2));
    }

    async fn a_second_payment_grants_nothing_and_is_abnormal(t: &TestApp) {
        t.member("lin_xia").await;
        let order = order(t, "lin_xia", PayChannel::Alipay).await;
        for (trade, then) in [("1", 1), ("1", 1), ("2", 2), ("2", 2), ("1", 2)] {
            notify(t, &paid(PayChannel::Alipay, &order, 3_000, trade)).await;
            assert_eq!(status(t, &order), then, "{trade}");
        }
        // Through the other channel, for which the order was not created.
        notify(t, &paid(PayChannel::Weixin, &order, 3_000, "3")).await;
        assert_eq!((count_grants_and_payments(t), outcomes(t)), ((1, 3), ["amount_mismatch", "granted", "second"].map(str::to_owned).to_vec()));
        let member = t.signed_in("lin_xia").await;
        assert_eq!(level(&member).await, 2);
    }

    async fn two_orders_paid_through_two_channels_both_count(t: &TestApp) {
        t.member("lin_xia").await;
        for channel in BOTH {
            let order = order(t, "lin_xia", channel).await;
            notify(t, &paid(channel, &order, 3_000, "1")).await;
            assert_eq!(status(t, &order), 1);
        }
        let member = t.signed_in("lin_xia").await;
        let info = member.get("/user/getInfo").await.json();
        assert_eq!((count_grants_and_payments(t), &info["level"]["expireTime"]), ((2, 2), &json!("2026-11-20 22:13:20")));
    }

    async fn a_notification_repeated_after_a_refund_grants_nothing(t: &TestApp) {
        t.member("lin_xia").await;
        let order = order(t, "lin_xia", PayChannel::Alipay).await;
        let trade = paid(PayChannel::Alipay, &order, 3_000, "1");
        notify(t, &trade).await;
        write(t, |conn| diesel::update(orders::table.find(&order)).set(orders::status.eq(4)).execute(conn));
        notify(t, &trade).await;
        assert_eq!((status(t, &order), count_grants_and_payments(t)), (4, (1, 1)));
        let member = t.signed_in("lin_xia").await;
        assert_eq!(refreshed(&member, &order).await, ("订单已退款".to_owned(), 4));
    }

    async fn a_refund_that_the_provider_announces_is_marked_on_the_order(t: &TestApp) {
        use yingku_db::schema::audit_log;

        let key = provider_key(t);
        for (channel, user) in BOTH.into_iter().zip(["lin_xia", "lin_yue"]) {
            t.member(user).await;
            let order = order(t, user, channel).await;
            notify(t, &paid(channel, &order, 3_000, "2026092122001")).await;
            let refund = |fen: i64, trade: &str| match channel {
                PayChannel::Alipay => {
                    let (state, fee) = if fen == 3_000 { ("TRADE_CLOSED", "30.00") } else { ("TRADE_SUCCESS", "10.00") };
                    alipay_with(&key, &order, &[("trade_no", trade), ("trade_status", state), ("refund_fee", fee)])
                }
                PayChannel::Weixin => weixin_refund(t, &order, trade, fen, "SUCCESS"),
            };
            let left_alone = [refund(1_000, "2026092122001"), refund(3_000, "another"), weixin_refund(t, &order, "2026092122001", 3_000, "ABNORMAL")];
            for notice in left_alone {
                assert!(is_taken(&t.send_plain(notice).await));
                assert_eq!((status(t, &order), level(&t.signed_in(user).await).await), (1, 2), "{channel:?}");
            }
            for _ in 0..2 {
                assert!(is_taken(&t.send_plain(refund(3_000, "2026092122001")).await));
                assert_eq!((status(t, &order), level(&t.signed_in(user).await).await), (4, 1), "{channel:?}");
            }
            let member = t.signed_in(user).await;
            assert_eq!(refreshed(&member, &order).await, ("订单已退款".to_owned(), 4));
        }
        let logged: i64 = read(t, |conn| audit_log::table.filter(audit_log::action.eq("orders.refund")).count().get_result(conn));
        assert_eq!(logged, 2);
    }

    async fn one_refund_of_an_order_paid_twice_is_left_to_an_operator(t: &TestApp) {
        t.member("lin_xia").await;
        let order = order(t, "lin_xia", PayChannel::Weixin).await;
        notify(t, &paid(PayChannel::Weixin, &order, 3_000, "1")).await;
        notify(t, &paid(PayChannel::Weixin, &order, 3_000, "2")).await;
        assert!(is_taken(&t.send_plain(weixin_refund(t, &order, "2", 3_000, "SUCCESS")).await));
        assert_eq!((status(t, &order), level(&t.signed_in("lin_xia").await).await), (2, 2));
    }

    async fn an_order_grants_what_was_ordered(t: &TestApp) {
        use yingku_db::schema::{vip_grants, vip_plans};

        t.member("lin_xia").await;
        let order = order(t, "lin_xia", PayChannel::Alipay).await;
        // More expensive, shorter and off sale since.
        write(t, |conn| {
            diesel::update(vip_plans::table)
                .set((vip_plans::price_fen.eq(3_500), vip_plans::price_before_fen.eq(90_000), vip_plans::days.eq(1), vip_plans::on_sale.eq(false)))
                .execute(conn)
        });
        notify(t, &paid(PayChannel::Alipay, &order, 3_000, "1")).await;
        let given: (i32, String) = read(t, |conn| vip_grants::table.select((vip_grants::days, vip_grants::reference)).first(conn));
        assert_eq!((status(t, &order), given), (1, (30, order)));
    }
}
