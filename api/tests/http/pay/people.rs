//! Personal data of orders: exported and deleted with the account, while the orders stay.

use diesel::prelude::*;
use serde_json::json;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_db::schema::{orders, payments};

use super::{
    MONTH, count_grants_and_payments, is_taken, notification, notify, outcomes, paid, read, status,
    submit,
};
use crate::support::TestApp;
use crate::support::member::PASSWORD;

both! {
    async fn orders_are_exported_and_stay_anonymized(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let (_, bought) = submit(&member, MONTH, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &bought, 3_000, "2026092122001")).await;
        t.clock.advance(1_000);
        let (_, open) = submit(&member, MONTH, "alipay", "desktop").await;
        let export = member.get("/user/export").await.json();
        assert_eq!(export["data"]["orders"][0], json!({
            "orderId": bought, "payName": "VIP月卡", "price": "30.00", "payChannel": "alipay", "status": 1,
            "tradeNo": "2026092122001", "payerAddress": "127.0.0.1", "createTime": "2026-09-21 22:13:20", "paidTime": "2026-09-21 22:13:20", "refunds": [],
        }));
        assert_eq!(export["data"]["orders"].as_array().unwrap().len(), 2);

        assert_eq!(member.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        let left: Vec<(Option<i64>, i64)> = read(t, |conn| orders::table.select((orders::user_id, orders::fen)).load(conn));
        assert_eq!(left, [(None, 3_000), (None, 3_000)]);
        let of_payer: Vec<(String, String)> = read(t, |conn| orders::table.select((orders::payer, orders::address)).load(conn));
        assert!(of_payer.iter().all(|of_payer| *of_payer == Default::default()), "{of_payer:?}");
        let raw: Vec<String> = read(t, |conn| payments::table.select(payments::raw).load(conn));
        assert_eq!(raw, [""]);
        // A payment after that needs an operator.
        let late = paid(PayChannel::Alipay, &open, 3_000, "2");
        assert!(is_taken(&t.send_plain(notification(t, &late)).await));
        let raw: Vec<String> = read(t, |conn| payments::table.select(payments::raw).load(conn));
        assert_eq!(raw, ["", ""]);
        assert_eq!((status(t, &open), count_grants_and_payments(t).1, outcomes(t)), (2, 2, vec!["granted".to_owned(), "orphaned".to_owned()]));
    }
}
