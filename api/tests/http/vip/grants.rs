//! The grant ledger, and that one cause grants once.

use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::json;
use yingku_commerce::vip::grants::{self, GrantRow, Granted, NewGrant, Source};
use yingku_commerce::vip::plans::{self, PlanKind};
use yingku_db::schema::{users, vip_grants};
use yingku_http_kit::error::ApiError;

use crate::support::TestApp;
use crate::support::app::NOW_MS;
use crate::support::member::PASSWORD;

const NOW: i64 = NOW_MS / 1_000;
const DAY: i64 = 86_400;

/// Grants days of VIP for a cause.
async fn give(
    t: &TestApp,
    user: &str,
    source: Source,
    reference: &str,
    days: i32,
) -> Result<Granted, ApiError> {
    let (id, now) = (t.app.state.ids.next(&*t.app.state.clock), t.app.state.now());
    let (user, reference) = (user.parse().unwrap(), reference.to_owned());
    t.app
        .state
        .db
        .write(move |conn| {
            let new = NewGrant {
                id,
                user,
                source,
                reference: &reference,
                level_id: 2,
                days,
                mode: yingku_platform::config::OrderMode::Live,
            };
            Ok(grants::grant(conn, &new, now)?)
        })
        .await
}

fn until(t: &TestApp, user: &str) -> i64 {
    let user: i64 = user.parse().unwrap();
    t.app
        .state
        .db
        .read_now::<_, ApiError, _>(|conn| {
            Ok(users::table
                .find(user)
                .select(users::vip_until)
                .first(conn)?)
        })
        .unwrap()
}

fn ledger(t: &TestApp) -> Vec<GrantRow> {
    t.app
        .state
        .db
        .read_now::<_, ApiError, _>(|conn| {
            Ok(vip_grants::table
                .select(GrantRow::as_select())
                .order(vip_grants::id)
                .load(conn)?)
        })
        .unwrap()
}

both! {
    async fn days_extend_the_remaining_time_or_start_now(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let first = give(t, &member.id, Source::Order, "2026112100000001", 30).await.unwrap();
        assert_eq!(first, Granted::Now { starts_at: NOW, ends_at: NOW + 30 * DAY });
        t.clock.advance(10 * DAY * 1_000);
        let second = give(t, &member.id, Source::Code, "7", 60).await.unwrap();
        assert_eq!(second, Granted::Now { starts_at: NOW + 30 * DAY, ends_at: NOW + 90 * DAY });
        t.clock.advance(80 * DAY * 1_000);
        let third = give(t, &member.id, Source::Operator, "8", 1).await.unwrap();
        assert_eq!(third, Granted::Now { starts_at: NOW + 90 * DAY, ends_at: NOW + 91 * DAY });
        t.clock.advance(5 * DAY * 1_000);
        let fourth = give(t, &member.id, Source::Operator, "9", 1).await.unwrap();
        assert_eq!(fourth, Granted::Now { starts_at: NOW + 95 * DAY, ends_at: NOW + 96 * DAY });
        assert_eq!(until(t, &member.id), NOW + 96 * DAY);
        let kept: Vec<_> = ledger(t).into_iter().map(|row| (row.source, row.days, row.starts_at, row.ends_at)).collect();
        assert_eq!(kept, [
            (Source::Order, 30, NOW, NOW + 30 * DAY),
            (Source::Code, 60, NOW + 30 * DAY, NOW + 90 * DAY),
            (Source::Operator, 1, NOW + 90 * DAY, NOW + 91 * DAY),
            (Source::Operator, 1, NOW + 95 * DAY, NOW + 96 * DAY),
        ]);
    }

    async fn one_cause_grants_once_however_often_it_is_reported(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let same = join_all((0..24).map(|_| give(t, &member.id, Source::Order, "2026112100000001", 30))).await;
        let given = same.iter().filter(|one| matches!(one, Ok(Granted::Now { .. }))).count();
        let already = same.iter().filter(|one| matches!(one, Ok(Granted::Already))).count();
        assert_eq!((given, already), (1, 23));
        assert_eq!((until(t, &member.id), ledger(t).len()), (NOW + 30 * DAY, 1));
        // The same reference of another source is another cause.
        assert!(matches!(give(t, &member.id, Source::Code, "2026112100000001", 30).await, Ok(Granted::Now { .. })));
    }

    async fn many_concurrent_causes_all_count(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let references: Vec<String> = (0..24).map(|number| number.to_string()).collect();
        let given = join_all(references.iter().map(|reference| give(t, &member.id, Source::Code, reference, 10))).await;
        assert!(given.iter().all(|one| matches!(one, Ok(Granted::Now { .. }))), "{given:?}");
        assert_eq!(until(t, &member.id), NOW + 240 * DAY);
        let mut ends: Vec<i64> = ledger(t).iter().map(|row| row.ends_at).collect();
        ends.sort_unstable();
        assert_eq!(ends, (1..=24).map(|number| NOW + number * 10 * DAY).collect::<Vec<_>>());
    }

    async fn a_missing_member_gets_no_grant(t: &TestApp) {
        let rejected = give(t, "920000000000000009", Source::Order, "2026112100000001", 30).await.unwrap_err();
        assert_eq!(rejected.kind, yingku_http_kit::error::ErrorKind::NotFound);
        assert!(ledger(t).is_empty());
    }

    async fn a_member_sees_their_grants_and_a_deleted_one_leaves_no_name(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        give(t, &member.id, Source::Order, "2026112100000001", 30).await.unwrap();
        let info = member.get("/user/getInfo").await.json();
        assert_eq!((&info["level"]["levelId"], &info["level"]["expireTime"]), (&json!(2), &json!("2026-10-21 22:13:20")));
        let exported = member.get("/user/export").await.json()["data"]["vipGrants"].clone();
        assert_eq!((&exported[0]["source"], &exported[0]["days"], &exported[0]["endTime"]), (&json!("order"), &json!(30), &json!("2026-10-21 22:13:20")));
        assert_eq!(member.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        assert_eq!(ledger(t)[0].user_id, None);
        let again = t.member("lin-xiaoyue").await;
        assert_eq!(give(t, &again.id, Source::Order, "2026112100000001", 30).await.unwrap(), Granted::Already);
    }

    async fn a_new_shop_has_plans(t: &TestApp) {
        let names = |kind| {
            let rows = t.app.state.db.read_now::<_, ApiError, _>(|conn| Ok(plans::list(conn, "yingku", kind, true)?)).unwrap();
            rows.into_iter().map(|plan| { assert_eq!(plan.kind, kind); plan.name }).collect::<Vec<_>>()
        };
        assert_eq!(names(PlanKind::Time), ["VIP年卡", "VIP双月卡", "VIP月卡"]);
        assert_eq!(names(PlanKind::Code), ["年卡VIP-激活码", "双月VIP-激活码"]);
    }
}
