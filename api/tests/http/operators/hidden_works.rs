//! Hidden works in the console's list: what they contain is kept in memory, and is always that of the database.

use serde_json::{Value, json};
use yingku_base::role::Role;

use super::{assert_done, rows};
use crate::support::client::encoded;
use crate::support::member::Member;
use crate::support::{TestApp, film, whole_film};

/// A hidden work of three performers that lacks nothing.
fn hidden(number: &str, performers: [&str; 3]) -> Value {
    let mut work = whole_film(number, 1);
    for (name, value) in [
        ("picBig", json!("covers/big.svg")),
        ("picSmall", json!("covers/small.svg")),
        (
            "performers",
            performers
                .map(|name| json!({ "name": name }))
                .as_slice()
                .into(),
        ),
        ("duration", json!(95)),
        ("hidden", json!(true)),
    ] {
        work[name] = value;
    }
    work
}

async fn listed(operator: &Member<'_>, query: &str) -> Vec<String> {
    let of = |c: char| match c.is_ascii() {
        true => c.to_string(),
        false => encoded(&c.to_string()),
    };
    let query: String = query.chars().map(of).collect();
    let found = rows(operator, &format!("/works?pageSize=100&{query}")).await;
    let numbers = found.iter().map(|row| row["number"].as_str().unwrap());
    numbers.map(str::to_owned).collect()
}

async fn id_of_term(operator: &Member<'_>, kind: &str, name: &str) -> String {
    let name = encoded(name);
    let found = rows(operator, &format!("/terms?kind={kind}&keyword={name}")).await;
    found[0]["id"].as_str().unwrap().to_owned()
}

both! {
    async fn a_change_of_a_hidden_work_is_listed_at_once(t: &TestApp) {
        t.import(&[
            hidden("AAA-1", ["林晓月", "白云", "周青"]), hidden("AAA-2", ["林晓月", "远山", "周青"]),
            film("AAA-3", "海边", json!({ "tags": [{ "name": "风景" }], "performers": [{ "name": "秋天" }] })),
        ]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let id = rows(&editor, "/works?keyword=AAA-1").await[0]["id"].clone();
        let tag = id_of_term(&editor, "tag", "风景").await;
        let tagged = format!("withTerms={tag}&hidden=1");
        let check = async |found: [(&str, &[&str]); 6]| {
            for (query, numbers) in found {
                assert_eq!(listed(&editor, &format!("{query}&sort=number&order=asc")).await, numbers, "{query}");
            }
        };
        check([
            ("keyword=林晓&hidden=1", &["AAA-1", "AAA-2"]), ("lacks=cast&hidden=1", &[]), ("scoreBelow=84&hidden=1", &[]),
            ("covers=0&hidden=1", &[]), ("covers=1&hidden=1", &["AAA-1", "AAA-2"]), (&tagged, &[]),
        ]).await;
        let form = json!({ "id": id, "performers": [], "picBig": "", "tags": [{ "name": "风景" }] });
        assert_done(&editor.admin_edit("/works/edit", &form).await);
        check([
            ("keyword=林晓&hidden=1", &["AAA-2"]), ("lacks=cast&hidden=1", &["AAA-1"]), ("scoreBelow=84&hidden=1", &["AAA-1"]),
            ("covers=0&hidden=1", &["AAA-1"]), ("covers=1&hidden=1", &["AAA-2"]), (&tagged, &["AAA-1"]),
        ]).await;
        let page = editor.admin_get(&format!("/works?{tagged}&pageSize=1&pageNum=2")).await.json();
        assert_eq!((&page["total"], &page["rows"]), (&json!(1), &json!([])));
        // Its whole id finds it too, if the rest of the filter does.
        let id = id.as_str().unwrap();
        assert_eq!(listed(&editor, &format!("keyword={id}&lacks=cast")).await, ["AAA-1"]);
        assert!(listed(&editor, &format!("keyword={id}&lacks=date")).await.is_empty());
    }

    async fn hidden_works_are_found_by_the_names_of_merged_performers(t: &TestApp) {
        t.import(&[hidden("AAA-1", ["林晓月", "白云", "周青"]), hidden("AAA-2", ["远山", "周青", "秋天"])]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        assert_eq!(listed(&editor, "keyword=远山&hidden=1").await, ["AAA-2"]);
        let (from, into) = (id_of_term(&editor, "performer", "林晓月").await, id_of_term(&editor, "performer", "远山").await);
        let form = json!({ "from": from, "into": into, "reason": "同一位" });
        assert_done(&editor.admin_post("/terms/merge", &form).await);
        // Before its works are moved, and afterwards.
        for _ in 0..2 {
            for query in ["keyword=远山", "keyword=林晓月", &format!("withTerms={into}"), &format!("withTerms={from}")] {
                assert_eq!(listed(&editor, &format!("{query}&hidden=1&sort=number&order=asc")).await, ["AAA-1", "AAA-2"], "{query}");
            }
            t.app.mover.0.finish();
        }
    }

    async fn works_are_ordered_by_score_the_hidden_ones_first(t: &TestApp) {
        let more = |performers: &[Value], hidden: bool| json!({ "performers": performers, "hidden": hidden });
        let cast = [json!({ "name": "林晓月" })];
        t.import(&[
            film("AAA-1", "海边", more(&cast, true)), film("AAA-2", "海边", more(&[], true)), hidden("AAA-3", ["远山", "周青", "秋天"]),
            film("AAA-4", "海边", more(&[], false)), film("AAA-5", "海边", more(&cast, false)), film("AAA-6", "海边", more(&cast, true)),
        ]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        // Of the same score, the one that was added last is first in the first order.
        let ascending = ["AAA-2", "AAA-6", "AAA-1", "AAA-3", "AAA-4", "AAA-5"];
        let descending = ["AAA-3", "AAA-1", "AAA-6", "AAA-2", "AAA-5", "AAA-4"];
        for (way, numbers) in [("", ascending), ("&order=asc", ascending), ("&order=desc", descending)] {
            assert_eq!(listed(&editor, &format!("sort=score{way}")).await, numbers, "{way}");
            for (page, number) in (1..).zip(numbers) {
                let one = rows(&editor, &format!("/works?pageSize=1&pageNum={page}&sort=score{way}")).await;
                assert_eq!((one.len(), &one[0]["number"]), (1, &json!(number)), "{way} {page}");
            }
        }
        assert_eq!(listed(&editor, "sort=score&lacks=cast").await, ["AAA-2", "AAA-4"]);
    }
}
