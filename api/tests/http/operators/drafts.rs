//! Drafts, and works that are published at a time.

use serde_json::{Value, json};
use yingku_base::role::Role;

use super::works::{id_of, seen, whole};
use super::{assert_done, rows};
use crate::support::member::Member;
use crate::support::{TestApp, films};

const RUN: &str = "0198c0de-7000-7000-8000-000000000003";
/// Ten minutes after the tests' now, and the time until then.
const SOON: &str = "2026-09-21 22:23:20";
const TEN_MINUTES_MS: i64 = 600_000;

async fn state_of(editor: &Member<'_>, id: &str) -> Value {
    let detail = editor.admin_get(&format!("/works/{id}")).await.json()["data"].clone();
    json!([detail["state"], detail["publishTime"], detail["hidden"]])
}

async fn numbers(editor: &Member<'_>, query: &str) -> Vec<String> {
    let found = rows(editor, &format!("/works?pageSize=100&{query}")).await;
    let numbers = found
        .iter()
        .map(|row| row["number"].as_str().unwrap().to_owned());
    let mut numbers: Vec<String> = numbers.collect();
    numbers.sort_unstable();
    numbers
}

both! {
    async fn a_draft_and_a_scheduled_work_are_shown_nowhere(t: &TestApp) {
        t.import(&[whole("山谷里的四季")]);
        let id = id_of(t, "ABC-1").await;
        let (editor, member) = (t.operator("wang-yuanshan", Role::Editor).await, t.member("lin-xiaoyue").await);
        t.make_vip(&member, 1);
        member.post("/user/collect/adds", &json!({ "status": 0, "dataId": id })).await;
        member.post("/user/like", &json!({ "status": 0, "dataId": id })).await;
        let shown = seen(t, &member, &id).await;
        assert_eq!(state_of(&editor, &id).await, json!(["published", null, 0]));
        let hide = json!({ "id": id, "reason": "版权方要求" });
        assert_done(&editor.admin_post("/works/hide", &hide).await);
        let gone = seen(t, &member, &id).await;
        assert_eq!(state_of(&editor, &id).await, json!(["hidden", null, 1]));
        assert_done(&editor.admin_post("/works/restore", &hide).await);
        for (form, state) in [
            (json!({ "state": "draft" }), json!(["draft", null, 1])),
            (json!({ "state": "scheduled", "publishTime": SOON }), json!(["scheduled", SOON, 1])),
        ] {
            let mut form = form;
            form["id"] = json!(id);
            assert_done(&editor.admin_edit("/works/edit", &form).await);
            assert_eq!((seen(t, &member, &id).await, state_of(&editor, &id).await), (gone.clone(), state));
            if form["state"] == "scheduled" {
                let later = "2026-09-21 22:33:20";
                assert_done(&editor.admin_edit("/works/edit", &json!({ "id": id, "publishTime": later })).await);
                assert_eq!(state_of(&editor, &id).await, json!(["scheduled", later, 1]));
                assert_done(&editor.admin_edit("/works/edit", &json!({ "id": id, "publishTime": SOON })).await);
            }
            // Not even an import shows it.
            let mut line = whole("第二版");
            line["hidden"] = json!(false);
            t.import(&[line]);
            t.import(&[whole("山谷里的四季")]);
            assert_eq!(seen(t, &member, &id).await, gone);
        }
        assert_done(&editor.admin_edit("/works/edit", &json!({ "id": id, "state": "published" })).await);
        assert_eq!((seen(t, &member, &id).await, state_of(&editor, &id).await), (shown, json!(["published", null, 0])));
    }

    async fn a_scheduled_work_appears_by_itself_at_its_time(t: &TestApp) {
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        let form = json!({
            "channel": "censored", "number": "NEW-1", "title": "新片", "pubTime": "2026-09-21",
            "state": "scheduled", "publishTime": SOON,
        });
        let made = editor.admin_post("/works/create", &form).await;
        assert_eq!(made.status, 200, "{}", made.text());
        let id = made.json()["data"]["id"].as_str().unwrap().to_owned();
        let publish = async || {
            t.app.housekeeper.0.finish();
            t.app.indexer.catch_up_now();
            t.numbers("").await
        };
        t.clock.advance(TEN_MINUTES_MS - 1_000);
        assert!(publish().await.is_empty());
        assert_eq!(state_of(&editor, &id).await, json!(["scheduled", SOON, 1]));
        t.clock.advance(1_000);
        assert_eq!(publish().await, ["NEW-1"]);
        assert_eq!(state_of(&editor, &id).await, json!(["published", null, 0]));
        let entry = rows(&admin, "/audit?action=works.restore").await[0].clone();
        assert_eq!((&entry["actor"], &entry["targetId"], &entry["reason"]), (&json!("系统"), &json!(id), &json!("定时发布")));
        assert_eq!(entry["before"], json!({ "hidden": true, "withheld": "scheduled", "publishTime": SOON }));
        // What was withdrawn before its time does not appear.
        let edit = json!({ "id": id, "state": "scheduled", "publishTime": "2026-09-21 23:00:00" });
        assert_done(&editor.admin_edit("/works/edit", &edit).await);
        assert_done(&editor.admin_edit("/works/edit", &json!({ "id": id, "state": "draft" })).await);
        t.clock.advance(10 * TEN_MINUTES_MS);
        assert!(publish().await.is_empty());
    }

    async fn works_are_scheduled_and_published_together_and_listed_by_state(t: &TestApp) {
        t.import(&films("censored", 6));
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let all = rows(&editor, "/works?pageSize=100").await;
        let ids: Vec<&Value> = all.iter().map(|row| &row["id"]).collect();
        let bulk = async |query: &str, form: Value| {
            let mut form = form;
            form["reason"] = json!("分批发布");
            let answer = editor.admin_post(&format!("/works/bulk{query}"), &form).await;
            assert_eq!(answer.status, 200, "{}", answer.text());
            t.app.indexer.catch_up_now();
            answer.json()["data"]["changed"].clone()
        };
        assert_eq!(bulk("", json!({ "run": RUN, "action": "draft", "ids": ids[..3] })).await, 3);
        let schedule = json!({ "run": format!("{RUN}-b"), "action": "schedule", "publishTime": SOON, "ids": ids[3..5] });
        assert_eq!(bulk("", schedule).await, 2);
        let hide = json!({ "run": format!("{RUN}-c"), "action": "hide", "ids": ids[5..] });
        assert_eq!(bulk("", hide).await, 1);
        for (state, count) in [("draft", 3), ("scheduled", 2), ("hidden", 1), ("published", 0)] {
            let listed = rows(&editor, &format!("/works?state={state}")).await;
            assert_eq!(listed.len(), count, "{state}");
            assert!(listed.iter().all(|row| row["state"] == state), "{state}");
        }
        assert_eq!(rows(&editor, "/works?state=scheduled").await[0]["publishTime"], SOON);
        assert_eq!(bulk("?state=draft", json!({ "run": format!("{RUN}-d"), "action": "restore", "total": 3 })).await, 3);
        assert_eq!(numbers(&editor, "state=published").await.len(), 3);
        // Undone, they are drafts again, and those that were scheduled keep their time.
        for (run, changed) in [("-d", 3), ("-b", 2), ("", 3)] {
            let undone = editor.admin_post("/works/bulk/undo", &json!({ "run": format!("{RUN}{run}") })).await;
            assert_eq!(undone.json()["data"]["changed"], changed, "{run}: {}", undone.text());
        }
        t.app.indexer.catch_up_now();
        assert_eq!(numbers(&editor, "state=published").await.len(), 5);
    }

    async fn a_state_that_needs_a_time_or_a_reason_is_rejected(t: &TestApp) {
        t.import(&films("censored", 1));
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let id = rows(&editor, "/works").await[0]["id"].clone();
        for bad in [
            json!({ "state": "scheduled" }), json!({ "state": "scheduled", "publishTime": "2026-13-01" }), json!({ "state": "hidden" }),
            // It has passed, is a mistake, or belongs to a work that is no longer scheduled.
            json!({ "state": "scheduled", "publishTime": "2026-09-21 22:13:20" }), json!({ "state": "scheduled", "publishTime": "2226-09-21 22:13:20" }),
            json!({ "publishTime": SOON }),
        ] {
            let mut form = bad;
            form["id"] = id.clone();
            editor.admin_edit("/works/edit", &form).await.assert_fails(422, "work_refused");
        }
        editor.admin_edit("/works/edit", &json!({ "id": id, "state": "gone" })).await.assert_fails(400, "bad_request");
        let schedule = json!({ "run": RUN, "action": "schedule", "reason": "定时", "ids": [id] });
        editor.admin_post("/works/bulk", &schedule).await.assert_fails(422, "work_refused");
        let past = json!({ "run": RUN, "action": "schedule", "publishTime": "2026-09-01 00:00:00", "reason": "定时", "ids": [id] });
        editor.admin_post("/works/bulk", &past).await.assert_fails(422, "work_refused");
        assert_eq!(state_of(&editor, id.as_str().unwrap()).await, json!(["published", null, 0]));
        let down = json!({ "id": id, "reason": "版权方要求" });
        assert_done(&editor.admin_post("/works/takedown", &down).await);
        editor.admin_edit("/works/edit", &json!({ "id": id, "state": "draft" })).await.assert_fails(422, "work_taken_down");
        editor.admin_edit("/works/edit", &json!({ "id": id, "state": "published" })).await.assert_fails(422, "work_refused");
        assert!(rows(&editor, "/works?state=draft").await.is_empty());
    }
}
