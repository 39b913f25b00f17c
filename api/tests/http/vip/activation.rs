//! Using activation codes, and the codes that were bought.

use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_commerce::vip::codes::code::{ActivationCode, last4};
use yingku_commerce::vip::codes::store::{self, CodeRow, CodeSelection};
use yingku_commerce::vip::codes::{issue_for_order, orders};
use yingku_commerce::vip::plans;
use yingku_db::schema::{activation_attempts, activation_codes, vip_grants};
use yingku_http_kit::error::ApiError;

use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::codes::code;
use crate::support::member::{Member, PASSWORD};

async fn activate(member: &Member<'_>, code: &str) -> Answer {
    member
        .post(
            "/user/activation",
            &json!({ "appId": "yingku", "code": code }),
        )
        .await
}

fn grants(t: &TestApp) -> i64 {
    t.app
        .state
        .db
        .read_now::<_, ApiError, _>(|conn| Ok(vip_grants::table.count().get_result(conn)?))
        .unwrap()
}

/// Every attempt: its result, the last letters, and its network.
fn attempts(t: &TestApp) -> Vec<(String, String, String)> {
    let all = activation_attempts::table
        .select((
            activation_attempts::result,
            activation_attempts::last4,
            activation_attempts::network,
        ))
        .order(activation_attempts::id);
    t.app
        .state
        .db
        .read_now::<_, ApiError, _>(|conn| Ok(all.load(conn)?))
        .unwrap()
}

fn good(msg: &str, until: &str) -> Value {
    json!({ "code": 200, "msg": msg, "data": { "groupName": "VIP会员", "expireTime": until } })
}

both! {
    async fn a_repeated_code_leaves_few_rows(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let typed = code(t, 1, |_| ());
        assert_eq!(activate(&member, &typed).await.status, 200);
        for _ in 0..30 {
            let answer = activate(&member, &typed).await;
            assert_eq!(answer.json()["msg"], "已激活");
        }
        assert_eq!(attempts(t).len(), 2);
    }
}

