//! Concurrent edits: one wins, the other gets a conflict, and nothing is lost.

use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_base::role::Role;

use super::{assert_done, rows};
use crate::pay::MONTH;
use crate::support::client::Answer;
use crate::support::member::Member;
use crate::support::{TestApp, film};

/// An operator's view of a resource.
async fn seen(operator: &Member<'_>, path: &str) -> Value {
    let answer = operator.admin_get(path).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["data"].clone()
}

/// A form with the version that was read.
fn at(version: &Value, mut form: Value) -> Value {
    form["version"] = version.clone();
    form
}

/// Asserts that one succeeds and the others conflict; returns which one.
#[track_caller]
fn assert_one_succeeds(answers: &[Answer]) -> usize {
    let done: Vec<usize> = (0..answers.len())
        .filter(|number| answers[*number].status == 200)
        .collect();
    assert_eq!(
        done.len(),
        1,
        "{:?}",
        answers.iter().map(Answer::text).collect::<Vec<_>>()
    );
    for (number, answer) in answers.iter().enumerate() {
        if number != done[0] {
            answer.assert_fails(409, "edit_conflict");
        }
    }
    done[0]
}

async fn work_id(t: &TestApp, number: &str) -> String {
    let rows = t
        .rows(&format!("/works/detail/list?keyword={number}"))
        .await;
    rows[0]["id"].as_str().unwrap().to_owned()
}

async fn plan(admin: &Member<'_>) -> Value {
    rows(admin, "/plans")
        .await
        .into_iter()
        .find(|row| row["id"] == MONTH)
        .unwrap()
}

