//! Curated fields stay through imports, until they are released.

use serde_json::{Value, json};
use yingku_base::role::Role;

use super::{assert_done, rows};
use crate::support::command::Program;
use crate::support::member::Member;
use crate::support::{TestApp, film};

async fn work_id(t: &TestApp, number: &str) -> String {
    let rows = t
        .rows(&format!("/works/detail/list?keyword={number}"))
        .await;
    rows[0]["id"].as_str().unwrap().to_owned()
}

async fn detail(editor: &Member<'_>, id: &str) -> Value {
    editor.admin_get(&format!("/works/{id}")).await.json()["data"].clone()
}

fn tags(names: &[&str]) -> Value {
    names
        .iter()
        .map(|name| json!({ "name": name, "group": "题材" }))
        .collect()
}

both! {
    async fn curated_fields_stay_and_all_others_follow_the_import(t: &TestApp) {
        let line = |title: &str, evaluates: i32, names: &[&str]| film("ABC-1", title, json!({ "evaluates": evaluates, "picBig": format!("{evaluates}.jpg"), "tags": tags(names) }));
        t.import(&[line("旧名", 1, &["剧情"]), film("ABC-2", "另一个", json!({}))]);
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        let id = work_id(t, "ABC-1").await;
        assert_eq!(detail(&editor, &id).await["curated"], json!([]));
        // Unchanged terms in the form are no change; the title is.
        let before = detail(&editor, &id).await;
        assert_done(&editor.admin_edit("/works/edit", &json!({ "id": id, "title": "好名字", "tags": before["tags"] })).await);
        let entry = rows(&admin, "/audit?action=works.edit").await[0].clone();
        assert_eq!((&entry["before"], &entry["after"]), (&json!({ "title": "旧名" }), &json!({ "title": "好名字" })));
        assert_eq!(detail(&editor, &id).await["curated"], json!(["title"]));
        // A line with other ratings only, and one with another title.
        for (at, title) in [(2, "旧名"), (3, "新名")] {
            let summary = t.import(&[line(title, at, &["剧情", "城市"]), film("ABC-2", "另一个", json!({}))]);
            assert_eq!((summary.updated, summary.unchanged, summary.kept_works, summary.kept_fields), (1, 1, 1, 1));
            let now = detail(&editor, &id).await;
            assert_eq!((&now["title"], &now["evaluates"], &now["picBig"], now["tags"].as_array().unwrap().len()), (&json!("好名字"), &json!(at), &json!(format!("{at}.jpg")), 2));
        }
        assert_done(&editor.admin_edit("/works/edit", &json!({ "id": id, "tags": tags(&["风景"]) })).await);
        let summary = t.import(&[line("好名字", 4, &["剧情"])]);
        assert_eq!((summary.kept_works, summary.kept_fields), (1, 1));
        assert_eq!(detail(&editor, &id).await["tags"][0]["name"], "风景");
        // A released field follows the next line, even an unchanged one.
        assert_done(&editor.admin_edit("/works/edit", &json!({ "id": id, "release": ["title"] })).await);
        assert_eq!(detail(&editor, &id).await["curated"], json!(["tags"]));
        assert_eq!(rows(&admin, "/audit?action=works.edit").await[0]["after"]["curated"], json!(["tags"]));
        assert_eq!(t.import(&[line("新名", 4, &["剧情"])]).updated, 1);
        let now = detail(&editor, &id).await;
        assert_eq!((&now["title"], &now["tags"][0]["name"]), (&json!("新名"), &json!("风景")));
        assert_eq!(t.import(&[line("新名", 4, &["剧情"])]).unchanged, 1);
        for bad in [json!(["number"]), json!(["x"]), json!("title"), json!([1])] {
            editor.admin_edit("/works/edit", &json!({ "id": id, "release": bad })).await.assert_fails(400, "bad_request");
        }
    }

    async fn a_work_created_by_hand_keeps_its_fields(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let created = editor.admin_post("/works/create", &film("ABC-1", "手写的", json!({ "duration": 90 }))).await.json();
        let id = created["data"]["id"].as_str().unwrap();
        let summary = t.import(&[film("ABC-1", "导入的", json!({ "duration": 80, "evaluates": 7 }))]);
        assert_eq!((summary.updated, summary.kept_works, summary.kept_fields), (1, 1, 2));
        let now = detail(&editor, id).await;
        assert_eq!((&now["title"], &now["duration"], &now["evaluates"]), (&json!("手写的"), &json!(90), &json!(7)));
    }

    async fn unknown_names_are_rejected_on_request(t: &TestApp) {
        t.import(&[film("ABC-1", "旧名", json!({ "tags": tags(&["剧情"]) }))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let id = work_id(t, "ABC-1").await;
        let mut form = json!({ "id": id, "tags": tags(&["剧情", "剧清"]), "makers": [{ "name": "远山" }], "knownTermsOnly": true });
        let rejected = editor.admin_edit("/works/edit", &form).await;
        rejected.assert_fails(422, "terms_unknown");
        let text = rejected.json()["msg"].as_str().unwrap().to_owned();
        assert!(text.contains("类别「剧清」") && text.contains("片商「远山」") && !text.contains("「剧情」"), "{text}");
        assert_eq!(rows(&editor, "/terms").await.len(), 1);
        let mut new = film("ABC-2", "新的", json!({ "tags": tags(&["剧清"]) }));
        new["knownTermsOnly"] = json!(true);
        editor.admin_post("/works/create", &new).await.assert_fails(422, "terms_unknown");
        form["knownTermsOnly"] = json!(false);
        assert_done(&editor.admin_edit("/works/edit", &form).await);
        assert_eq!(rows(&editor, "/terms").await.len(), 3);
    }

    async fn terms_and_magnets_given_as_arrays_are_rejected(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let magnet = json!(["山谷 1080p", "c12fe1c06bba254a9dc9f519b335aa7c1367a88a", 5, "2026-11-20"]);
        let kinds = ["tags", "performers", "makers", "labels", "directors", "series", "items"];
        let terms = kinds.map(|kind| (kind, json!(["剧情", "", ""])));
        for (field, values) in terms.into_iter().chain([("magnets", magnet)]) {
            let new = film("ABC-1", "新的", json!({ field: [values] }));
            editor.admin_post("/works/create", &new).await.assert_fails(400, "bad_request");
        }
    }

    async fn an_emptied_term_can_be_deleted(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({ "tags": tags(&["剧清", "剧情"]) })), film("ABC-2", "乙", json!({ "tags": tags(&["藏"]), "hidden": true }))]);
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        let found = rows(&editor, "/terms").await;
        let id = |name: &str| found.iter().find(|row| row["name"] == name).unwrap()["id"].as_str().unwrap().to_owned();
        let (wrong, right, hidden) = (id("剧清"), id("剧情"), id("藏"));
        for used in [&wrong, &right, &hidden] {
            editor.admin_edit("/terms/delete", &json!({ "id": used })).await.assert_fails(422, "term_in_use");
        }
        let work = work_id(t, "ABC-1").await;
        assert_done(&editor.admin_edit("/works/edit", &json!({ "id": work, "tags": tags(&["剧情"]) })).await);
        editor.admin_post("/terms/delete", &json!({ "id": wrong, "version": 9 })).await.assert_fails(409, "edit_conflict");
        assert_done(&editor.admin_edit("/terms/delete", &json!({ "id": wrong })).await);
        editor.admin_edit("/terms/delete", &json!({ "id": wrong })).await.assert_fails(404, "not_found");
        let entry = rows(&admin, "/audit?action=terms.delete").await[0].clone();
        assert_eq!((&entry["targetId"], &entry["before"]["name"], &entry["after"]), (&json!(wrong), &json!("剧清"), &Value::Null));
        // A term with a redirect to it cannot be deleted.
        t.import(&[film("ABC-3", "丙", json!({ "makers": [{ "name": "远山" }] }))]);
        let maker = rows(&editor, "/terms?kind=maker").await[0]["id"].clone();
        assert_done(&editor.admin_edit("/terms/edit", &json!({ "id": maker, "name": "远山社" })).await);
        let other = work_id(t, "ABC-3").await;
        assert_done(&editor.admin_edit("/works/edit", &json!({ "id": other, "makers": [] })).await);
        editor.admin_edit("/terms/delete", &json!({ "id": maker })).await.assert_fails(422, "term_in_use");
        // The deleted name can be created again.
        assert_eq!(t.import(&[film("ABC-4", "丁", json!({ "tags": tags(&["剧清"]) }))]).new, 1);
    }
}

