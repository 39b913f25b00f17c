//! Finding, creating, renaming and merging terms.

use serde_json::{Value, json};
use yingku_base::role::Role;

use super::{assert_done, rows};
use crate::support::member::Member;
use crate::support::{TestApp, film};

fn cast(number: &str, names: &[&str], more: Value) -> Value {
    let performers: Vec<Value> = names.iter().map(|name| json!({ "name": name })).collect();
    let mut work = film(number, "山谷里的四季", json!({ "performers": performers }));
    for (field, value) in more.as_object().unwrap() {
        work[field] = value.clone();
    }
    work
}

/// Moves the works of merged terms, and updates the index.
fn settle(t: &TestApp) {
    t.app.mover.0.finish();
    t.app.indexer.catch_up_now();
}

async fn performers(t: &TestApp) -> Vec<(String, i64)> {
    let rows = t
        .rows("/works/performer/list?modName=censored&pageSize=100")
        .await;
    rows.iter()
        .map(|row| {
            let name = row["name"].as_str().unwrap().to_owned();
            (name, row["count"].as_i64().unwrap())
        })
        .collect()
}

fn counted(expected: &[(&str, i64)]) -> Vec<(String, i64)> {
    let owned = expected
        .iter()
        .map(|(name, count)| ((*name).to_owned(), *count));
    owned.collect()
}

