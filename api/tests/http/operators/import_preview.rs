//! Uploaded files in other formats than lines: what they are read as, and their import.

use serde_json::{Value, json};
use yingku_base::role::Role;

use super::imports::{announce, figures, get, import, part};
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::member::Member;

const TABLE: &str = "番号,标题,发行日期,演员,心情\n\
    MZU-001,山谷里的四季,2026/1/5,林晓月、江白,平静\n\
    MZU-002,河流,没有,何青,\n";
const FOLDER: &[u8] = include_bytes!("films.zip");

/// A complete upload of this name.
async fn upload(t: &TestApp, operator: &Member<'_>, name: &str, file: &[u8]) -> String {
    let id = announce(operator, name, file.len()).await;
    import(&part(t, operator, &id, 0, file).await);
    id
}

async fn preview(operator: &Member<'_>, id: &str, form: Value) -> Answer {
    operator
        .admin_post(&format!("/imports/{id}/preview"), &form)
        .await
}

async fn shown(operator: &Member<'_>, id: &str, form: Value) -> Value {
    let answer = preview(operator, id, form).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["data"].clone()
}

/// Starts an import and waits for its end.
async fn started(t: &TestApp, operator: &Member<'_>, id: &str, form: Value) -> Value {
    import(
        &operator
            .admin_post(&format!("/imports/{id}/start"), &form)
            .await,
    );
    t.app.uploads.finish_queue();
    t.app.indexer.catch_up_now();
    get(operator, id).await
}

fn field(row: &Value, field: &str) -> Value {
    let line: Value = serde_json::from_str(row["line"].as_str().unwrap()).unwrap();
    line[field].clone()
}