#[test]
fn an_import_by_command_is_audited() {
    use diesel::prelude::*;
    use yingku_db::schema::audit_log;
    use yingku_db::{Db, DbError};
    use yingku_platform::config::Config;

    let program = Program::new();
    let lines = [
        film("ABC-1", "甲", json!({})),
        film("ABC-2", "乙", json!({})),
    ];
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    let file = program.write("films.ndjson", &format!("{}\nnonsense\n", text.join("\n")));
    let ran = program.run_with("USER", "lin", &["import", &file]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let url = format!(
        "sqlite://{}",
        program.path().join("data/yingku.db").display()
    );
    let config = Config::from_pairs(&[("DATABASE_URL", &url)]).unwrap();
    let db = Db::open(&config.database).unwrap();
    let entries: Vec<(String, String, String)> = db
        .read_now::<_, DbError, _>(|conn| {
            let log = audit_log::table.order(audit_log::id);
            Ok(log
                .select((audit_log::actor, audit_log::action, audit_log::after))
                .load(conn)?)
        })
        .unwrap();
    assert_eq!(entries.len(), 2, "{entries:?}");
    let after: Value = serde_json::from_str(&entries[1].2).unwrap();
    assert_eq!(
        (entries[1].0.as_str(), entries[1].1.as_str()),
        ("命令行", "works.import")
    );
    for (field, value) in [
        ("name", json!("films.ndjson")),
        ("systemUser", json!("lin")),
        ("state", json!("done")),
        ("new", json!(2)),
        ("refused", json!(1)),
    ] {
        assert_eq!(after[field], value, "{field}");
    }
}
