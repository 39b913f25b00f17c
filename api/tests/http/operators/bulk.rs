//! Changes of many works at once, and the filters that select them.

use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_db::schema::works;

use super::{assert_done, rows};
use crate::pay::write;
use crate::support::client::Answer;
use crate::support::member::Member;
use crate::support::{TestApp, film, films, whole_film};

const RUN: &str = "0198c0de-7000-7000-8000-000000000001";
const OTHER_RUN: &str = "0198c0de-7000-7000-8000-000000000002";

/// A form, with more fields.
fn form(action: &str, more: &Value) -> Value {
    let mut form = json!({ "run": RUN, "action": action, "reason": "片商停止授权" });
    for (name, value) in more.as_object().unwrap() {
        form[name] = value.clone();
    }
    form
}

/// What the steps have done together: works tried and changed, and the rejected ones with their errors.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    tried: i64,
    changed: i64,
    rejected: Vec<(String, String)>,
}

impl Sum {
    fn of(tried: i64, changed: i64) -> Self {
        Self {
            tried,
            changed,
            rejected: Vec::new(),
        }
    }

    fn add(&mut self, step: &Value) {
        self.tried += step["tried"].as_i64().unwrap();
        self.changed += step["changed"].as_i64().unwrap();
        for work in step["refused"].as_array().unwrap() {
            let text = |name: &str| work[name].as_str().unwrap().to_owned();
            assert!(!text("msg").is_empty());
            self.rejected.push((text("number"), text("error")));
        }
        self.rejected.sort_unstable();
    }
}

#[track_caller]
fn step_of(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["data"].clone()
}

/// Walks to the end.
async fn walk(operator: &Member<'_>, path: &str, form: &Value) -> Sum {
    let (mut form, mut sum) = (form.clone(), Sum::default());
    loop {
        let step = step_of(&operator.admin_post(path, &form).await);
        sum.add(&step);
        if step["cursor"].is_null() {
            return sum;
        }
        form["cursor"] = step["cursor"].clone();
    }
}

async fn undo(operator: &Member<'_>) -> Sum {
    walk(operator, "/works/bulk/undo", &json!({ "run": RUN })).await
}

async fn listed(operator: &Member<'_>, query: &str) -> Vec<String> {
    let found = rows(operator, &format!("/works?pageSize=100&{query}")).await;
    let numbers = found
        .iter()
        .map(|row| row["number"].as_str().unwrap().to_owned());
    let mut numbers: Vec<String> = numbers.collect();
    numbers.sort_unstable();
    numbers
}

async fn ids(operator: &Member<'_>, query: &str) -> Vec<Value> {
    let found = rows(operator, &format!("/works?pageSize=100&{query}")).await;
    found.iter().map(|row| row["id"].clone()).collect()
}

async fn term(operator: &Member<'_>, kind: &str, name: &str) -> String {
    let found = rows(operator, &format!("/terms?kind={kind}")).await;
    let named = found.iter().find(|row| row["name"] == name);
    named.expect(name)["id"].as_str().unwrap().to_owned()
}

/// All works as the operators see them, without what each change raises.
async fn details(operator: &Member<'_>) -> Vec<Value> {
    let mut details = Vec::new();
    for id in ids(operator, "").await {
        let path = format!("/works/{}", id.as_str().unwrap());
        let mut detail = operator.admin_get(&path).await.json()["data"].clone();
        for name in ["version", "updateTime"] {
            detail.as_object_mut().unwrap().remove(name);
        }
        details.push(detail);
    }
    details.sort_unstable_by_key(|detail| detail["number"].as_str().unwrap().to_owned());
    details
}

fn covered(number: &str, more: &Value) -> Value {
    let mut work = whole_film(number, 1);
    work["picBig"] = json!("covers/big.svg");
    work["picSmall"] = json!("covers/small.svg");
    work["makers"] = json!([{ "name": "远山" }]);
    for (name, value) in more.as_object().unwrap() {
        work[name] = value.clone();
    }
    work
}

