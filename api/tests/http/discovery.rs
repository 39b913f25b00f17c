//! Similar, new and random works.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};
use yingku_base::clock::ManualClock;
use yingku_base::ids::Ids;
use yingku_base::role::Role;
use yingku_catalogue::import::record::parse;
use yingku_catalogue::import::store::Store;

use crate::support::app::NOW_MS;
use crate::support::client::Call;
use crate::support::{TestApp, film, films};

fn starring(number: &str, performers: &[&str], tags: &[&str], more: Value) -> Value {
    let named = |names: &[&str]| -> Vec<Value> {
        names.iter().map(|name| json!({ "name": name })).collect()
    };
    let mut film = film(number, "山谷里的四季", more);
    film["performers"] = named(performers).into();
    film["tags"] = named(tags).into();
    film
}

async fn id_of(t: &TestApp, number: &str) -> String {
    let rows = t
        .rows(&format!("/works/detail/list?keyword={number}"))
        .await;
    rows[0]["id"].as_str().unwrap().to_owned()
}

/// The numbers of similar works with the terms they share.
async fn similar(t: &TestApp, number: &str, more: &str) -> Vec<(String, Vec<String>)> {
    let path = format!("/works/similar/{}?{more}", id_of(t, number).await);
    let answer = t.get(&path).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let works = answer.json()["data"].as_array().unwrap().clone();
    let shared = |work: &Value| {
        let terms = work["shared"].as_array().unwrap();
        terms.iter().map(|term| text(&term["name"])).collect()
    };
    works
        .iter()
        .map(|work| (text(&work["number"]), shared(work)))
        .collect()
}

fn numbers(similar: &[(String, Vec<String>)]) -> Vec<&str> {
    similar.iter().map(|(number, _)| number.as_str()).collect()
}

/// One performer of three works, one tag of five and one of all.
fn catalogue() -> Vec<Value> {
    vec![
        starring(
            "AAAA-001",
            &["林晓月"],
            &["雪山", "高清"],
            json!({ "series": [{ "name": "四季" }] }),
        ),
        starring(
            "AAAA-002",
            &["林晓月"],
            &["高清"],
            json!({ "pubTime": "2026-09-02" }),
        ),
        starring("AAAA-003", &[], &["雪山", "高清"], json!({})),
        starring("AAAA-004", &[], &["高清"], json!({})),
        starring(
            "AAAA-005",
            &["王远山"],
            &["雪山", "高清"],
            json!({ "series": [{ "name": "四季" }] }),
        ),
        starring("AAAA-006", &["王远山"], &["海"], json!({})),
        starring(
            "AAAA-007",
            &["林晓月"],
            &["雪山", "高清"],
            json!({ "channel": "western" }),
        ),
    ]
}

