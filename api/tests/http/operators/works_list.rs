//! The list of works to work in: what works lack, how long they are, who changed them and when, and the file of what is
//! listed.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_db::outbox;
use yingku_db::schema::works;

use super::{assert_done, rows};
use crate::support::member::Member;
use crate::support::{TestApp, film, films, whole_film};

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

/// Three works that each field puts in an order of its own, added as z, x and y.
fn ordered_catalogue() -> Vec<Value> {
    let more = |day: &str, minutes: u16| json!({ "pubTime": day, "duration": minutes });
    let tagged = json!({ "tags": [{ "name": "风景", "group": "主题" }], "makers": [{ "name": "Blue", "nameCn": "蓝" }] });
    let mut x = complete("CCC-002", &more("2026-09-02", 120));
    for (name, value) in tagged.as_object().unwrap() {
        x[name] = value.clone();
    }
    let mut y = complete("CCC-010", &more("2026-09-01", 90));
    y["magnets"] = json!([]);
    let mut z = complete("CCC-011", &more("2026-09-03", 60));
    (z["magnets"], z["performers"]) = (json!([]), json!([]));
    vec![z, x, y]
}

/// The numbers of [`ordered_catalogue`] by each field, least first.
const ORDERS: [(&str, [&str; 3]); 10] = [
    ("number", ["CCC-002", "CCC-010", "CCC-011"]),
    ("pubTime", ["CCC-010", "CCC-002", "CCC-011"]),
    ("duration", ["CCC-011", "CCC-010", "CCC-002"]),
    ("average", ["CCC-002", "CCC-011", "CCC-010"]),
    ("score", ["CCC-011", "CCC-010", "CCC-002"]),
    ("views", ["CCC-010", "CCC-011", "CCC-002"]),
    ("collects", ["CCC-011", "CCC-002", "CCC-010"]),
    ("likes", ["CCC-002", "CCC-010", "CCC-011"]),
    ("createTime", ["CCC-011", "CCC-002", "CCC-010"]),
    ("updateTime", ["CCC-010", "CCC-002", "CCC-011"]),
];

