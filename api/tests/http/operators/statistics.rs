//! Statistics of a range of days, and the most viewed works.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_base::time::shanghai_day;
use yingku_catalogue::works::top_views::MAX_PER_DAY;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_db::DbError;
use yingku_db::schema::{daily_work_views, works};
use yingku_platform::stats::visits::VISITS_PER_NETWORK;

use crate::pay::{MONTH, notify, paid, submit};
use crate::support::client::Call;
use crate::support::member::Member;
use crate::support::{TestApp, films};

const DAY_MS: i64 = 86_400_000;

async fn statistics(operator: &Member<'_>, from: &str, to: &str) -> Value {
    let path = format!("/statistics?from={from}&to={to}");
    let answer = operator.admin_get(&path).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["data"].clone()
}

async fn id_of(t: &TestApp, number: &str) -> String {
    let rows = t
        .rows(&format!("/works/detail/list?keyword={number}"))
        .await;
    rows[0]["id"].as_str().unwrap().to_owned()
}

/// Views of a work by that many visitors.
async fn view(t: &TestApp, id: &str, visitors: usize) {
    for _ in 0..visitors {
        let stranger = t.another_installation();
        let call = Call::get(&format!("/prod-api/v2/works/detail/{id}"));
        assert_eq!(t.send_as(&stranger, call).await.status, 200);
    }
    t.app.views.write_now().unwrap();
    t.app.visitors.write_now().unwrap();
}

both! {
    async fn works_are_ranked_by_their_views_in_the_range(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        t.import(&films("censored", 3));
        let (first, second) = (id_of(t, "AAAA-001").await, id_of(t, "AAAA-002").await);
        view(t, &first, 3).await;
        view(t, &second, 1).await;
        t.clock.advance(DAY_MS);
        view(t, &second, 4).await;
        let admin_again = t.signed_in("office-admin").await;
        drop(admin);
        let both = statistics(&admin_again, "2026-09-21", "2026-09-22").await;
        let top = |rows: &Value| -> Vec<(String, i64)> {
            let rows = rows["works"].as_array().unwrap().iter();
            rows.map(|row| (row["number"].as_str().unwrap().to_owned(), row["views"].as_i64().unwrap())).collect()
        };
        assert_eq!(top(&both), [("AAAA-002".to_owned(), 5), ("AAAA-001".to_owned(), 3)]);
        let yesterday = statistics(&admin_again, "2026-09-21", "2026-09-21").await;
        assert_eq!(top(&yesterday), [("AAAA-001".to_owned(), 3), ("AAAA-002".to_owned(), 1)]);
        let days = both["days"].as_array().unwrap();
        assert_eq!((days.len(), &days[0]["day"], &days[0]["views"], &days[1]["views"]), (2, &json!("2026-09-21"), &json!(4), &json!(4)));
    }

    async fn a_visit_goes_on_while_no_half_hour_passes(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let visits = async |t: &TestApp, operator: &Member<'_>| {
            t.app.visitors.write_now().unwrap();
            statistics(operator, "2026-09-21", "2026-09-21").await["days"][0]["visits"].as_i64().unwrap()
        };
        let before = visits(t, &admin).await;
        for _ in 0..3 {
            assert_eq!(t.get("/works/detail/list").await.status, 200);
        }
        assert_eq!(visits(t, &admin).await, before + 1);
        let stranger = t.another_installation();
        for path in ["/works/detail/list", "/works/performer/list"] {
            let call = Call::get(&format!("/prod-api/v2{path}"));
            assert_eq!(t.send_as(&stranger, call).await.status, 200);
        }
        // A rejected call is none.
        let failing = t.another_installation();
        assert_eq!(t.send_as(&failing, Call::get("/prod-api/v2/works/detail/1")).await.status, 404);
        assert_eq!(visits(t, &admin).await, before + 2);
        for _ in 0..VISITS_PER_NETWORK + 5 {
            let stranger = t.another_installation();
            assert_eq!(t.send_as(&stranger, Call::get("/prod-api/v2/works/performer/list")).await.status, 200);
        }
        assert_eq!(visits(t, &admin).await, i64::from(VISITS_PER_NETWORK));
    }

    async fn income_is_shown_only_with_its_permission(t: &TestApp) {
        let cashier = t.operator("operator-cashier", Role::Cashier).await;
        let editor = t.operator("operator-editor", Role::Editor).await;
        let member = t.member("lin-xiaoyue").await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &order, 3_000, "2026092122001")).await;
        let form = json!({ "orderId": order, "reason": "已退款" });
        let day = statistics(&cashier, "2026-09-21", "2026-09-21").await["days"][0].clone();
        assert_eq!((&day["net"], &day["orders"]), (&json!("30.00"), &json!(1)));
        assert_eq!(cashier.admin_post("/orders/refund", &form).await.status, 200);
        let day = statistics(&cashier, "2026-09-21", "2026-09-21").await["days"][0].clone();
        assert_eq!(day["net"], json!("0.00"));
        let day = statistics(&editor, "2026-09-21", "2026-09-21").await["days"][0].clone();
        assert_eq!((day.get("net"), day.get("orders")), (None, None));
    }

    async fn the_range_is_at_most_400_days(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let longest = statistics(&admin, "2025-08-18", "2026-09-21").await;
        assert_eq!(longest["days"].as_array().unwrap().len(), 400);
        for bad in ["", "?from=2026-09-21", "?from=2025-08-17&to=2026-09-21", "?from=2026-09-22&to=2026-09-21", "?from=x&to=2026-09-21"] {
            admin.admin_get(&format!("/statistics{bad}")).await.assert_fails(400, "bad_request");
        }
    }

    async fn of_a_past_day_the_most_viewed_works_are_kept(t: &TestApp) {
        let more = MAX_PER_DAY + 20;
        t.import(&films("censored", u32::try_from(more).unwrap()));
        let today = shanghai_day(t.app.state.now());
        let ids: Vec<i64> = t.app.state.db.read_now::<_, DbError, _>(|conn| Ok(works::table.select(works::id).order(works::id).load(conn)?)).unwrap();
        for (day, works) in [(today, more), (today - 1, more), (today - 401, 3)] {
            let rows: Vec<_> = ids.iter().take(works).enumerate().map(|(at, id)| {
                (daily_work_views::day.eq(day), daily_work_views::work_id.eq(*id), daily_work_views::views.eq(i64::try_from(at).unwrap() + 1))
            }).collect();
            t.app.state.db.write_now::<_, DbError, _>(|conn| {
                for row in &rows {
                    diesel::insert_into(daily_work_views::table).values(*row).execute(conn)?;
                }
                Ok(())
            }).unwrap();
        }
        t.app.housekeeper.0.finish();
        let kept = |day: i32| t.app.state.db.read_now::<_, DbError, _>(move |conn| {
            let of_day = daily_work_views::table.filter(daily_work_views::day.eq(day));
            let least = of_day.select(diesel::dsl::min(daily_work_views::views)).first::<Option<i64>>(conn)?;
            Ok((of_day.count().get_result::<i64>(conn)?, least))
        }).unwrap();
        assert_eq!(kept(today), (i64::try_from(more).unwrap(), Some(1)));
        assert_eq!(kept(today - 1), (i64::try_from(MAX_PER_DAY).unwrap(), Some(21)));
        assert_eq!(kept(today - 401), (0, None));
    }
}
