//! Sandbox grants are revoked before real money comes in.

use std::sync::Arc;

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_access::audit::Actor;
use yingku_base::clock::{Clock, ManualClock};
use yingku_base::role::Role;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_commerce::pay::void::{Voided, void_sandbox};
use yingku_db::schema::{daily_counters, users};
use yingku_server::app::App;

use super::live::{as_str_pairs, merchant_files};
use super::{CODE, MONTH, YEAR, level, listed, notify, paid, read, submit};
use crate::support::TestApp;
use crate::support::app::{NOW_MS, config};
use crate::support::command::Program;
use crate::support::member::Member;

/// Opens the service on the same database in live mode: its error when it does not start.
fn live_start(t: &TestApp) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let (settings, _) = merchant_files(folder.path());
    let config = config(folder.path(), &t.db.url, &as_str_pairs(&settings));
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::at(NOW_MS));
    App::open(config, clock)
        .map(drop)
        .map_err(|error| format!("{error:#}"))
}

fn void(t: &TestApp) -> Voided {
    let actor = Actor::command(Arc::clone(&t.app.state.ids), t.clock.clone());
    void_sandbox(&t.app.state.db, &actor).unwrap()
}

fn vip_until(t: &TestApp, member: &Member<'_>) -> i64 {
    let id: i64 = member.id.parse().unwrap();
    read(t, |conn| {
        users::table.find(id).select(users::vip_until).first(conn)
    })
}

fn figure(t: &TestApp, name: &str) -> i64 {
    read(t, |conn| {
        daily_counters::table
            .filter(daily_counters::name.eq(name))
            .select(daily_counters::value)
            .first(conn)
            .optional()
    })
    .unwrap_or_default()
}

both! {
    async fn live_mode_does_not_start_with_sandbox_grants(t: &TestApp) {
        live_start(t).unwrap();
        let buyer = t.member("lin_xia").await;
        let (_, order) = submit(&buyer, YEAR, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &order, 19_800, "1")).await;
        let rejected = live_start(t).unwrap_err();
        assert!(rejected.contains("yingku pay void-sandbox"), "{rejected}");
    }

    async fn live_mode_waits_until_sandbox_grants_are_revoked(t: &TestApp) {
        let (buyer, friend) = (t.member("lin_xia").await, t.member("wang_hai").await);
        t.make_vip(&buyer, 10);
        let given = vip_until(t, &buyer);
        let (_, year) = submit(&buyer, YEAR, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &year, 19_800, "1")).await;
        let (_, code) = submit(&buyer, CODE, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &code, 5_800, "2")).await;
        let (_, used) = submit(&friend, CODE, "weixin", "desktop").await;
        notify(t, &paid(PayChannel::Weixin, &used, 5_800, "3")).await;
        let text = listed(&friend).await[0]["activationCode"].clone();
        let form = json!({ "appId": "yingku", "code": text });
        assert_eq!(friend.post("/user/activation", &form).await.status, 200);
        let (_, open) = submit(&friend, MONTH, "alipay", "phone").await;
        assert_eq!((level(&buyer).await, level(&friend).await), (2, 2));

        let rejected = live_start(t).unwrap_err();
        assert!(rejected.contains("yingku pay void-sandbox"), "{rejected}");

        assert_eq!(void(t), Voided { orders: 4, paid: 3, days: 425, codes: 1 });
        // Other grants stay; those of the sandbox are gone, also those through a code.
        assert_eq!(vip_until(t, &buyer), given);
        assert_eq!(level(&friend).await, 1);
        let rows = listed(&buyer).await;
        assert!(rows.iter().all(|row| row["status"] == 3), "{rows:?}");
        assert!(rows.iter().all(|row| row.get("activationCode").is_none()));
        assert_eq!((figure(t, "paid_fen"), figure(t, "paid_orders")), (0, 0));
        // A sandbox payment after that grants nothing.
        notify(t, &paid(PayChannel::Alipay, &open, 3_000, "4")).await;
        assert_eq!(level(&friend).await, 1);

        let admin = t.operator("office-admin", Role::Admin).await;
        let log = admin.admin_get("/audit?action=orders.void&pageSize=50").await.json();
        let targets: Vec<Value> = log["rows"].as_array().unwrap().iter().map(|row| row["targetId"].clone()).collect();
        assert_eq!(targets.len(), 4, "{log}");
        assert!([&year, &code, &used, &open].iter().all(|order| targets.contains(&json!(order))));

        assert_eq!(void(t), Voided::default());
        assert_eq!(vip_until(t, &buyer), given);
        live_start(t).unwrap();
    }
}

#[test]
fn the_command_reports_what_it_revoked() {
    let program = Program::new();
    let ran = program.run(&["pay", "void-sandbox"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("Voided 0 orders"), "{}", ran.out);
}
