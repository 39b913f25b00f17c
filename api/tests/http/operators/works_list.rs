//! The list of works to work in: what works lack, how long they are, who changed them and when, and the file of what is
//! listed.

use serde_json::{Value, json};
use yingku_base::role::Role;

use super::{assert_done, rows};
use crate::support::member::Member;
use crate::support::{TestApp, film, whole_film};

/// A work that lacks nothing, with more fields.
fn complete(number: &str, more: &Value) -> Value {
    let mut work = whole_film(number, 1);
    for (name, value) in [
        ("picBig", json!("covers/big.svg")),
        ("picSmall", json!("covers/small.svg")),
        ("performers", json!([{ "name": "林晓月" }])),
        ("duration", json!(95)),
    ] {
        work[name] = value;
    }
    for (name, value) in more.as_object().unwrap() {
        work[name] = value.clone();
    }
    work
}

/// Works with each lack, and one that lacks everything.
fn catalogue() -> Vec<Value> {
    vec![
        complete("AAA-1", &json!({})),
        complete("AAA-2", &json!({ "picBig": "" })),
        complete("AAA-3", &json!({ "magnets": [] })),
        complete("AAA-4", &json!({ "duration": 0 })),
        complete("AAA-5", &json!({ "pubTime": "2026-09" })),
        complete(
            "AAA-6",
            &json!({ "performers": [], "directors": [{ "name": "林晓月" }], "duration": 130 }),
        ),
        complete("AAA-7", &json!({ "isOnline": 2 })),
        film("BBB-1", "海边", json!({ "pubTime": "2026" })),
    ]
}

async fn in_order(operator: &Member<'_>, query: &str) -> Vec<String> {
    let found = rows(operator, &format!("/works?pageSize=100&{query}")).await;
    let numbers = found.iter().map(|row| row["number"].as_str().unwrap());
    numbers.map(str::to_owned).collect()
}

async fn listed(operator: &Member<'_>, query: &str) -> Vec<String> {
    let mut numbers = in_order(operator, query).await;
    numbers.sort_unstable();
    numbers
}

async fn work(operator: &Member<'_>, number: &str) -> Value {
    rows(operator, &format!("/works?keyword={number}")).await[0].clone()
}

/// Hides all works, or restores them.
async fn change_all(t: &TestApp, operator: &Member<'_>, action: &str, total: usize) {
    let form = json!({ "run": format!("{action}-000000000000000"), "action": action, "reason": "整理", "total": total });
    let step = operator.admin_post("/works/bulk", &form).await.json();
    assert_eq!(step["data"]["changed"], total, "{step}");
    t.app.indexer.catch_up_now();
}

/// The text of a file, and how many parts it has.
async fn file(operator: &Member<'_>, query: &str) -> (String, usize) {
    let (mut text, mut parts, mut cursor) = (String::new(), 0, String::new());
    loop {
        let part = operator
            .admin_get(&format!("/works/export?{query}{cursor}"))
            .await;
        assert_eq!(part.status, 200, "{}", part.text());
        let part = part.json()["data"].clone();
        text += part["text"].as_str().unwrap();
        parts += 1;
        match part["cursor"].as_str() {
            Some(id) => cursor = format!("&cursor={id}"),
            None => return (text, parts),
        }
    }
}

