//! Suggestions while a keyword is typed, and hot searches.

use serde_json::{Value, json};

use crate::operators::dashboard::search_as_visitors;
use crate::support::client::encoded;
use crate::support::{TestApp, film};

async fn suggested(t: &TestApp, query: &str) -> Value {
    t.app.directory.catch_up_now();
    let answer = t.get(&format!("/search/suggest?{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["data"].clone()
}

/// Kind and name of the suggested terms.
fn terms(suggestions: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let rows = suggestions["terms"].as_array().unwrap().iter();
    rows.map(|row| (text(&row["kind"]), text(&row["name"])))
        .collect()
}

fn numbers(suggestions: &Value) -> Vec<&str> {
    let rows = suggestions["works"].as_array().unwrap().iter();
    rows.map(|row| row["number"].as_str().unwrap()).collect()
}

fn catalogue() -> Vec<Value> {
    let lin = json!({ "name": "林晓月", "aliases": ["Luna Lin"] });
    vec![
        film(
            "LIN-001",
            "林间小路",
            json!({ "pubTime": "2026-01-01", "performers": [lin], "makers": [{ "name": "林海影业" }] }),
        ),
        film(
            "LIN-002",
            "雪山",
            json!({ "pubTime": "2026-01-02", "performers": [lin, { "name": "林一" }], "tags": [{ "name": "山林" }] }),
        ),
        film(
            "ABC-003",
            "灯塔",
            json!({ "pubTime": "2026-01-03", "channel": "western", "performers": [{ "name": "Ann" }] }),
        ),
    ]
}

both! {
    async fn works_and_names_are_suggested_as_they_are_typed(t: &TestApp) {
        t.import(&catalogue());
        let found = suggested(t, "keyword=%E6%9E%97").await;
        assert_eq!(numbers(&found), ["LIN-001", "LIN-002"]);
        let names = [("tag", "山林"), ("performer", "林晓月"), ("performer", "林一"), ("maker", "林海影业")];
        assert_eq!(terms(&found), names.map(|(kind, name)| (kind.to_owned(), name.to_owned())));
        let lin = &found["terms"][1];
        assert_eq!((&lin["count"], &lin["modId"]), (&json!(2), &json!(1)));
        assert_eq!(lin["avatar"], format!("avatars/{}.svg", lin["id"].as_str().unwrap()));
        assert!(lin.get("alias").is_none());
        let found = suggested(t, "keyword=lin-0").await;
        assert_eq!(numbers(&found), ["LIN-002", "LIN-001"]);
        let found = suggested(t, "keyword=lun").await;
        assert_eq!((&found["terms"][0]["name"], &found["terms"][0]["alias"]), (&json!("林晓月"), &json!("Luna Lin")));
        assert_eq!(terms(&suggested(t, "keyword=LinXiao").await).len(), 1);
        for (keyword, named) in [("linxiaoyue", "whole"), ("lxy", "whole"), ("林曉月", "whole"), ("LUNA LIN", "whole"), ("林晓", "begin"), ("luna", "begin"), ("晓", "part"), ("linx", "part")] {
            let found = suggested(t, &format!("keyword={}", encoded(keyword))).await;
            assert_eq!((&found["terms"][0]["name"], &found["terms"][0]["match"]), (&json!("林晓月"), &json!(named)), "{keyword}");
        }
        let found = suggested(t, "keyword=%E6%9E%97&limit=1").await;
        assert_eq!((numbers(&found).len(), terms(&found).len()), (1, 3));
    }

    async fn a_suggested_work_gives_its_reason(t: &TestApp) {
        t.import(&catalogue());
        for (keyword, number, why) in [
            ("lin-001", "LIN-001", json!({ "number": true, "date": false, "title": [] })),
            ("小路", "LIN-001", json!({ "number": false, "date": false, "title": [{ "from": 2, "to": 4 }] })),
            ("dengta", "ABC-003", json!({ "number": false, "date": false, "title": [{ "from": 0, "to": 2 }] })),
            ("2026-01-03", "ABC-003", json!({ "number": false, "date": true, "title": [] })),
        ] {
            let found = suggested(t, &format!("keyword={}", encoded(keyword))).await;
            let work = &found["works"][0];
            assert_eq!((&work["number"], &work["match"]), (&json!(number), &why), "{keyword}");
        }
        for (keyword, number, kind, name) in [
            ("林一", "LIN-002", "performer", "林一"),
            ("山林", "LIN-002", "tag", "山林"),
            ("linhai", "LIN-001", "maker", "林海影业"),
            ("小路 luna", "LIN-001", "performer", "Luna Lin"),
        ] {
            let found = suggested(t, &format!("keyword={}", encoded(keyword))).await;
            let work = &found["works"][0];
            let term = &work["match"]["term"];
            assert_eq!((&work["number"], &term["kind"], &term["name"]), (&json!(number), &json!(kind), &json!(name)), "{keyword}");
        }
    }

    async fn hidden_works_are_not_suggested(t: &TestApp) {
        t.import(&catalogue());
        let found = suggested(t, "keyword=%E6%9E%97").await;
        let id = |at: usize| found["terms"][at]["id"].as_str().unwrap().to_owned();
        let found = suggested(t, &format!("keyword=%E6%9E%97&withoutTerms={},{}", id(2), id(3))).await;
        assert!(numbers(&found).is_empty());
        assert_eq!(terms(&found).len(), 2);
    }

    async fn a_typo_is_corrected_and_nonsense_suggests_nothing(t: &TestApp) {
        t.import(&catalogue());
        assert_eq!(suggested(t, "keyword=%E7%81%AF%E6%90%AD").await["corrected"], "灯塔");
        for keyword in ["xyzzy", "%F0%9F%98%80", "%25", "%0A"] {
            let answer = t.get(&format!("/search/suggest?keyword={keyword}x")).await.json();
            assert_eq!(answer["data"], json!({ "works": [], "terms": [] }), "{keyword}");
        }
        for bad in ["", "keyword=", "keyword=%20", "keyword=a&limit=0", "keyword=a&limit=11", "keyword=a&withoutTerms=x", &format!("keyword={}", "a".repeat(33))] {
            assert_eq!(t.get(&format!("/search/suggest?{bad}")).await.status, 400, "{bad}");
        }
    }

    async fn suggestions_follow_the_catalogue(t: &TestApp) {
        t.import(&catalogue());
        assert!(terms(&suggested(t, "keyword=%E6%B5%B7").await).len() == 1);
        t.import(&[film("ABC-004", "夜", json!({ "directors": [{ "name": "海风" }] }))]);
        assert_eq!(terms(&suggested(t, "keyword=%E6%B5%B7").await).len(), 2);
    }

    async fn searches_found_by_several_visitors_are_hot(t: &TestApp) {
        t.import(&catalogue());
        search_as_visitors(t, 12, "LIN-001").await;
        search_as_visitors(t, 12, "nothing-like-it").await;
        for _ in 0..3 {
            t.get("/works/detail/list?keyword=LIN-002").await;
            suggested(t, "keyword=abc").await;
        }
        t.app.searches.write_now().unwrap();
        assert_eq!(t.get("/search/hot").await.json()["data"], json!(["lin-001"]));
        t.clock.advance(7 * 86_400_000);
        t.app.response_cache.clear();
        assert_eq!(t.get("/search/hot").await.json()["data"], json!([]));
    }
}