both! {
    async fn of_two_edits_of_a_work_one_wins_and_the_other_conflicts(t: &TestApp) {
        t.import(&[film("ABC-1", "山谷里的四季", json!({ "tags": [{ "name": "高清" }] }))]);
        let path = format!("/works/{}", work_id(t, "ABC-1").await);
        let (one, other) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("lin-xiaoyue", Role::Editor).await);
        for round in 0..4 {
            let before = seen(&one, &path).await;
            let (id, version) = (&before["id"], &before["version"]);
            let forms = [
                at(version, json!({ "id": id, "title": format!("第{round}版") })),
                at(version, json!({ "id": id, "tags": [{ "name": "高清" }, { "name": format!("类别{round}") }] })),
            ];
            let answers = join_all([one.admin_post("/works/edit", &forms[0]), other.admin_post("/works/edit", &forms[1])]).await;
            let winner = assert_one_succeeds(&answers);
            let now = seen(&one, &path).await;
            assert_ne!(now["version"], before["version"]);
            // The loser reads it again, and repeats the change.
            assert_done(&other.admin_post("/works/edit", &at(&now["version"], forms[1 - winner].clone())).await);
            let both = seen(&one, &path).await;
            assert_eq!((&both["title"], both["tags"].as_array().unwrap().len()), (&json!(format!("第{round}版")), 2));
        }
    }

    async fn an_edit_names_its_base_version(t: &TestApp) {
        t.import(&[film("ABC-1", "山谷里的四季", json!({}))]);
        let id = work_id(t, "ABC-1").await;
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (path, member) = (format!("/works/{id}"), t.member("lin-xiaoyue").await);
        let version = async || seen(&editor, &path).await["version"].clone();
        let first = version().await;
        assert!(first.as_i64().is_some_and(|number| number > 0), "{first}");
        for bad in [Value::Null, json!("1"), json!(1.0), json!(0.5), json!(1e300)] {
            editor.admin_post("/works/edit", &at(&bad, json!({ "id": id, "title": "x" }))).await.assert_fails(400, "bad_request");
        }
        editor.admin_post("/works/edit", &json!({ "id": id, "title": "x" })).await.assert_fails(400, "bad_request");
        // Counters and an unchanged line keep the version; another line changes it.
        member.post("/user/like", &json!({ "status": 0, "dataId": id })).await;
        t.import(&[film("ABC-1", "山谷里的四季", json!({}))]);
        assert_done(&editor.admin_post("/works/edit", &at(&first, json!({ "id": id }))).await);
        assert_eq!(version().await, first);
        t.import(&[film("ABC-1", "山谷里的四季", json!({ "evaluates": 5 }))]);
        editor.admin_post("/works/edit", &at(&first, json!({ "id": id, "title": "x" }))).await.assert_fails(409, "edit_conflict");
        let second = version().await;
        assert_done(&editor.admin_post("/works/edit", &at(&second, json!({ "id": id, "title": "x" }))).await);
        editor.admin_post("/works/edit", &at(&second, json!({ "id": id, "title": "x" }))).await.assert_fails(409, "edit_conflict");
        editor.admin_post("/works/edit", &at(&first, json!({ "id": "910000000000000009", "title": "x" }))).await.assert_fails(404, "not_found");
    }

    async fn of_two_edits_of_a_term_one_wins_and_imports_and_merges_count_as_edits(t: &TestApp) {
        let cast = |number: &str, performers: Value| film(number, "山谷里的四季", json!({ "performers": performers }));
        t.import(&[cast("ABC-1", json!([{ "name": "王海" }])), cast("ABC-2", json!([{ "name": "王海二" }]))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let found = rows(&editor, "/terms?kind=performer").await;
        let id = |name: &str| found.iter().find(|row| row["name"] == name).unwrap()["id"].as_str().unwrap().to_owned();
        let (id, second) = (id("王海"), id("王海二"));
        let path = format!("/terms/{id}");
        let version = async || seen(&editor, &path).await["version"].clone();
        let before = version().await;
        let forms = [at(&before, json!({ "id": id, "nameCn": "海" })), at(&before, json!({ "id": id, "aliases": ["Wang"] }))];
        assert_one_succeeds(&join_all(forms.iter().map(|form| editor.admin_post("/terms/edit", form))).await);
        // Another work changes the count only.
        let before = version().await;
        t.import(&[cast("ABC-3", json!([{ "name": "王海" }]))]);
        assert_eq!(version().await, before);
        t.import(&[cast("ABC-4", json!([{ "name": "王海", "aliases": ["Sea"] }]))]);
        editor.admin_post("/terms/edit", &at(&before, json!({ "id": id, "nameCn": "大海" }))).await.assert_fails(409, "edit_conflict");
        let before = version().await;
        assert_done(&editor.admin_post("/terms/merge", &json!({ "from": second, "into": id, "reason": "同一个人" })).await);
        editor.admin_post("/terms/edit", &at(&before, json!({ "id": id, "name": "王大海" }))).await.assert_fails(409, "edit_conflict");
        editor.admin_post("/terms/edit", &json!({ "id": id, "nameCn": "大海" })).await.assert_fails(400, "bad_request");
        assert!(seen(&editor, &path).await["aliases"].as_array().unwrap().contains(&json!("王海二")));
    }

    async fn of_two_edits_of_a_plan_one_wins(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let before = plan(&admin).await["version"].clone();
        let forms = [json!({ "remark": "新" }), json!({ "days": 31 }), json!({ "position": 7 }), json!({ "priceBefore": "60.00" })]
            .map(|form| { let mut form = at(&before, form); form["id"] = json!(MONTH); form });
        let winner = assert_one_succeeds(&join_all(forms.iter().map(|form| admin.admin_post("/plans/edit", form))).await);
        for (number, form) in forms.iter().enumerate().filter(|(number, _)| *number != winner) {
            let version = plan(&admin).await["version"].clone();
            assert_done(&admin.admin_post("/plans/edit", &at(&version, form.clone())).await);
            assert!(number < 4);
        }
        let row = plan(&admin).await;
        assert_eq!((&row["remark"], &row["days"], &row["position"], &row["priceBefore"]), (&json!("新"), &json!(31), &json!(7), &json!("60.00")));
        admin.admin_post("/plans/edit", &json!({ "id": MONTH, "days": 30 })).await.assert_fails(400, "bad_request");
    }

    async fn of_two_changes_of_a_member_one_wins(t: &TestApp) {
        let (one, other) = (t.operator("office-admin", Role::Admin).await, t.operator("second-admin", Role::Admin).await);
        let member = t.member("lin_xiaoyue").await;
        let path = format!("/members/{}", member.id);
        let version = async || seen(&one, &path).await["version"].clone();
        let form = |version: &Value, more: Value| { let mut form = at(version, more); form["id"] = json!(member.id); form["reason"] = json!("x"); form };
        let before = version().await;
        let (role, disable) = (form(&before, json!({ "role": "editor" })), form(&before, json!({})));
        assert_one_succeeds(&join_all([one.admin_post("/members/role", &role), other.admin_post("/members/role", &form(&before, json!({ "role": "support" })))]).await);
        other.admin_post("/members/disable", &disable).await.assert_fails(409, "edit_conflict");
        other.admin_post("/members/enable", &disable).await.assert_fails(409, "edit_conflict");
        other.admin_post("/members/password", &disable).await.assert_fails(409, "edit_conflict");
        // A repeated form of days counts once, even with a stale version.
        let before = version().await;
        let days = form(&before, json!({ "days": 30, "key": "0198c0de-7000-7000-8000-000000000001" }));
        for _ in 0..2 {
            assert_done(&one.admin_post("/members/days", &days).await);
        }
        let again = form(&before, json!({ "days": 30, "key": "0198c0de-7000-7000-8000-000000000002" }));
        other.admin_post("/members/days", &again).await.assert_fails(409, "edit_conflict");
        // Grants by codes and orders change the version as well.
        let before = version().await;
        t.make_vip(&member, 1);
        other.admin_post("/members/days", &form(&before, json!({ "days": -30, "key": "0198c0de-7000-7000-8000-000000000003" }))).await.assert_fails(409, "edit_conflict");
        for call in ["role", "disable", "enable", "password", "days"] {
            let blind = json!({ "id": member.id, "reason": "x", "role": "member", "days": 1, "key": "0198c0de-7000-7000-8000-000000000004" });
            one.admin_post(&format!("/members/{call}"), &blind).await.assert_fails(400, "bad_request");
        }
    }

    async fn two_agents_cannot_both_reply_unseen(t: &TestApp) {
        let (member, one) = (t.member("zhou-qing").await, t.operator("wang-yuanshan", Role::Support).await);
        let other = t.operator("lin-xiaoyue", Role::Support).await;
        let questions = member.post("/message", &json!({ "message": "有没有高清版本？" })).await.json();
        let id = questions["data"]["id"].as_str().unwrap().to_owned();
        let read = async || one.admin_get(&format!("/messages/{id}")).await.json();
        let reply = |version: &Value, text: &str| at(version, json!({ "id": id, "message": text }));
        let before = read().await["version"].clone();
        assert_one_succeeds(&join_all([one.admin_post("/messages/reply", &reply(&before, "有")), other.admin_post("/messages/reply", &reply(&before, "没有"))]).await);
        assert_eq!(read().await["total"], 2);
        // Viewing is no change; a member's message is.
        let before = read().await["version"].clone();
        member.get(&format!("/message/{id}")).await;
        assert_eq!(read().await["version"], before);
        member.post("/message/data", &json!({ "messageId": id, "message": "等等" })).await;
        one.admin_post("/messages/reply", &reply(&before, "不客气")).await.assert_fails(409, "edit_conflict");
        one.admin_post("/messages/close", &at(&before, json!({ "id": id }))).await.assert_fails(409, "edit_conflict");
        let now = read().await;
        assert_eq!((&now["total"], &now["status"]), (&json!(3), &json!(0)));
        assert_done(&one.admin_post("/messages/reply", &reply(&now["version"], "不客气")).await);
        for call in ["reply", "close"] {
            one.admin_post(&format!("/messages/{call}"), &json!({ "id": id, "message": "x" })).await.assert_fails(400, "bad_request");
        }
        let now = read().await["version"].clone();
        assert_done(&one.admin_post("/messages/close", &at(&now, json!({ "id": id }))).await);
        other.admin_post("/messages/close", &at(&now, json!({ "id": id }))).await.assert_fails(409, "edit_conflict");
    }
}
