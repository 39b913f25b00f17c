//! Bought activation codes: shown on the paid order, redeemable once, by anybody.

use serde_json::json;
use yingku_commerce::pay::gateway::PayChannel;

use super::{CODE, count_grants_and_payments, level, listed, notify, paid, refreshed, submit};
use crate::support::TestApp;

both! {
    async fn a_paid_code_order_shows_a_code_that_anybody_may_use_once(t: &TestApp) {
        let (buyer, friend) = (t.member("lin_xia").await, t.member("wang_hai").await);
        let (_, order) = submit(&buyer, CODE, "alipay", "phone").await;
        assert_eq!(listed(&buyer).await[0].get("activationCode"), None);
        for _ in 0..2 {
            notify(t, &paid(PayChannel::Alipay, &order, 5_800, "1")).await;
        }
        assert_eq!(refreshed(&buyer, &order).await.1, 1);
        // It grants a code and no days.
        assert_eq!((level(&buyer).await, count_grants_and_payments(t)), (1, (0, 1)));
        let row = listed(&buyer).await.remove(0);
        let code = row["activationCode"].as_str().unwrap().to_owned();
        assert_eq!((code.len(), &row["activationUsed"]), (29, &json!(false)));
        assert!(listed(&friend).await.is_empty());

        let form = json!({ "appId": "yingku", "code": code });
        assert_eq!(friend.post("/user/activation", &form).await.status, 200);
        assert_eq!((level(&friend).await, level(&buyer).await), (2, 1));
        let row = listed(&buyer).await.remove(0);
        assert_eq!((&row["activationCode"], &row["activationUsed"]), (&json!(code), &json!(true)));
        assert_ne!(buyer.post("/user/activation", &form).await.status, 200);
    }

    async fn an_order_that_is_not_paid_as_agreed_shows_no_code(t: &TestApp) {
        let buyer = t.member("lin_xia").await;
        let (_, order) = submit(&buyer, CODE, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &order, 5_799, "1")).await;
        let row = listed(&buyer).await.remove(0);
        assert_eq!((&row["status"], row.get("activationCode")), (&json!(2), None));
    }
}