both! {
    async fn a_table_is_shown_as_it_is_read_and_then_imported(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let id = upload(t, &editor, "films.csv", TABLE.as_bytes()).await;
        let guessed = shown(&editor, &id, json!({})).await;
        assert_eq!((&guessed["format"], &guessed["problem"]), (&json!("csv"), &json!("文件没有说明频道，请选择频道")));
        let mapping: Value = serde_json::from_str(guessed["mapping"].as_str().unwrap()).unwrap();
        assert_eq!((&mapping["columns"]["番号"], &mapping["columns"]["心情"]), (&json!("number"), &Value::Null));
        let changed = guessed["mapping"].as_str().unwrap().replace("\"心情\": null", "\"心情\": \"tags:心情\"");
        let how = json!({ "channel": "western", "mapping": changed });
        let read = shown(&editor, &id, how.clone()).await;
        assert_eq!(read["problem"], "");
        let rows = read["rows"].as_array().unwrap();
        assert_eq!((&rows[0]["place"], &rows[0]["problem"], field(&rows[0], "tags")), (&json!("2"), &json!(""), json!([{ "name": "平静", "group": "心情" }])));
        assert_eq!(field(&rows[0], "channel"), "western");
        assert!(rows[1]["problem"].as_str().unwrap().starts_with("pubTime: 不是日期"), "{}", rows[1]);

        let mut dry = how.clone();
        dry["dryRun"] = json!(true);
        assert_eq!(figures(&started(t, &editor, &id, dry).await), json!(["done", 3, 1, 0, 0, 1]));
        assert!(t.numbers("modName=western").await.is_empty());
        // What was said about the file is kept.
        let done = started(t, &editor, &id, json!({})).await;
        assert_eq!((figures(&done), &done["readBytes"]), (json!(["done", 3, 1, 0, 0, 1]), &json!(TABLE.len())));
        assert_eq!(t.numbers("modName=western").await, ["MZU-001"]);
        let refused = editor.admin_get(&format!("/imports/{id}/refused")).await.text();
        assert!(refused.contains("\n3\tpubTime: 不是日期"), "{refused}");
        assert_eq!(shown(&editor, &id, json!({})).await["mapping"], read["mapping"]);
    }

    async fn a_dry_run_shows_by_field_what_stored_works_gain_change_and_lose(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let stored = crate::support::film("MZU-001", "旧名", json!({ "tags": [{ "name": "剧情" }] }));
        let id = upload(t, &editor, "old.ndjson", stored.to_string().as_bytes()).await;
        let done = started(t, &editor, &id, json!({})).await;
        assert_eq!((&done["state"], &done["changes"]), (&json!("done"), &Value::Null));

        let changed = crate::support::film("MZU-001", "新名", json!({ "duration": 95, "tags": null, "hidden": true }));
        let new = crate::support::film("MZU-002", "别的", json!({ "duration": 80 }));
        let id = upload(t, &editor, "new.ndjson", format!("{changed}\n{new}").as_bytes()).await;
        let checked = started(t, &editor, &id, json!({ "dryRun": true })).await;
        assert_eq!(figures(&checked), json!(["done", 2, 1, 1, 0, 0]));
        let field = |field: &str, counts: [i32; 3], before: &str, after: &str| {
            let [gained, changed, lost] = counts;
            let examples = json!([{ "number": "MZU-001", "before": before, "after": after }]);
            json!({ "field": field, "gained": gained, "changed": changed, "lost": lost, "examples": examples })
        };
        assert_eq!(checked["changes"], json!([
            field("title", [0, 1, 0], "旧名", "新名"),
            field("duration", [1, 0, 0], "", "95"),
            field("tags", [0, 0, 1], "剧情", ""),
            field("hidden", [0, 1, 0], "false", "true"),
        ]));
        assert!(crate::operators::rows(&editor, "/imports").await.iter().all(|row| row["changes"].is_null()));
        assert_eq!(t.numbers("modName=censored").await, ["MZU-001"]);
        // The import itself has changed what it said, and says it no more.
        let done = started(t, &editor, &id, json!({})).await;
        assert_eq!((figures(&done), &done["changes"]), (json!(["done", 2, 1, 1, 0, 0]), &Value::Null));
    }

    async fn a_folder_of_nfo_files_is_imported_with_its_pictures(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let id = upload(t, &editor, "library.zip", FOLDER).await;
        let read = shown(&editor, &id, json!({})).await;
        assert_eq!((&read["format"], &read["mapping"]), (&json!("nfo"), &json!("")));
        let rows = read["rows"].as_array().unwrap();
        assert_eq!((&rows[0]["place"], field(&rows[0], "title")), (&json!("library/MZU-017/MZU-017.nfo"), json!("山谷里的四季")));
        assert_eq!(rows[1]["problem"], "channel: 文件没有说明频道，请用 --channel 指定");
        let done = started(t, &editor, &id, json!({ "channel": "uncensored" })).await;
        assert_eq!(figures(&done), json!(["done", 2, 2, 0, 0, 0]));
        assert_eq!((t.numbers("modName=western").await, t.numbers("modName=uncensored").await), (vec!["MZU-017".to_owned()], vec!["MZU-018".to_owned()]));
        let works = crate::operators::rows(&editor, "/works?keyword=MZU-017").await;
        assert!(works[0]["picSmall"].as_str().unwrap().contains("uploads/"), "{}", works[0]);
        let left: Vec<_> = std::fs::read_dir(&t.app.state.config.uploads.dir).unwrap().flatten().filter(|entry| entry.path().is_dir()).collect();
        assert!(left.is_empty(), "{left:?}");
    }

    async fn pages_and_lines_are_recognised_and_other_files_are_not(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let page = json!({ "code": 1, "page": 1, "pagecount": 1, "list": [{ "vod_id": 7, "vod_name": "MZU-007 山谷", "vod_pic": "", "vod_year": "2026", "type_name": "欧美" }] });
        let html = "<meta charset=utf-8><table><tr><th>番号<th>标题<th>日期<th>频道<tr><td>A-2<td>河<br>流<td>2026-01-05<td>欧美</table>";
        for (name, file, format) in [
            ("page.json", page.to_string(), "maccms"),
            ("page.js", format!("callback({page});"), "maccms"),
            ("films.xls", html.to_owned(), "xlsx"),
            ("films.json", json!({ "hits": [{ "_source": { "code": "A-3", "title": "湖", "release_date": "2026-01-05", "channel": "欧美" } }] }).to_string(), "xlsx"),
            ("films.txt", crate::support::film("A-1", "山谷", json!({})).to_string(), "lines"),
        ] {
            let id = upload(t, &editor, name, file.as_bytes()).await;
            let read = shown(&editor, &id, json!({})).await;
            assert_eq!((&read["format"], &read["problem"], read["rows"].as_array().unwrap().len()), (&json!(format), &json!(""), 1), "{read}");
        }
        for (name, file, problem) in [
            ("a.xls", &b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], "文件损坏，或者不能读：这是旧版 Excel 的 .xls，请另存为 .xlsx"),
            ("b.xls", b"<html><body></body></html>", "文件损坏，或者不能读：网页里没有表格"),
            ("b.xlsx", b"PK\x03\x04", "文件损坏，或者不能读：不是完整的"),
            ("a.png", b"\x89PNG\r\n\x1a\n\0\0", "认不出这个文件的格式"),
            ("a.csv", "甲,乙\n1,2\n".as_bytes(), "还缺少番号、标题或发行日期的列"),
        ] {
            let id = upload(t, &editor, name, file).await;
            let read = shown(&editor, &id, json!({})).await;
            assert!(read["problem"].as_str().unwrap().starts_with(problem), "{read}");
            let done = started(t, &editor, &id, json!({ "channel": "western" })).await;
            assert_eq!(done["state"], "failed", "{done}");
        }
    }

    async fn a_preview_needs_a_whole_file_and_a_right_mapping(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let begun = announce(&editor, "films.csv", 10).await;
        preview(&editor, &begun, json!({})).await.assert_fails(422, "import_state");
        preview(&editor, "910000000000000051", json!({})).await.assert_fails(404, "not_found");
        let id = upload(t, &editor, "films.csv", TABLE.as_bytes()).await;
        for mapping in ["{", "{\"columns\":{\"番号\":\"numbr\"}}", &"x".repeat(20_001)] {
            preview(&editor, &id, json!({ "mapping": mapping })).await.assert_fails(400, "bad_request");
        }
    }
}