both! {
    async fn a_code_grants_its_days_once(t: &TestApp) {
        let (member, other) = (t.member("lin-xiaoyue").await, t.member("wang-yuanshan").await);
        let typed = code(t, 1, |_| ());
        let answer = activate(&member, &format!(" {} ", typed.to_lowercase())).await;
        assert_eq!((answer.status.as_u16(), answer.json()), (200, good("激活成功", "2026-10-21 22:13:20")));
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!(member.get("/user/getInfo").await.json()["level"]["levelId"], 2);
        assert_eq!(activate(&member, &typed).await.json(), good("已激活", "2026-10-21 22:13:20"));
        let rejected = activate(&other, &typed).await;
        rejected.assert_fails(422, "code_invalid");
        assert_eq!((&rejected.json()["code"], &rejected.json()["msg"]), (&json!(402), &json!("激活码无效或已使用")));
        let second = code(t, 2, |row| row.days = 60);
        assert_eq!(activate(&member, &second).await.json(), good("激活成功", "2026-12-20 22:13:20"));
        assert_eq!(grants(t), 2);
        let exported = member.get("/user/export").await.json()["data"]["activationCodes"].clone();
        assert_eq!(exported.as_array().unwrap().len(), 2);
        assert_eq!((&exported[0]["days"], &exported[0]["useTime"]), (&json!(30), &json!("2026-09-21 22:13:20")));
        let last4 = last4(&typed);
        let kept = attempts(t);
        let results: Vec<_> = kept.iter().map(|(result, _, _)| result.as_str()).collect();
        assert_eq!(results, ["redeemed", "already", "invalid", "redeemed"]);
        assert_eq!((kept[0].1.as_str(), kept[0].2.as_str()), (last4.as_str(), "127.0.0.0/24"));
    }

    async fn of_many_concurrent_uses_of_a_code_one_succeeds(t: &TestApp) {
        let typed = code(t, 1, |_| ());
        let mut members = Vec::new();
        for number in 0..24 {
            members.push(t.member(&format!("member-{number}")).await);
        }
        let answers = join_all(members.iter().map(|member| activate(member, &typed))).await;
        let count = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
        assert_eq!((count(200), count(422), grants(t)), (1, 23, 1));
        // The same for one member in many windows.
        let typed = code(t, 2, |_| ());
        let answers = join_all((0..24).map(|_| activate(&members[0], &typed))).await;
        let count_of = |msg: &str| answers.iter().filter(|answer| answer.json()["msg"] == msg).count();
        // Losing the first race counts as one failure of five.
        assert_eq!((count_of("激活成功"), count_of("已激活"), grants(t)), (1, 23, 2));
    }

    async fn unusable_codes_are_rejected_with_one_message(t: &TestApp) {
        let now = t.app.state.now();
        let expired = code(t, 1, |row| row.expires_at = Some(now));
        let revoked = code(t, 2, |row| row.revoked_at = Some(now));
        let used = code(t, 3, |row| row.used_at = Some(now));
        let unknown = ActivationCode::new([4; 15]).to_string();
        let late = t.member("late-member").await;
        let rejected = activate(&late, &expired).await;
        rejected.assert_fails(422, "code_expired");
        assert_eq!(rejected.json()["msg"], "激活码已过期");
        for (number, bad) in [revoked.as_str(), &used, &unknown, "12345678", "ABCDEFGHI' OR 1=1 --"].into_iter().enumerate() {
            let member = t.member(&format!("member-{number}")).await;
            let rejected = activate(&member, bad).await;
            rejected.assert_fails(422, "code_invalid");
            assert_eq!(rejected.json()["msg"], "激活码无效或已使用", "{bad}");
        }
        let member = t.member("lin-xiaoyue").await;
        for short in ["", "1234567", "  1234567  "] {
            let rejected = activate(&member, short).await;
            rejected.assert_fails(422, "code_short");
            assert_eq!(rejected.json()["msg"], "激活码至少8位");
        }
        for bad in [json!({}), json!({ "code": 12_345_678 }), json!({ "code": "x".repeat(65) }), json!({ "code": "12345678\u{0}9" })] {
            member.post("/user/activation", &bad).await.assert_fails(400, "bad_request");
        }
        member.post("/user/activation", &json!({ "appId": "other", "code": unknown })).await.assert_fails(422, "app_unknown");
        assert_eq!(grants(t), 0);
        let valid = code(t, 5, |row| row.expires_at = Some(now + 1));
        assert_eq!(activate(&member, &valid).await.status, 200);
    }

    async fn t10_after_five_wrong_codes_the_next_is_delayed(t: &TestApp) {
        let (member, other) = (t.member("lin-xiaoyue").await, t.member("wang-yuanshan").await);
        let right = code(t, 1, |_| ());
        let answers = join_all((0..24).map(|_| activate(&member, "WRONG-WRONG"))).await;
        let count = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
        assert_eq!((count(422), count(429), attempts(t).len()), (5, 19, 5));
        t.clock.advance(60_000);
        let rejected = activate(&member, &right).await;
        rejected.assert_fails(429, "rate_limited");
        assert_eq!((rejected.header("retry-after"), &rejected.json()["code"]), ("540", &json!(402)));
        // Nobody else is delayed, and the code is unused.
        activate(&other, "WRONG-WRONG").await.assert_fails(422, "code_invalid");
        t.clock.advance(540_000);
        assert_eq!(activate(&member, &right).await.status, 200);
    }

    async fn a_paid_order_has_one_code_that_can_be_shown_again(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let order = "202609210000000000000001";
        let issue = || {
            let id = t.app.state.ids.next(&*t.app.state.clock);
            t.app.state.db.write(move |conn| {
            let keys = yingku_commerce::vip::codes::keys::CodeKeys::new(&"0123456789abcdef".repeat(4).into())?;
            let plan = plans::by_id(conn, 1_000_000_000_000_004)?;
            Ok::<_, ApiError>(issue_for_order(conn, &keys, id, "202609210000000000000001", (&plan, yingku_platform::config::OrderMode::Live), 1_790_000_000)?)
        })
        };
        let issued = join_all((0..8).map(|_| issue())).await;
        for code in issued {
            assert_eq!(code.unwrap(), t.app.codes.for_order(order));
        }
        let used = || t.app.state.db.read_now::<_, ApiError, _>(|conn| {
            Ok(orders::codes_used_by_order(conn, &[order.to_owned(), "202609210000000000000002".to_owned()])?)
        }).unwrap();
        assert_eq!(used(), [(order.to_owned(), false)].into());
        let shown = t.app.codes.for_order(order).to_string();
        assert_eq!(activate(&member, &shown).await.json(), good("激活成功", "2027-09-21 22:13:20"));
        assert_eq!(used(), [(order.to_owned(), true)].into());
    }

    async fn the_database_stores_no_code_in_plain_text(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let typed = code(t, 1, |_| ());
        activate(&member, &typed).await;
        let kept: Vec<CodeRow> = t.app.state.db.read_now::<_, ApiError, _>(|conn| {
            Ok(activation_codes::table.select(CodeRow::as_select()).load(conn)?)
        }).unwrap();
        let kept = format!("{kept:?}");
        for part in typed.split('-') {
            assert!(!kept.contains(part), "{part} in {kept}");
        }
        // A deleted account leaves the code used.
        assert_eq!(member.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        let again = t.member("lin-xiaoyue").await;
        activate(&again, &typed).await.assert_fails(422, "code_invalid");
    }

    async fn revoking_spares_used_codes(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let (used, unused) = (code(t, 1, |_| ()), code(t, 2, |_| ()));
        activate(&member, &used).await;
        let now = t.app.state.now();
        let revoke = || t.app.state.db.write_now::<_, ApiError, _>(|conn| Ok(store::revoke(conn, CodeSelection::Batch("test"), now)?)).unwrap();
        assert_eq!((revoke(), revoke()), (1, 0));
        activate(&member, &unused).await.assert_fails(422, "code_invalid");
        assert_eq!(activate(&member, &used).await.json()["msg"], "已激活");
    }
}