both! {
    async fn works_are_listed_by_what_they_lack_and_how_long_they_are(t: &TestApp) {
        t.import(&catalogue());
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let check = async |more: &str| {
            for (query, found) in [
                ("lacks=cover", &["AAA-2", "BBB-1"][..]), ("lacks=links", &["AAA-3", "BBB-1"]), ("lacks=length", &["AAA-4", "BBB-1"]),
                ("lacks=date", &["AAA-5", "BBB-1"]), ("lacks=cast", &["AAA-6", "BBB-1"]), ("lacks=stream", &["AAA-7", "BBB-1"]),
                ("scoreBelow=83", &["BBB-1"]), ("scoreBelow=84", &["AAA-2", "AAA-3", "AAA-4", "AAA-5", "AAA-6", "AAA-7", "BBB-1"]),
                ("minDuration=1&scoreBelow=84&maxDuration=100", &["AAA-2", "AAA-3", "AAA-5", "AAA-7"]), ("minDuration=96", &["AAA-6"]),
                ("maxDuration=94", &[]), ("lacks=cast&maxDuration=130&keyword=AAA", &["AAA-6"]),
            ] {
                assert_eq!(listed(&editor, &format!("{query}{more}")).await, found, "{query}{more}");
            }
            let order = in_order(&editor, &format!("sort=score{more}")).await;
            assert_eq!((order[0].as_str(), order[7].as_str()), ("BBB-1", "AAA-1"));
            let (whole, one, none) = (work(&editor, "AAA-1").await, work(&editor, "AAA-5").await, work(&editor, "BBB-1").await);
            assert_eq!((&whole["lacks"], &whole["score"]), (&json!([]), &json!(100)));
            assert_eq!((&one["lacks"], &one["score"]), (&json!(["date"]), &json!(83)));
            assert_eq!((&none["lacks"], &none["score"]), (&json!(["cover", "links", "length", "date", "cast", "stream"]), &json!(0)));
        };
        check("").await;
        check("&hidden=0").await;
        // What is hidden comes from the database, and is found alike.
        change_all(t, &editor, "hide", 8).await;
        check("").await;
        check("&hidden=1").await;
        for bad in ["lacks=files", "scoreBelow=0", "scoreBelow=101", "maxDuration=x", "time=pubTime", "from=2026-02-30", "sort=lacks"] {
            editor.admin_get(&format!("/works?{bad}")).await.assert_fails(400, "bad_request");
        }
    }

    async fn works_are_listed_by_who_changed_them_last_and_when(t: &TestApp) {
        t.import(&catalogue()[..3]);
        let unedited = t.operator("wang-yuanshan", Role::Editor).await;
        t.operator("li-xiaoming", Role::Editor).await;
        assert_eq!(work(&unedited, "AAA-1").await.get("editedBy"), None);
        for (name, number) in [("li-xiaoming", "AAA-1"), ("wang-yuanshan", "AAA-1"), ("li-xiaoming", "AAA-2")] {
            t.clock.advance(86_400_000);
            let operator = t.signed_in(name).await;
            let id = work(&operator, number).await["id"].clone();
            assert_done(&operator.admin_edit("/works/edit", &json!({ "id": id, "title": format!("{name}的版本") })).await);
            t.app.indexer.catch_up_now();
        }
        let editor = t.signed_in("wang-yuanshan").await;
        assert_eq!(work(&editor, "AAA-1").await["editedBy"], "wang-yuanshan");
        let check = async |more: &str| {
            for (query, found) in [
                ("editedBy=wang-yuanshan", &["AAA-1"][..]), ("editedBy=li-xiaoming", &["AAA-2"]), ("editedBy=nobody", &[]),
                ("from=2026-09-21&to=2026-09-21", &["AAA-1", "AAA-2", "AAA-3"]), ("from=2026-09-22", &[]), ("to=2026-09-20&time=createTime", &[]),
                ("from=2026-09-22&time=updateTime", &["AAA-1", "AAA-2"]), ("from=2026-09-24&time=updateTime", &["AAA-2"]),
                ("to=2026-09-23&time=updateTime", &["AAA-1", "AAA-3"]), ("editedBy=li-xiaoming&to=2026-09-23&time=updateTime", &[]),
            ] {
                assert_eq!(listed(&editor, &format!("{query}{more}")).await, found, "{query}{more}");
            }
            assert_eq!(in_order(&editor, &format!("sort=updateTime{more}")).await, ["AAA-2", "AAA-1", "AAA-3"]);
        };
        check("").await;
        check("&hidden=0").await;
        crate::pay::write(t, |conn| {
            use diesel::prelude::*;
            use yingku_db::schema::works;
            diesel::update(works::table).set(works::hidden.eq(true)).execute(conn)
        });
        check("&hidden=1").await;
    }

    async fn a_bulk_change_takes_the_works_of_these_filters_alone(t: &TestApp) {
        t.import(&catalogue());
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let form = json!({ "run": "0198c0de-7000-7000-8000-000000000009", "action": "hide", "reason": "没有演员", "total": 2 });
        let step = editor.admin_post("/works/bulk?lacks=cast", &form).await.json();
        assert_eq!(step["data"]["changed"], 2, "{step}");
        t.app.indexer.catch_up_now();
        assert_eq!(listed(&editor, "hidden=1").await, ["AAA-6", "BBB-1"]);
        assert_eq!(listed(&editor, "editedBy=wang-yuanshan").await, ["AAA-6", "BBB-1"]);
        // The one that is complete by now is not taken again.
        let form = json!({ "run": "0198c0de-7000-7000-8000-000000000010", "action": "restore", "reason": "补齐", "total": 1 });
        let step = editor.admin_post("/works/bulk?scoreBelow=50&editedBy=wang-yuanshan", &form).await.json();
        assert_eq!((&step["data"]["changed"], listed(&editor, "hidden=1").await), (&json!(1), vec!["AAA-6".to_owned()]));
    }

    async fn listed_works_are_exported_and_imported_as_they_were(t: &TestApp) {
        let term = json!([{ "name": "林晓月", "nameCn": "林小月", "aliases": ["月月"] }]);
        let mut works = vec![
            complete("CCC-1", &json!({ "title": "=1+1", "performers": term, "tags": [{ "name": "风景", "group": "主题" }] })),
            complete("CCC-2", &json!({ "performers": term, "hidden": true })),
        ];
        works.extend((1..=501).map(|at| film(&format!("DDD-{at}"), "海边", json!({}))));
        t.import(&works);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (lines, parts) = file(&editor, "format=ndjson&modId=1").await;
        assert_eq!((lines.lines().count(), parts), (503, 2));
        let read = |text: &str| -> Vec<Value> { text.lines().map(|line| serde_json::from_str(line).unwrap()).collect() };
        let exported = read(&lines);
        let summary = t.import(&exported);
        assert_eq!((summary.unchanged, summary.updated, summary.new), (503, 0, 0));
        let other = TestApp::on_sqlite().await;
        assert_eq!(other.import(&exported).new, 503);
        let others = other.operator("wang-yuanshan", Role::Editor).await;
        let (again, _) = file(&others, "format=ndjson").await;
        let sorted = |text: &str| { let mut lines: Vec<String> = text.lines().map(str::to_owned).collect(); lines.sort_unstable(); lines };
        assert_eq!(sorted(&again), sorted(&lines));
        // Only what the filter shows, hidden works too.
        let (lines, parts) = file(&editor, "format=ndjson&minDuration=1").await;
        let numbers: Vec<Value> = read(&lines).iter().map(|line| line["number"].clone()).collect();
        assert_eq!((numbers.len(), parts), (2, 1));
        assert!(numbers.contains(&json!("CCC-1")) && numbers.contains(&json!("CCC-2")));
        let (table, parts) = file(&editor, "format=csv").await;
        assert_eq!((parts, table.matches("番号").count(), table.matches("DDD-").count()), (2, 1, 501));
        assert!(table.starts_with("\u{feff}频道,番号,"));
        assert_eq!(file(&editor, "format=ndjson&keyword=NONE-9").await, (String::new(), 1));
        for bad in ["", "format=xml", "format=csv&cursor=x"] {
            editor.admin_get(&format!("/works/export?{bad}")).await.assert_fails(400, "bad_request");
        }
    }
}