both! {
    async fn similar_works_share_rare_terms_and_name_them(t: &TestApp) {
        t.import(&catalogue());
        let found = similar(t, "AAAA-001", "").await;
        assert_eq!(numbers(&found), ["AAAA-005", "AAAA-002", "AAAA-003", "AAAA-004"], "{found:?}");
        assert_eq!(found[0].1, ["四季", "雪山", "高清"]);
        assert_eq!((&found[1].1, &found[3].1), (&vec!["林晓月".to_owned(), "高清".into()], &vec!["高清".to_owned()]));
        assert_eq!(numbers(&similar(t, "AAAA-006", "").await), ["AAAA-005"]);
        assert_eq!(numbers(&similar(t, "AAAA-001", "limit=1").await), ["AAAA-005"]);
    }

    async fn similar_works_are_filtered_counted_and_ordered(t: &TestApp) {
        t.import(&catalogue());
        let tags = t.rows("/tag/list?tableName=tag&modId=1").await;
        let snow = tags.iter().find(|tag| tag["name"] == "雪山").unwrap()["id"].as_str().unwrap().to_owned();
        let work = id_of(t, "AAAA-001").await;
        for (query, expected) in [
            (format!("withTerms={snow}"), vec!["AAAA-005", "AAAA-003"]),
            ("sort=relevance".to_owned(), numbers(&similar(t, "AAAA-001", "").await)),
            ("sort=id".to_owned(), vec!["AAAA-005", "AAAA-004", "AAAA-003", "AAAA-002"]),
            (format!("sort=pubTime&withoutTerms={snow}"), vec!["AAAA-002", "AAAA-004"]),
            ("modId=1&tableName=series".to_owned(), vec!["AAAA-005"]),
            ("modName=western".to_owned(), vec![]),
        ] {
            assert_eq!(numbers(&similar(t, "AAAA-001", &query).await), expected, "{query}");
            let facets = t.get(&format!("/works/similar/{work}/facets?{query}")).await.json();
            assert_eq!(facets["data"]["total"], expected.len(), "{query}");
        }
        // The order is that of similarity.
        assert_eq!(numbers(&similar(t, "AAAA-001", "sort=pubTime&limit=2").await), ["AAAA-002", "AAAA-005"]);
        let facets = t.get(&format!("/works/similar/{work}/facets")).await.json();
        let counted = facets["data"]["terms"].as_array().unwrap().iter().find(|term| term["id"] == json!(snow)).unwrap();
        assert_eq!(counted["count"], 2);
        t.get("/works/similar/910000000000000009/facets").await.assert_fails(404, "not_found");
        t.get(&format!("/works/similar/{work}/facets?marks=8k")).await.assert_fails(400, "bad_request");
    }

    async fn similar_works_respect_filters_and_hidden_terms(t: &TestApp) {
        t.import(&catalogue());
        let director = t.rows("/tag/list?tableName=series").await[0]["id"].as_str().unwrap().to_owned();
        let found = similar(t, "AAAA-001", &format!("withoutTerms={director}")).await;
        assert_eq!(numbers(&found), ["AAAA-002", "AAAA-003", "AAAA-004"]);
        assert!(similar(t, "AAAA-001", "isDht=1").await.is_empty(), "none has links");
        for bad in ["limit=0", "limit=49", "isDht=2", "withoutTerms=x"] {
            let path = format!("/works/similar/{}?{bad}", id_of(t, "AAAA-001").await);
            t.get(&path).await.assert_fails(400, "bad_request");
        }
        t.get("/works/similar/910000000000000009").await.assert_fails(404, "not_found");
        assert!(similar(t, "AAAA-007", "").await.is_empty(), "others are of another channel");
    }

    async fn any_work_of_a_list_is_picked_and_all_are(t: &TestApp) {
        t.import(&films("censored", 5));
        t.import(&films("western", 2));
        let mut seen = BTreeSet::new();
        for _ in 0..200 {
            let answer = t.get("/works/random?modName=censored&isDht=0").await;
            assert_eq!(answer.status, 200);
            assert_eq!(answer.header("cache-control"), "no-store");
            let work = answer.json()["data"].clone();
            assert_eq!(work["modId"], 1);
            seen.insert(work["number"].as_str().unwrap().to_owned());
        }
        assert_eq!(seen.len(), 5, "{seen:?}");
        t.get("/works/random?keyword=ZZZZ-999").await.assert_fails(404, "not_found");
        t.get("/works/random?isDht=1").await.assert_fails(404, "not_found");
        t.get("/works/random?minScore=99").await.assert_fails(400, "bad_request");
    }

    async fn a_rare_match_is_picked_among_many_works(t: &TestApp) {
        t.import(&films("censored", 90));
        let answer = t.get("/works/random?keyword=AAAA-077").await;
        assert_eq!(answer.json()["data"]["number"], "AAAA-077");
    }

    async fn works_added_while_the_clock_was_ahead_are_not_newest_for_long(t: &TestApp) {
        let day = 86_400_000;
        let ahead = Arc::new(ManualClock::at(NOW_MS + day));
        let record = parse(film("ABC-1", "雪线", json!({})).to_string().as_bytes()).unwrap();
        Store::new(&t.app.state.db, ahead, Arc::new(Ids::new(2))).write(&[record.into()]).unwrap();
        t.app.indexer.catch_up_now();
        for query in ["sort=id", "addedSince=0", "addedSince=0&sort=id"] {
            assert!(t.numbers(query).await.is_empty(), "{query}");
        }
        // Another URL each time, because a feed is cached for a minute.
        let feed = async |query: &str| t.send_plain(Call::get(&format!("/feeds/works.atom?{query}")).unsigned()).await.text();
        assert!(!feed("sort=id").await.contains("ABC-1"));
        assert_eq!(t.numbers("").await, ["ABC-1"]);
        t.clock.advance(day);
        assert_eq!(t.numbers("sort=id").await, ["ABC-1"]);
        assert!(feed("modId=1").await.contains("ABC-1"));
    }

    async fn works_added_since_a_time_are_listed(t: &TestApp) {
        t.import(&films("censored", 2));
        t.clock.advance(3 * 3_600_000);
        let operator = t.operator("wang-yuanshan", Role::Editor).await;
        let new = json!({ "channel": "western", "number": "Meadow.26.09.21", "title": "灯塔", "pubTime": "2020-01-01" });
        assert_eq!(operator.admin_post("/works/create", &new).await.status, 200);
        t.app.indexer.catch_up_now();
        let now = t.app.state.now();
        assert_eq!(t.numbers(&format!("addedSince={now}&sort=id")).await, ["Meadow.26.09.21"]);
        assert_eq!(t.numbers(&format!("addedSince={}", now - 3 * 3_600)).await.len(), 3);
        assert_eq!(t.numbers("addedSince=0").await.len(), 3);
        assert!(t.numbers(&format!("addedSince={}", now + 86_400)).await.is_empty());
        for bad in ["addedSince=-1", "addedSince=4000000001", "addedSince="] {
            t.get(&format!("/works/detail/list?{bad}")).await.assert_fails(400, "bad_request");
        }
    }

    async fn a_work_page_is_cached_for_visitors_until_it_changes(t: &TestApp) {
        t.import(&films("censored", 1));
        let path = format!("/works/detail/{}", id_of(t, "AAAA-001").await);
        let first = t.get(&path).await;
        let before = t.app.state.db.transactions();
        let again = t.get(&path).await;
        assert_eq!(again.status, 200);
        assert_eq!(again.text(), first.text());
        let known = Call::get(&format!("/prod-api/v2{path}")).header("if-none-match", first.header("etag"));
        assert_eq!(t.send(known).await.status, 304);
        // Background tasks may take one transaction meanwhile; an uncached page would take two more.
        assert!(t.app.state.db.transactions() - before < 2);
        let mut changed = films("censored", 1);
        changed[0]["title"] = "灯塔".into();
        t.import(&changed);
        assert_eq!(t.get(&path).await.json()["data"]["title"], "灯塔");
    }

    async fn a_cached_work_page_is_not_for_members_and_counts_as_a_view(t: &TestApp) {
        t.import(&films("censored", 1));
        let id = id_of(t, "AAAA-001").await;
        let path = format!("/works/detail/{id}");
        t.get(&path).await;
        let member = t.member("lin-xiaoyue").await;
        member.post("/user/like", &json!({ "status": 0, "dataId": id })).await;
        let own = member.get(&path).await;
        assert_eq!(own.json()["like"], true);
        assert_eq!(t.get(&path).await.json()["like"], false);
        let stranger = t.another_installation();
        t.send_as(&stranger, Call::get(&format!("/prod-api/v2{path}"))).await;
        t.app.views.write_now().unwrap();
        t.app.indexer.catch_up_now();
        assert_eq!(t.rows("/works/detail/list?sort=views").await[0]["views"], 2);
    }
}
