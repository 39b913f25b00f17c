//! Hidden terms of members.

use serde_json::{Value, json};
use yingku_base::role::Role;

use super::ids;
use crate::support::client::Answer;
use crate::support::member::Member;
use crate::support::{TestApp, film};

async fn hide(member: &Member<'_>, terms: &[&str]) -> Answer {
    member.put("/user/hidden", &json!({ "ids": terms })).await
}

async fn hidden(member: &Member<'_>) -> Vec<Value> {
    let answer = member.get("/user/hidden").await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("cache-control")),
        (200, "no-store")
    );
    answer.json()["data"].as_array().unwrap().clone()
}

both! {
    async fn a_list_replaces_the_previous_one(t: &TestApp) {
        let tags = json!({ "tags": [{ "name": "森林" }, { "name": "雨" }], "performers": [{ "name": "王海" }] });
        t.import(&[film("A-1", "甲", tags)]);
        let (member, other) = (t.member("lin-xiaoyue").await, t.member("wang-yuanshan").await);
        let terms = ids(&t.rows("/tag/list?modId=1").await);
        let person = ids(&t.rows("/works/performer/list").await);
        assert!(hidden(&member).await.is_empty());
        let answer = hide(&member, &[&terms[0], &person[0], "910000000000000009", &terms[0]]).await;
        let now = hidden(&member).await;
        assert_eq!((answer.json()["data"].as_array().unwrap(), now.len()), (&now, 2));
        t.clock.advance(60_000);
        hide(&member, &[&person[0], &terms[1]]).await;
        let later = hidden(&member).await;
        assert_eq!(ids(&later), [terms[1].clone(), person[0].clone()], "latest first");
        assert_eq!(later[1]["createTime"], "2026-09-21 22:13:20");
        assert!(hidden(&other).await.is_empty());
        assert_eq!(member.get("/user/export").await.json()["data"]["hiddenTerms"][1]["name"], "王海");
        hide(&member, &[]).await;
        assert!(hidden(&member).await.is_empty());
    }

    async fn at_most_two_hundred_hidden_terms_and_only_ids(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let many: Vec<String> = (1..=201).map(|id: u32| id.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(hide(&member, &many[..200]).await.status, 200);
        hide(&member, &many).await.assert_fails(422, "too_many_hidden");
        hide(&member, &["x"]).await.assert_fails(400, "bad_request");
    }

    async fn hidden_terms_follow_a_merge(t: &TestApp) {
        t.import(&[film("A-1", "甲", json!({ "performers": [{ "name": "王海" }, { "name": "林晓月" }] }))]);
        let editor = t.operator("operator-editor", Role::Editor).await;
        let member = t.member("lin-xiaoyue").await;
        let two = ids(&t.rows("/works/performer/list").await);
        hide(&member, &[&two[0], &two[1]]).await;
        let form = json!({ "from": two[0], "into": two[1], "reason": "同一个人" });
        assert_eq!(editor.admin_post("/terms/merge", &form).await.status, 200);
        assert_eq!(ids(&hidden(&member).await), [two[1].clone()]);
        t.app.mover.0.finish();
        assert_eq!(ids(&hidden(&member).await), [two[1].clone()]);
        hide(&member, &[&two[0]]).await;
        assert_eq!(ids(&hidden(&member).await), [two[1].clone()]);
    }
}
