//! Tags, performers and the other terms, with their counts.

use serde_json::{Value, json};

use crate::support::{TestApp, film};

fn catalogue() -> Vec<Value> {
    vec![
        film(
            "A-1",
            "甲",
            json!({ "tags": [{ "name": "高清", "group": "画质" }, { "name": "森林", "group": "场景" }], "performers": [{ "name": "林晓月" }] }),
        ),
        film(
            "A-2",
            "乙",
            json!({ "tags": [{ "name": "森林", "group": "场景" }, { "name": "散" }], "performers": [{ "name": "林晓月" }, { "name": "王海" }] }),
        ),
        film(
            "A-3",
            "丙",
            json!({ "channel": "uncensored", "tags": [{ "name": "森林", "group": "场景" }], "performers": [{ "name": "林晓月" }] }),
        ),
    ]
}

both! {
    async fn categories_come_in_groups_most_used_first(t: &TestApp) {
        t.import(&catalogue());
        let groups = t.get("/tag/channel?pageNum=1&pageSize=10&modId=1&modName=censored&tableNmae=tag").await.json();
        let names: Vec<_> = groups["data"].as_array().unwrap().iter().map(|group| group["name"].clone()).collect();
        assert_eq!(names, ["场景", "画质", "其他"]);
        assert_eq!(groups["data"][0]["items"][0]["count"], 2);
        let second = t.get("/tag/channel?modId=1&pageNum=2&pageSize=2").await.json();
        assert_eq!(second["data"][0]["name"], "其他");
    }

    async fn sidebars_list_terms_with_their_counts(t: &TestApp) {
        t.import(&catalogue());
        let rows = t.rows("/tag/list?tableName=performer&modId=1&pageNum=1&pageSize=32").await;
        assert_eq!((&rows[0]["name"], &rows[0]["count"]), (&json!("林晓月"), &json!(2)));
        assert_eq!((&rows[1]["name"], &rows[1]["count"]), (&json!("王海"), &json!(1)));
        let one = t.rows(&format!("/tag/list?tableName=performer&id={}", rows[1]["id"].as_str().unwrap())).await;
        assert_eq!(one, [rows[1].clone()]);
        for name in ["tag", "performer", "maker", "label", "director", "series", "item"] {
            t.rows(&format!("/tag/list?tableName={name}&modId=1")).await;
        }
        for bad in ["tableName=users", "tableNmae=works", "modId=9", "pageSize=1000", "id=x", "sort=name"] {
            t.get(&format!("/tag/list?{bad}")).await.assert_fails(400, "bad_request");
        }
    }

    async fn performers_are_listed_by_either_count(t: &TestApp) {
        t.import(&catalogue());
        let censored = t.get("/works/performer/list?pageNum=1&pageSize=32&sort=count&modName=censored").await.json();
        assert_eq!((&censored["total"], &censored["rows"][0]["count"]), (&json!(2), &json!(2)));
        assert_eq!(censored["rows"][0]["uncensoredCount"], 0);
        let id = censored["rows"][0]["id"].as_str().unwrap();
        assert_eq!(censored["rows"][0]["avatar"], format!("avatars/{id}.svg"));
        let uncensored = t.get("/works/performer/list?sort=uncensoredCount&modName=uncensored").await.json();
        assert_eq!((&uncensored["total"], &uncensored["rows"][0]["uncensoredCount"]), (&json!(1), &json!(1)));
        assert_eq!(t.get("/works/performer/list?modName=western").await.json()["total"], 0);
    }

    async fn an_entry_requested_by_id_is_named_in_any_channel(t: &TestApp) {
        t.import(&[film("W-1", "丁", json!({ "channel": "western", "performers": [{ "name": "Ann" }] }))]);
        let western = t.rows("/works/performer/list?modName=western").await;
        let id = western[0]["id"].as_str().unwrap();
        for query in ["sort=uncensoredCount&modName=uncensored", "sort=count&modName=censored"] {
            assert_eq!(t.rows(&format!("/works/performer/list?{query}&id={id}")).await, western, "{query}");
        }
        assert_eq!(t.rows(&format!("/tag/list?tableName=performer&modId=1&id={id}")).await, western);
        assert!(t.rows(&format!("/tag/list?tableName=maker&modId=1&id={id}")).await.is_empty());
        t.import(&[film("W-1", "丁", json!({ "channel": "western", "hidden": true, "performers": [{ "name": "Ann" }] }))]);
        assert!(t.rows(&format!("/works/performer/list?modName=uncensored&id={id}")).await.is_empty());
    }

    async fn counts_follow_their_works(t: &TestApp) {
        t.import(&catalogue());
        t.import(&[film("A-1", "甲", json!({ "tags": [{ "name": "高清" }], "performers": [{ "name": "王海" }] }))]);
        let rows = t.rows("/works/performer/list?modName=censored").await;
        let counts: Vec<_> = rows.iter().map(|row| (row["name"].as_str().unwrap(), row["count"].as_i64().unwrap())).collect();
        assert_eq!(counts, [("王海", 2), ("林晓月", 1)]);
        let works = t.numbers(&format!("performerId={}", rows[0]["id"].as_str().unwrap())).await;
        assert_eq!(works, ["A-2", "A-1"]);
    }
}