/// The id of the performer with a name.
async fn id_of(operator: &Member<'_>, name: &str) -> String {
    let found = rows(operator, "/terms?kind=performer&pageSize=100").await;
    let row = found.iter().find(|row| row["name"] == name);
    row.unwrap_or_else(|| panic!("{name} is not in {found:?}"))["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn merge(operator: &Member<'_>, from: &str, into: &str) {
    let form = json!({ "from": from, "into": into, "reason": "同一个人" });
    assert_done(&operator.admin_post("/terms/merge", &form).await);
}

async fn sheet(operator: &Member<'_>, id: &str) -> Value {
    operator.admin_get(&format!("/terms/{id}")).await.json()["data"].clone()
}

both! {
    async fn two_merged_performers_share_counts_urls_and_searches(t: &TestApp) {
        t.import(&[
            cast("ABC-1", &["林晓月", "王海"], json!({})),
            cast("ABC-2", &["林曉月"], json!({})),
            cast("ABC-3", &["王海", "林曉月", "林晓月"], json!({})),
            cast("ABC-4", &["林曉月"], json!({ "hidden": true })),
        ]);
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        let (from, into) = (id_of(&editor, "林曉月").await, id_of(&editor, "林晓月").await);
        assert_done(&editor.admin_edit("/terms/edit", &json!({ "id": from, "nameCn": "小月", "aliases": ["Wavelet"] })).await);
        merge(&editor, &from, &into).await;
        settle(t);
        assert_eq!(performers(t).await, counted(&[("林晓月", 3), ("王海", 2)]));
        for id in [&from, &into] {
            let mut found = t.numbers(&format!("performerId={id}")).await;
            found.sort();
            assert_eq!(found, ["ABC-1", "ABC-2", "ABC-3"], "an address of either term");
            let entry = t.rows(&format!("/tag/list?tableName=performer&id={id}")).await;
            assert_eq!((&entry[0]["id"], &entry[0]["count"]), (&json!(into), &json!(3)));
            assert_eq!(sheet(&editor, id).await["id"], json!(into));
        }
        for name in ["林曉月", "小月", "wavelet", "linxiaoyue"] {
            let found = t.numbers(&format!("keyword={}", encode(name))).await;
            assert_eq!(found.len(), 3, "{name}: {found:?}");
        }
        let third = t.rows("/works/detail/list?keyword=ABC-3").await[0]["id"].as_str().unwrap().to_owned();
        let detail = t.get(&format!("/works/detail/{third}")).await.json();
        let names: Vec<&Value> = detail["performer"].as_array().unwrap().iter().map(|term| &term["name"]).collect();
        assert_eq!(names, ["王海", "林晓月"], "once");
        let kept = sheet(&editor, &into).await;
        assert_eq!((&kept["aliases"], &kept["formerNames"]), (&json!(["林曉月", "小月", "Wavelet"]), &json!(["林曉月"])));
        assert_eq!((&kept["merging"], &kept["moving"], &kept["count"]), (&json!(0), &json!(0), &json!(3)));
        // A hidden work was moved as well.
        let hidden = rows(&editor, "/works?hidden=1").await[0]["id"].as_str().unwrap().to_owned();
        assert_done(&editor.admin_post("/works/restore", &json!({ "id": hidden, "reason": "x" })).await);
        t.app.indexer.catch_up_now();
        assert_eq!(performers(t).await[0], ("林晓月".to_owned(), 4));
        // An import with the old name means the merged term, and adds nothing to it.
        let mut line = cast("ABC-5", &[], json!({}));
        line["performers"] = json!([{ "name": "林曉月", "nameCn": "别的名字" }, { "name": "林晓月" }]);
        assert_eq!(t.import(&[line]).new, 1);
        assert_eq!(performers(t).await, counted(&[("林晓月", 5), ("王海", 2)]));
        assert_eq!(sheet(&editor, &into).await["nameCn"], "");
        let entry = rows(&admin, "/audit?action=terms.merge").await;
        assert_eq!(entry.len(), 1);
        assert_eq!((&entry[0]["targetId"], &entry[0]["reason"], &entry[0]["before"]["count"], &entry[0]["after"]["into"]["id"]), (&json!(from), &json!("同一个人"), &json!(2), &json!(into)));
    }

    async fn merges_are_transitive(t: &TestApp) {
        t.import(&[cast("ABC-1", &["甲"], json!({})), cast("ABC-2", &["乙", "甲"], json!({})), cast("ABC-3", &["丙"], json!({}))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (a, b, c) = (id_of(&editor, "甲").await, id_of(&editor, "乙").await, id_of(&editor, "丙").await);
        // The second merge may start while the works of the first are still being moved.
        merge(&editor, &a, &b).await;
        merge(&editor, &b, &c).await;
        settle(t);
        assert_eq!(performers(t).await, counted(&[("丙", 3)]));
        for id in [&a, &b, &c] {
            assert_eq!(t.numbers(&format!("performerId={id}")).await.len(), 3);
        }
        let mut former = sheet(&editor, &a).await["formerNames"].as_array().unwrap().clone();
        former.sort_by_key(Value::to_string);
        assert_eq!(former, ["乙", "甲"]);
        for (from, into, status, error) in [(&a, &c, 409, "term_merged"), (&c, &b, 409, "term_merged"), (&c, &c, 422, "terms_differ")] {
            let form = json!({ "from": from, "into": into, "reason": "x" });
            editor.admin_post("/terms/merge", &form).await.assert_fails(status, error);
        }
        for (call, form) in [("edit", json!({ "id": a, "name": "丁" })), ("delete", json!({ "id": a }))] {
            editor.admin_edit(&format!("/terms/{call}"), &form).await.assert_fails(409, "term_merged");
        }
    }

    async fn a_merge_stays_within_the_alias_limit(t: &TestApp) {
        t.import(&[cast("ABC-1", &["甲", "乙"], json!({}))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (from, into) = (id_of(&editor, "甲").await, id_of(&editor, "乙").await);
        for id in [&from, &into] {
            let aliases: Vec<String> = (0..100).map(|at| format!("{id} {at}")).collect();
            assert_done(&editor.admin_edit("/terms/edit", &json!({ "id": id, "aliases": aliases })).await);
        }
        let form = json!({ "from": from, "into": into, "reason": "同一个人" });
        editor.admin_post("/terms/merge", &form).await.assert_fails(422, "term_refused");
        let aliases: Vec<String> = (0..200).map(|at| format!("別名 {at}")).collect();
        assert_done(&editor.admin_edit("/terms/edit", &json!({ "id": into, "aliases": aliases })).await);
        // The former name would be one alias too many.
        editor.admin_edit("/terms/edit", &json!({ "id": into, "name": "丙" })).await.assert_fails(422, "term_refused");
        t.import(&[film("ABC-2", "新的", json!({ "performers": [{ "name": "乙", "aliases": ["別名 0", "又一个"] }] }))]);
        assert_eq!(sheet(&editor, &into).await["aliases"], json!(aliases));
    }

    async fn a_renamed_term_is_found_by_an_import_that_uses_the_old_name(t: &TestApp) {
        t.import(&[cast("ABC-1", &["Lin Yue"], json!({})), cast("ABC-2", &["王海"], json!({}))]);
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        let (id, other) = (id_of(&editor, "Lin Yue").await, id_of(&editor, "王海").await);
        assert_done(&editor.admin_edit("/terms/edit", &json!({ "id": id, "name": " 林月 " })).await);
        t.app.indexer.catch_up_now();
        assert_eq!(performers(t).await, counted(&[("林月", 1), ("王海", 1)]));
        for keyword in ["lin%20yue", "%E6%9E%97%E6%9C%88"] {
            assert_eq!(t.numbers(&format!("keyword={keyword}")).await, ["ABC-1"]);
        }
        t.import(&[cast("ABC-3", &["Lin Yue"], json!({}))]);
        assert_eq!(performers(t).await, counted(&[("林月", 2), ("王海", 1)]));
        let taken = editor.admin_edit("/terms/edit", &json!({ "id": other, "name": "Lin Yue" })).await;
        taken.assert_fails(409, "term_taken");
        assert!(taken.json()["msg"].as_str().unwrap().contains("「林月」（2 部作品）"));
        let taken = editor.admin_edit("/terms/edit", &json!({ "id": other, "name": "林月" })).await;
        taken.assert_fails(409, "term_taken");
        let taken = editor.admin_post("/terms/create", &json!({ "kind": "performer", "modId": 1, "name": "Lin Yue" })).await;
        taken.assert_fails(409, "term_taken");
        // There and back, and there again.
        for (name, former) in [("Lin Yue", "林月"), ("林月", "Lin Yue"), ("晓月", "林月")] {
            assert_done(&editor.admin_edit("/terms/edit", &json!({ "id": id, "name": name })).await);
            let sheet = sheet(&editor, &id).await;
            assert_eq!(sheet["name"], name);
            assert!(sheet["aliases"].as_array().unwrap().contains(&json!(former)) && !sheet["aliases"].as_array().unwrap().contains(&json!(name)));
            assert!(sheet["formerNames"].as_array().unwrap().contains(&json!(former)));
        }
        t.import(&[cast("ABC-4", &["Lin Yue", "林月", "晓月"], json!({}))]);
        assert_eq!(performers(t).await, counted(&[("晓月", 3), ("王海", 1)]));
        let entry = rows(&admin, "/audit?action=terms.edit").await.pop().unwrap();
        assert_eq!((&entry["before"], &entry["after"]), (&json!({ "name": "Lin Yue", "aliases": [] }), &json!({ "name": "林月", "aliases": ["Lin Yue"] })));
    }

    async fn terms_are_created_edited_and_found(t: &TestApp) {
        t.import(&[
            cast("ABC-1", &["林晓月"], json!({ "tags": [{ "name": "高清", "group": "画质" }] })),
            cast("ABC-2", &["林晓月"], json!({ "channel": "western" })),
            cast("ABC-3", &["林晓月", "Ann \"Q\" 50%"], json!({})),
        ]);
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        let form = json!({ "kind": "performer", "modId": 1, "name": "王海", "nameCn": "海", "aliases": ["Wang \"H\"", "王海"] });
        let created = editor.admin_post("/terms/create", &form).await;
        assert_eq!(created.status, 200, "{}", created.text());
        let id = created.json()["data"]["id"].as_str().unwrap().to_owned();
        let term = sheet(&editor, &id).await;
        assert_eq!(term, json!({
            "id": id, "kind": "performer", "modId": 1, "name": "王海", "nameCn": "海", "aliases": ["Wang \"H\""], "group": "",
            "count": 0, "uncensoredCount": 0, "version": 1, "merging": 0, "moving": 0, "formerNames": [],
        }));
        editor.admin_post("/terms/create", &form).await.assert_fails(409, "term_taken");
        t.import(&[cast("ABC-4", &["王海", "Ann \"Q\" 50%", "林晓月"], json!({}))]);
        assert_eq!(sheet(&editor, &id).await["count"], 1);
        let tag = rows(&editor, "/terms?kind=tag").await[0].clone();
        assert_done(&editor.admin_edit("/terms/edit", &json!({ "id": tag["id"], "group": "清晰度", "aliases": ["HD"] })).await);
        t.app.indexer.catch_up_now();
        assert_eq!(t.get("/tag/channel?modId=1").await.json()["data"][0]["name"], "清晰度");
        let names = |rows: Vec<Value>| rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        for (query, found) in [
            ("kind=performer&modId=1", &["林晓月", "Ann \"Q\" 50%", "王海"][..]), ("modId=3", &["林晓月"]), ("kind=maker", &[]),
            ("keyword=%E6%99%93", &["林晓月", "林晓月"]), ("keyword=WANG&kind=performer", &["王海"]), ("keyword=%22h%22", &["王海"]),
            ("keyword=%25", &["Ann \"Q\" 50%"]), ("keyword=_", &[]), ("keyword=%E6%B5%B7&pageSize=1&pageNum=1", &["王海"]), ("keyword=HD", &["高清"]),
        ] {
            assert_eq!(names(rows(&editor, &format!("/terms?{query}")).await), found, "{query}");
        }
        // A request without changes is not audited.
        assert_done(&editor.admin_edit("/terms/edit", &json!({ "id": id, "nameCn": "海" })).await);
        let actions: Vec<_> = rows(&admin, "/audit").await.iter().map(|row| row["action"].clone()).collect();
        assert_eq!(actions, ["terms.edit", "terms.create"]);
    }

    async fn rule_violations_are_rejected(t: &TestApp) {
        let tags = json!({ "tags": [{ "name": "高清", "group": "画质" }] });
        t.import(&[cast("ABC-1", &["王海"], tags), cast("ABC-2", &["林晓月"], json!({ "channel": "western" }))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (id, tag) = (id_of(&editor, "王海").await, rows(&editor, "/terms?kind=tag").await[0].clone());
        for bad in ["kind=users", "modId=4", "keyword=%20", "pageNum=0", "pageSize=101"] {
            editor.admin_get(&format!("/terms?{bad}")).await.assert_fails(400, "bad_request");
        }
        for (form, status, error) in [
            (json!({ "kind": "performer", "modId": 1, "name": " " }), 422, "term_refused"),
            (json!({ "kind": "performer", "modId": 1, "name": "x", "group": "y" }), 422, "term_refused"),
            (json!({ "kind": "users", "modId": 1, "name": "x" }), 400, "bad_request"),
            (json!({ "kind": "tag", "modId": 4, "name": "x" }), 400, "bad_request"),
            (json!({ "kind": "tag", "modId": 1 }), 400, "bad_request"),
        ] {
            editor.admin_post("/terms/create", &form).await.assert_fails(status, error);
        }
        for (form, status, error) in [
            (json!({ "id": id, "name": "长".repeat(201) }), 422, "term_refused"), (json!({ "id": id, "aliases": [" "] }), 422, "term_refused"),
            (json!({ "id": "910000000000000009", "name": "x" }), 404, "not_found"), (json!({ "name": "x" }), 400, "bad_request"),
        ] {
            editor.admin_edit("/terms/edit", &form).await.assert_fails(status, error);
        }
        let western = rows(&editor, "/terms?modId=3").await[0]["id"].clone();
        for (form, status, error) in [
            (json!({ "from": western, "into": id, "reason": "x" }), 422, "terms_differ"), (json!({ "from": tag["id"], "into": id, "reason": "x" }), 422, "terms_differ"),
            (json!({ "from": "910000000000000009", "into": id, "reason": "x" }), 404, "not_found"), (json!({ "from": id, "into": id, "reason": " " }), 400, "bad_request"),
        ] {
            editor.admin_post("/terms/merge", &form).await.assert_fails(status, error);
        }
        editor.admin_get("/terms/910000000000000009").await.assert_fails(404, "not_found");
    }

    async fn operators_create_works(t: &TestApp) {
        t.import(&[cast("ABC-1", &["林晓月"], json!({}))]);
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        let line = cast("ABC-2", &["林晓月", "王海"], json!({ "tags": [{ "name": "高清", "group": "画质" }], "duration": 90 }));
        let created = editor.admin_post("/works/create", &line).await;
        assert_eq!(created.status, 200, "{}", created.text());
        let id = created.json()["data"]["id"].clone();
        t.app.indexer.catch_up_now();
        assert_eq!(t.numbers("keyword=%E7%8E%8B%E6%B5%B7").await, ["ABC-2"]);
        assert_eq!(performers(t).await, counted(&[("林晓月", 2), ("王海", 1)]));
        let entry = rows(&admin, "/audit?action=works.create").await[0].clone();
        assert_eq!((&entry["targetId"], &entry["before"], &entry["after"]["number"]), (&id, &Value::Null, &json!("ABC-2")));
        assert_eq!(t.import(std::slice::from_ref(&line)).unchanged, 1);
        editor.admin_post("/works/create", &line).await.assert_fails(409, "number_taken");
        for (field, value, status, error) in [
            ("title", json!(" "), 422, "work_refused"), ("number", Value::Null, 422, "work_refused"), ("channel", json!("x"), 422, "work_refused"),
            ("duration", json!(-1), 422, "work_refused"), ("title", json!(5), 400, "bad_request"),
        ] {
            let mut bad = cast("ABC-3", &[], json!({}));
            bad[field] = value;
            let rejected = editor.admin_post("/works/create", &bad).await;
            rejected.assert_fails(status, error);
            assert!(status == 400 || rejected.json()["msg"].as_str().unwrap().contains(field));
        }
        let hidden = cast("ABC-4", &["王海"], json!({ "hidden": true }));
        assert_eq!(editor.admin_post("/works/create", &hidden).await.status, 200);
        t.app.indexer.catch_up_now();
        assert_eq!(performers(t).await, counted(&[("林晓月", 2), ("王海", 1)]));
        assert_eq!(rows(&editor, "/works?hidden=1").await[0]["number"], "ABC-4");
    }

    async fn the_largest_work_fits_and_a_larger_one_is_rejected(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let address = |at: usize| format!("covers/of/the/largest/work/{at:0>966}.jpg");
        let mut line = cast("ABC-1", &[], json!({ "imageBig": (0..200).map(address).collect::<Vec<_>>(), "imageSmall": (0..200).map(address).collect::<Vec<_>>() }));
        line["magnets"] = (0..500).map(|at| json!({ "name": "长".repeat(330), "infoHash": format!("{at:040x}"), "length": 1, "createTime": "2026-09-01" })).collect();
        let size = line.to_string().len();
        assert!((900_000..1 << 20).contains(&size), "{size}");
        let created = editor.admin_post("/works/create", &line).await;
        assert_eq!(created.status, 200, "{}", created.text());
        let mut edit = line.clone();
        edit["id"] = created.json()["data"]["id"].clone();
        edit["title"] = json!("海边的四季");
        assert_done(&editor.admin_edit("/works/edit", &edit).await);
        edit["m3u8"] = json!("x".repeat(200_000));
        editor.admin_edit("/works/edit", &edit).await.assert_fails(413, "body_too_large");
        let other = json!({ "id": edit["id"], "reason": "x".repeat(70_000) });
        editor.admin_post("/works/hide", &other).await.assert_fails(413, "body_too_large");
    }

    async fn the_list_shows_works_awaiting_a_decision(t: &TestApp) {
        t.import(&[cast("ABC-1", &[], json!({})), cast("ABC-2", &[], json!({}))]);
        let id = t.rows("/works/detail/list?keyword=ABC-1").await[0]["id"].clone();
        let (uuid, code) = t.captcha().await;
        let report = json!({ "dataId": id, "reason": "minor", "uuid": uuid, "code": code });
        assert_eq!(t.send(crate::support::client::Call::post("/prod-api/v2/report", &report)).await.status, 200);
        t.app.indexer.catch_up_now();
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let reported: Vec<_> = rows(&editor, "/works").await.iter().map(|row| (row["number"].clone(), row["reported"].clone(), row["takenDown"].clone())).collect();
        assert_eq!(reported, [(json!("ABC-1"), json!(1), json!(0)), (json!("ABC-2"), json!(0), json!(0))]);
    }
}

fn encode(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