/// Sets what no import sets.
fn count_and_rate(t: &TestApp) {
    let place = |field: &str, number: &str| -> i64 {
        let (_, order) = ORDERS.iter().find(|(name, _)| *name == field).unwrap();
        (1..)
            .zip(order)
            .find(|(_, other)| **other == number)
            .unwrap()
            .0
    };
    crate::pay::write(t, |conn| {
        let all: Vec<(i64, String)> = works::table.select((works::id, works::number)).load(conn)?;
        for (id, number) in &all {
            let by = |field| place(field, number);
            let average = f64::from(i32::try_from(by("average")).unwrap());
            diesel::update(works::table.find(id))
                .set((
                    works::average.eq(average),
                    works::views.eq(by("views")),
                    works::collects.eq(by("collects")),
                    works::likes.eq(by("likes")),
                    works::updated_at.eq(1_790_000_000 + by("updateTime")),
                ))
                .execute(conn)?;
            outbox::record(conn, &[*id], 1_790_000_000)?;
        }
        Ok(())
    });
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
            diesel::update(works::table).set(works::hidden.eq(true)).execute(conn)
        });
        check("&hidden=1").await;
    }

    async fn works_are_ordered_by_each_field_in_both_directions(t: &TestApp) {
        t.import(&ordered_catalogue());
        count_and_rate(t);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let check = async |more: &str| {
            for (field, order) in ORDERS {
                let by = async |way: &str| in_order(&editor, &format!("sort={field}{way}{more}")).await;
                let reversed: Vec<&str> = order.iter().rev().copied().collect();
                assert_eq!(by("&order=asc").await, order, "{field}{more}");
                assert_eq!(by("&order=desc").await, reversed, "{field}{more}");
                // Incomplete works are looked for, otherwise what is great or new.
                let first = if field == "score" { order.to_vec() } else { reversed };
                assert_eq!(by("").await, first, "{field}{more}");
                // Also one by one, where the total is known.
                for (page, number) in (1..).zip(order) {
                    let one = rows(&editor, &format!("/works?pageSize=1&pageNum={page}&sort={field}&order=asc{more}")).await;
                    assert_eq!((one.len(), &one[0]["number"]), (1, &json!(number)), "{field}{more}");
                }
            }
        };
        check("").await;
        check("&keyword=CCC").await;
        change_all(t, &editor, "hide", 3).await;
        count_and_rate(t);
        check("&hidden=1").await;
    }

    async fn a_row_says_who_made_a_work_and_how_long_it_is(t: &TestApp) {
        t.import(&ordered_catalogue());
        count_and_rate(t);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let row = work(&editor, "CCC-002").await;
        assert_eq!(row["makers"], json!([{ "name": "Blue", "nameCn": "蓝", "group": "" }]));
        assert_eq!(row["performers"], json!([{ "name": "林晓月", "nameCn": "", "group": "" }]));
        assert_eq!(row["tags"], json!([{ "name": "风景", "nameCn": "", "group": "主题" }]));
        assert_eq!((&row["duration"], &row["average"], &row["createTime"]), (&json!(120), &json!(1.0), &json!("2026-09-21 22:13:20")));
        let bare = work(&editor, "CCC-011").await;
        assert_eq!((&bare["makers"], &bare["performers"], &bare["tags"]), (&json!([]), &json!([]), &json!([])));
    }

    async fn visible_works_follow_all_hidden_ones_however_many(t: &TestApp) {
        let mut hidden = films("censored", 10_001);
        for work in &mut hidden {
            work["hidden"] = json!(true);
        }
        t.import(&hidden);
        t.import(&catalogue()[..1]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let page = editor.admin_get("/works?pageSize=100&pageNum=101&sort=number&order=asc").await.json();
        let numbers: Vec<&Value> = page["rows"].as_array().unwrap().iter().map(|row| &row["number"]).collect();
        assert_eq!((&page["total"], numbers.len(), numbers[1]), (&json!(10_002), 2, &json!("AAA-1")));
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
        for bad in ["", "format=xml", "format=csv&cursor=x", "format=csv&ids=", "format=csv&ids=x"] {
            editor.admin_get(&format!("/works/export?{bad}")).await.assert_fails(400, "bad_request");
        }
    }

    async fn ticked_works_alone_are_exported(t: &TestApp) {
        t.import(&catalogue());
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let mut ids = Vec::new();
        for number in ["AAA-1", "AAA-3", "BBB-1"] {
            ids.push(work(&editor, number).await["id"].as_str().unwrap().to_owned());
        }
        let hide = json!({ "id": ids[1], "reason": "重复" });
        assert_done(&editor.admin_post("/works/hide", &hide).await);
        // In the order of the whole file, hidden works too; one that is gone is left out.
        let ticked = format!("ids={},910000000000000001", ids.join(","));
        let (lines, parts) = file(&editor, &format!("format=ndjson&{ticked}")).await;
        let numbers: Vec<Value> = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["number"].clone()).collect();
        assert_eq!((numbers, parts), (vec![json!("BBB-1"), json!("AAA-3"), json!("AAA-1")], 1));
        let (table, _) = file(&editor, &format!("format=csv&{ticked}&lacks=cast&hidden=0")).await;
        assert_eq!((table.matches(",AAA-").count(), table.matches(",BBB-").count()), (2, 1));
        let rest = format!("format=ndjson&{ticked}&cursor={}", ids[2]);
        assert_eq!(file(&editor, &rest).await.0.lines().count(), 2);
        let many = vec![ids[0].as_str(); 101].join(",");
        for bad in [many, format!("{},", ids[0])] {
            editor.admin_get(&format!("/works/export?format=csv&ids={bad}")).await.assert_fails(400, "bad_request");
        }
        let support = t.operator("zhou-qing", Role::Support).await;
        support.admin_get(&format!("/works/export?format=csv&{ticked}")).await.assert_fails(403, "forbidden");
    }
}