/// Works of two makers, with tags in an order.
fn catalogue() -> Vec<Value> {
    let tags = |names: &[&str]| {
        names
            .iter()
            .map(|name| json!({ "name": name }))
            .collect::<Value>()
    };
    vec![
        covered("AAA-1", &json!({ "tags": tags(&["剧情", "风景"]) })),
        covered(
            "AAA-2",
            &json!({ "tags": tags(&["风景"]), "performers": [{ "name": "林晓月" }] }),
        ),
        covered("AAA-3", &json!({ "channel": "uncensored" })),
        film(
            "BBB-1",
            "海边",
            json!({ "makers": [{ "name": "近水" }], "tags": tags(&["剧情"]) }),
        ),
    ]
}

both! {
    async fn works_are_listed_by_term_covers_magnets_and_state(t: &TestApp) {
        t.import(&[
            covered("AAA-1", &json!({})), covered("AAA-2", &json!({ "isOnline": 2, "tags": [{ "name": "剧情" }] })),
            covered("AAA-3", &json!({ "picSmall": "", "isOnline": 0 })), covered("AAA-4", &json!({ "picBig": "", "magnets": [] })),
            film("BBB-1", "海边", json!({ "makers": [{ "name": "近水" }] })),
        ]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (maker, tag) = (term(&editor, "maker", "远山").await, term(&editor, "tag", "剧情").await);
        let check = async |more: &str| {
            for (query, found) in [
                (format!("withTerms={maker}"), &["AAA-1", "AAA-2", "AAA-3", "AAA-4"][..]), (format!("withTerms={maker},{tag}"), &["AAA-2"]),
                ("covers=0".to_owned(), &["AAA-3", "AAA-4", "BBB-1"]), ("covers=1".to_owned(), &["AAA-1", "AAA-2"]),
                ("isDht=0".to_owned(), &["AAA-4", "BBB-1"]), ("isDht=1".to_owned(), &["AAA-1", "AAA-2", "AAA-3"]),
                ("isOnline=0".to_owned(), &["AAA-3", "BBB-1"]), ("isOnline=1".to_owned(), &["AAA-1", "AAA-4"]), ("isOnline=2".to_owned(), &["AAA-2"]),
                (format!("withTerms={maker}&covers=0&isDht=0"), &["AAA-4"]), ("covers=0&keyword=AAA".to_owned(), &["AAA-3", "AAA-4"]),
                ("withTerms=910000000000000009".to_owned(), &[]),
            ] {
                assert_eq!(listed(&editor, &format!("{query}{more}")).await, found, "{query}{more}");
            }
        };
        check("").await;
        check("&hidden=0").await;
        let shown = rows(&editor, "/works?keyword=BBB-1").await[0].clone();
        assert_eq!(shown["picSmall"], format!("covers/{}-small.svg", shown["id"].as_str().unwrap()));
        // What is hidden comes from the database, and is found alike.
        let all = json!({ "total": 5 });
        assert_eq!(walk(&editor, "/works/bulk", &form("hide", &all)).await, Sum::of(5, 5));
        t.app.indexer.catch_up_now();
        check("").await;
        check("&hidden=1").await;
        for bad in ["covers=2", "isDht=x", "isOnline=3", "withTerms=x", "withTerms=1,2,3,4,5,6,7,8,9,10,11,12,13"] {
            editor.admin_get(&format!("/works?{bad}")).await.assert_fails(400, "bad_request");
        }
    }

    async fn a_work_leaves_a_list_of_works_to_do_as_soon_as_it_is_done(t: &TestApp) {
        t.import(&[covered("AAA-1", &json!({ "picSmall": "" })), covered("AAA-2", &json!({ "picSmall": "" })), covered("AAA-3", &json!({}))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        assert_eq!(listed(&editor, "covers=0").await, ["AAA-1", "AAA-2"]);
        // The index has not read the change yet.
        write(t, |conn| {
            diesel::update(works::table.filter(works::number.eq("AAA-1"))).set(works::pic_small.eq("covers/small.svg")).execute(conn)
        });
        let page = editor.admin_get("/works?covers=0").await.json();
        assert_eq!((page["total"].clone(), listed(&editor, "covers=0").await), (json!(1), vec!["AAA-2".to_owned()]));
    }

    async fn all_works_of_a_maker_are_hidden_and_the_run_is_undone(t: &TestApp) {
        t.import(&catalogue());
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        let before = details(&editor).await;
        let maker = term(&editor, "maker", "远山").await;
        let path = format!("/works/bulk?withTerms={maker}&modId=1");
        assert_eq!(walk(&editor, &path, &form("hide", &json!({ "total": 2 }))).await, Sum::of(2, 2));
        t.app.indexer.catch_up_now();
        assert_eq!(t.numbers("").await.len(), 2);
        assert_eq!(listed(&editor, "hidden=1").await, ["AAA-1", "AAA-2"]);
        let entries = rows(&admin, "/audit?action=works.hide").await;
        assert_eq!(entries.len(), 2);
        assert_eq!((&entries[0]["actor"], &entries[0]["reason"]), (&json!("wang-yuanshan"), &json!("片商停止授权")));
        assert_eq!((&entries[0]["before"], &entries[0]["after"]), (&json!({ "hidden": false, "withheld": "no" }), &json!({ "hidden": true, "withheld": "hidden" })));
        assert_eq!(undo(&editor).await, Sum::of(2, 2));
        assert_eq!(undo(&editor).await, Sum::of(2, 0));
        t.app.indexer.catch_up_now();
        assert_eq!(details(&editor).await, before);
        assert_eq!(t.numbers("").await.len(), 4);
        let entries = rows(&admin, "/audit?action=works.restore").await;
        assert_eq!((entries.len(), &entries[0]["reason"]), (2, &json!("撤销：片商停止授权")));
    }

    async fn a_work_hidden_by_an_import_is_hidden_again_after_undoing(t: &TestApp) {
        t.import(&[film("AAA-1", "甲", json!({ "hidden": true })), film("AAA-2", "乙", json!({}))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let both = json!({ "total": 2 });
        for (action, changed) in [("hide", 2), ("restore", 2)] {
            let before = (details(&editor).await, rows(&editor, "/works?hidden=1").await.len());
            let run = json!({ "total": 2, "run": format!("{action}-{RUN}") });
            assert_eq!(walk(&editor, "/works/bulk", &form(action, &run)).await, Sum::of(2, changed));
            if action == "hide" {
                // Whatever the import says now.
                t.import(&[film("AAA-1", "甲", json!({ "hidden": false }))]);
                assert_eq!(rows(&editor, "/works?hidden=1").await.len(), 2);
            } else {
                walk(&editor, "/works/bulk/undo", &json!({ "run": run["run"] })).await;
                t.app.indexer.catch_up_now();
                assert_eq!((details(&editor).await, rows(&editor, "/works?hidden=1").await.len()), before);
            }
            t.app.indexer.catch_up_now();
        }
        assert_eq!(walk(&editor, "/works/bulk", &form("hide", &both)).await, Sum::of(2, 0));
    }

    async fn works_that_may_not_be_restored_are_named(t: &TestApp) {
        t.import(&catalogue());
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let mut all = ids(&editor, "").await;
        let report = json!({ "dataId": ids(&editor, "keyword=AAA-1").await[0], "reason": "minor" });
        assert_eq!(t.member("lin-xiaoyue").await.post("/report", &report).await.status, 200);
        let down = json!({ "id": ids(&editor, "keyword=AAA-2").await[0], "reason": "版权方要求" });
        assert_eq!(editor.admin_post("/works/takedown", &down).await.status, 200);
        all.push(json!("910000000000000009"));
        let hidden = walk(&editor, "/works/bulk", &form("hide", &json!({ "ids": all }))).await;
        assert_eq!((hidden.tried, hidden.changed), (5, 2));
        assert_eq!(hidden.rejected, [(String::new(), "not_found".to_owned())]);
        let run = json!({ "ids": all, "run": OTHER_RUN });
        let restored = walk(&editor, "/works/bulk", &form("restore", &run)).await;
        assert_eq!((restored.tried, restored.changed), (5, 2));
        let rejected = [("", "not_found"), ("AAA-1", "report_open"), ("AAA-2", "work_taken_down")];
        assert_eq!(restored.rejected, rejected.map(|(number, error)| (number.to_owned(), error.to_owned())));
        assert_eq!(listed(&editor, "hidden=1").await, ["AAA-1", "AAA-2"]);
    }

    async fn terms_are_added_and_removed_and_all_is_undone(t: &TestApp) {
        t.import(&catalogue());
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        let before = details(&editor).await;
        let (drama, view, face) = (term(&editor, "tag", "剧情").await, term(&editor, "tag", "风景").await, term(&editor, "performer", "林晓月").await);
        let tags = async |number: &str| {
            let all = details(&editor).await;
            let work = all.iter().find(|work| work["number"] == number).unwrap();
            let names = work["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap().to_owned());
            (names.collect::<Vec<_>>(), work["curated"].clone())
        };
        let added = walk(&editor, "/works/bulk", &form("addTerms", &json!({ "total": 4, "terms": [drama, face] }))).await;
        assert_eq!((added.tried, added.changed), (4, 3));
        assert_eq!(added.rejected, [("AAA-3".to_owned(), "work_refused".to_owned())]);
        assert_eq!(tags("AAA-1").await, (vec!["剧情".to_owned(), "风景".to_owned()], json!(["performers"])));
        assert_eq!(tags("AAA-2").await, (vec!["风景".to_owned(), "剧情".to_owned()], json!(["tags"])));
        let entry = rows(&admin, &format!("/audit?action=works.edit&targetId={}", ids(&editor, "keyword=AAA-2").await[0].as_str().unwrap())).await[0].clone();
        assert_eq!(entry["before"], json!({ "tags": [{ "name": "风景" }], "curated": [] }));
        assert_eq!(entry["after"], json!({ "tags": [{ "name": "风景" }, { "name": "剧情" }], "curated": ["tags"] }));
        assert_eq!(undo(&editor).await, Sum::of(3, 3));
        assert_eq!(details(&editor).await, before);
        // Neither the tags nor the line has changed in the end.
        assert_eq!(t.import(&catalogue()).unchanged, 4);
        let run = json!({ "run": OTHER_RUN, "ids": ids(&editor, "").await, "terms": [drama, view] });
        assert_eq!(walk(&editor, "/works/bulk", &form("removeTerms", &run)).await, Sum::of(4, 3));
        assert_eq!(tags("AAA-1").await, (vec![], json!(["tags"])));
        let back = walk(&editor, "/works/bulk/undo", &json!({ "run": OTHER_RUN })).await;
        assert_eq!(back, Sum::of(3, 3));
        assert_eq!(details(&editor).await, before);
        t.app.indexer.catch_up_now();
        assert_eq!(t.numbers(&format!("withTerms={drama}")).await.len(), 2);
    }

    async fn a_work_that_was_changed_since_is_not_undone(t: &TestApp) {
        t.import(&catalogue());
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let drama = term(&editor, "tag", "剧情").await;
        walk(&editor, "/works/bulk", &form("addTerms", &json!({ "total": 4, "terms": [drama] }))).await;
        let id = ids(&editor, "keyword=AAA-2").await[0].clone();
        let edit = json!({ "id": id, "tags": [{ "name": "风景" }, { "name": "剧情" }, { "name": "夏日" }] });
        assert_done(&editor.admin_edit("/works/edit", &edit).await);
        let back = undo(&editor).await;
        assert_eq!((back.tried, back.changed, back.rejected), (1, 0, vec![("AAA-2".to_owned(), "edit_conflict".to_owned())]));
        // Another field does not matter; the imported line then counts again.
        let edit = json!({ "id": id, "tags": [{ "name": "风景" }, { "name": "剧情" }], "title": "山顶" });
        assert_done(&editor.admin_edit("/works/edit", &edit).await);
        assert_eq!(undo(&editor).await, Sum::of(1, 1));
        let detail = editor.admin_get(&format!("/works/{}", id.as_str().unwrap())).await.json()["data"].clone();
        assert_eq!((&detail["title"], &detail["tags"].as_array().unwrap().len(), &detail["curated"]), (&json!("山顶"), &1, &json!(["title"])));
    }

    async fn a_long_list_is_walked_in_steps_and_each_work_comes_once(t: &TestApp) {
        t.import(&films("censored", 700));
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let mut sent = form("hide", &json!({ "total": 700 }));
        let first = step_of(&editor.admin_post("/works/bulk?hidden=0", &sent).await);
        assert!(first["tried"].as_i64().unwrap() <= 500 && first["cursor"].is_string());
        // An answer that is lost: the step again, and twice at once.
        let again = || editor.admin_post("/works/bulk?hidden=0", &sent);
        for answer in join_all([again(), again()]).await {
            assert!([200, 409].contains(&answer.status.as_u16()), "{}", answer.text());
        }
        t.app.indexer.catch_up_now();
        sent["cursor"] = first["cursor"].clone();
        let rest = walk(&editor, "/works/bulk?hidden=0", &sent).await;
        assert_eq!(rest.rejected, []);
        t.app.indexer.catch_up_now();
        assert!(t.numbers("").await.is_empty());
        let admin = t.operator("office-admin", Role::Admin).await;
        let log = admin.admin_get("/audit?action=works.hide").await.json();
        assert_eq!(log["total"], 700);
        assert_eq!(undo(&editor).await, Sum::of(700, 700));
    }

    async fn at_once_each_work_is_changed_by_one_of_them(t: &TestApp) {
        t.import(&films("censored", 40));
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        let all = ids(&editor, "").await;
        let forms: Vec<Value> = (0..4).map(|n| form("hide", &json!({ "ids": all, "run": format!("{RUN}-{n}") }))).collect();
        let answers = join_all(forms.iter().map(|form| editor.admin_post("/works/bulk", form))).await;
        let changed: i64 = answers.iter().map(|answer| step_of(answer)["changed"].as_i64().unwrap()).sum();
        assert_eq!(changed, 40);
        assert_eq!(admin.admin_get("/audit?action=works.hide").await.json()["total"], 40);
        assert_eq!(admin.admin_get("/dashboard").await.json()["data"]["works"]["hidden"], 40);
    }

    async fn conflicts_and_bad_forms_change_nothing(t: &TestApp) {
        t.import(&films("censored", 30));
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        let answer = editor.admin_post("/works/bulk", &form("hide", &json!({ "total": 29 }))).await;
        answer.assert_fails(409, "selection_changed");
        assert!(answer.json()["msg"].as_str().unwrap().contains("从29部变为30部"));
        let one = ids(&editor, "keyword=AAA-001").await;
        step_of(&editor.admin_post("/works/bulk", &form("hide", &json!({ "ids": one }))).await);
        let others = form("hide", &json!({ "ids": one }));
        admin.admin_post("/works/bulk", &others).await.assert_fails(409, "form_reused");
        let reason = form("hide", &json!({ "ids": one, "reason": "另一个原因" }));
        editor.admin_post("/works/bulk", &reason).await.assert_fails(409, "form_reused");
        let unknown = form("addTerms", &json!({ "ids": one, "terms": ["910000000000000009"], "run": OTHER_RUN }));
        editor.admin_post("/works/bulk", &unknown).await.assert_fails(422, "terms_unknown");
        let many: Vec<String> = (0..501).map(|n| format!("9100000000000{n:05}")).collect();
        for bad in [
            json!({}), json!({ "ids": one, "total": 1 }), json!({ "ids": one, "terms": [one[0]] }), json!({ "ids": one, "action": "addTerms" }),
        ] {
            editor.admin_post("/works/bulk", &form("hide", &bad)).await.assert_fails(422, "bulk_refused");
        }
        for bad in [
            json!({ "ids": [] }), json!({ "ids": many }), json!({ "ids": ["x"] }),
            json!({ "ids": one, "run": "short" }), json!({ "ids": one, "reason": " " }), json!({ "ids": one, "action": "delete" }),
            json!({ "ids": one, "cursor": "x" }), json!({ "ids": one, "terms": ["x"] }),
        ] {
            editor.admin_post("/works/bulk", &form("hide", &bad)).await.assert_fails(400, "bad_request");
        }
        editor.admin_post("/works/bulk/undo", &json!({ "run": OTHER_RUN })).await.assert_fails(404, "not_found");
        editor.admin_post("/works/bulk/undo", &json!({ "run": "short" })).await.assert_fails(400, "bad_request");
        assert_eq!(admin.admin_get("/audit").await.json()["total"], 1);
    }
}
