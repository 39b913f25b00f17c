//! `yingku end-revived`: what an old backup resurrects is ended again.

use std::sync::Arc;

use diesel::prelude::*;
use serde_json::json;
use yingku::transfer::restore::{finish, restore_database};
use yingku::transfer::revived::{Ended, count_active, end_revived, shares_accounts};
use yingku_access::audit::Actor;
use yingku_base::ids::Ids;
use yingku_base::role::Role;
use yingku_db::schema::{activation_codes, users};
use yingku_db::{Db, DbError};

use super::back_up;
use crate::operators::keys::make_key;
use crate::support::TestApp;
use crate::support::codes::code;
use crate::support::db::options;
use crate::support::member::PASSWORD;

/// A copy as of now.
fn copy_of(t: &TestApp, place: &std::path::Path) -> Db {
    let folder = place.join("backup");
    let backup = back_up(t, &folder, &[]);
    let url = format!("sqlite://{}", place.join("old.db").display());
    let db = restore_database(&options(&url), &folder, &backup, &mut |_, _| ()).unwrap();
    finish(&db).unwrap();
    db
}

both! {
    async fn sessions_codes_and_accounts_ended_after_the_backup_end_again(t: &TestApp) {
        let place = tempfile::tempdir().unwrap();
        let (stays, leaves) = (t.member("lin_stays").await, t.member("lin_leaves").await);
        t.member("lin_disabled").await;
        let (used, _) = (code(t, 1, |_| ()), code(t, 2, |_| ()));
        let old = copy_of(t, place.path());
        let then = old.query_now(count_active).unwrap();
        assert_eq!((then.sessions, then.codes, then.accounts), (3, 2, 3));
        stays.post("/user/activation", &json!({ "code": used })).await;
        leaves.post("/user/delete", &json!({ "password": PASSWORD })).await;
        let newer = &t.app.state.db;
        newer.execute_now(|conn| diesel::update(users::table.filter(users::name.eq("lin_disabled")))
            .set(users::disabled.eq(true)).execute(conn)).unwrap();
        let actor = Actor::command(Arc::new(Ids::new(9)), Arc::clone(&t.app.state.clock));
        let ended = end_revived(&old, Some(newer), &actor).unwrap();
        assert_eq!(ended, Ended { sessions: 3, codes: 1, deleted: 1, disabled: 1, ..Ended::default() });
        let left = old.query_now(count_active).unwrap();
        assert_eq!((left.sessions, left.codes, left.accounts), (0, 1, 2));
        let names: Vec<String> = old.query_now(|conn| users::table.filter(users::leaving.eq(false))
            .order(users::name).select(users::name).load(conn)).unwrap();
        assert_eq!(names, ["lin_disabled", "lin_stays"]);
        // Repeating it changes nothing; without the newer database all usable codes are revoked.
        assert_eq!(end_revived(&old, Some(newer), &actor).unwrap(), Ended::default());
        assert_eq!(end_revived(&old, None, &actor).unwrap().codes, 1);
        let usable: i64 = old.read_now::<_, DbError, _>(|conn| Ok(activation_codes::table
            .filter(activation_codes::used_at.is_null()).filter(activation_codes::revoked_at.is_null())
            .count().get_result(conn)?)).unwrap();
        assert_eq!(usable, 0);
    }

    async fn keys_of_programs_deleted_after_the_backup_are_deleted_again(t: &TestApp) {
        let place = tempfile::tempdir().unwrap();
        let editor = t.operator("wang_yuan", Role::Editor).await;
        let (leaked, _) = make_key(&editor, json!(["works:edit"])).await;
        make_key(&editor, json!(["works:edit"])).await;
        let searches = editor.post("/user/keys", &json!({ "name": "客厅" })).await;
        let searches = searches.json()["data"]["id"].as_str().unwrap().to_owned();
        let old = copy_of(t, place.path());
        assert_eq!(old.query_now(count_active).unwrap().keys, 3);
        for id in [leaked, searches] {
            assert_eq!(editor.post(&format!("/user/keys/{id}/delete"), &json!({})).await.status, 200);
        }
        let actor = Actor::command(Arc::new(Ids::new(9)), Arc::clone(&t.app.state.clock));
        let newer = &t.app.state.db;
        assert_eq!(end_revived(&old, Some(newer), &actor).unwrap().keys, 2);
        assert_eq!(end_revived(&old, Some(newer), &actor).unwrap(), Ended::default());
        // Nobody knows which were deleted: those for operators' calls go, those that search stay.
        let place = tempfile::tempdir().unwrap();
        editor.post("/user/keys", &json!({ "name": "客厅" })).await;
        let old = copy_of(t, place.path());
        assert_eq!(end_revived(&old, None, &actor).unwrap().keys, 1);
        assert_eq!(old.query_now(count_active).unwrap().keys, 1);
    }

    async fn the_only_admin_is_restored_though_deleted_after_the_backup(t: &TestApp) {
        let place = tempfile::tempdir().unwrap();
        t.operator("admin_first", Role::Admin).await;
        let old = copy_of(t, place.path());
        t.operator("admin_second", Role::Admin).await;
        let actor = Actor::command(Arc::new(Ids::new(9)), Arc::clone(&t.app.state.clock));
        let newer = &t.app.state.db;
        let first = || users::table.filter(users::name.eq("admin_first"));
        newer.execute_now(|conn| diesel::update(first()).set(users::disabled.eq(true)).execute(conn)).unwrap();
        let kept = Ended { kept: 1, ..Ended::default() };
        assert_eq!(end_revived(&old, Some(newer), &actor).unwrap(), Ended { sessions: 1, ..kept });
        newer.execute_now(|conn| diesel::update(first()).set(users::leaving.eq(true)).execute(conn)).unwrap();
        assert_eq!(end_revived(&old, Some(newer), &actor).unwrap(), kept);
        let enabled: Vec<String> = old.query_now(|conn| users::table.filter(users::disabled.eq(false))
            .select(users::name).load(conn)).unwrap();
        assert_eq!(enabled, ["admin_first"]);
    }

    async fn a_database_of_another_site_ends_nothing(t: &TestApp) {
        let place = tempfile::tempdir().unwrap();
        t.member("lin_stays").await;
        let old = copy_of(t, place.path());
        let another = TestApp::on_sqlite().await;
        let newer = &another.app.state.db;
        assert!(!shares_accounts(newer, &old).unwrap());
        // Ids contain their time.
        another.clock.advance(60_000);
        another.member("wang_yu").await;
        assert!(!shares_accounts(newer, &old).unwrap());
        assert!(shares_accounts(&t.app.state.db, &old).unwrap());
    }
}
