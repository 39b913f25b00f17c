//! Files that operators upload, and their import.

use std::io::Write as _;
use std::time::Duration;

use actix_web::http::Method;
use serde_json::{Value, json};
use yingku_access::audit::Actor;
use yingku_base::role::Role;
use yingku_catalogue::uploads::model::ImportRow;
use yingku_catalogue::uploads::queries;
use yingku_catalogue::uploads::states::{ImportState, ImportUndo};
use yingku_db::DbError;
use yingku_http_kit::error::ApiError;

use super::rows;
use crate::support::client::{Answer, Call};
use crate::support::member::Member;
use crate::support::{TestApp, films};

const OTHER_NODE: i16 = 9;

/// The lines of `count` works, with two invalid ones among them.
fn lines(count: u32) -> String {
    let mut lines: Vec<String> = films("censored", count)
        .iter()
        .map(Value::to_string)
        .collect();
    lines.insert(1, "{\"channel\":\"censored\",\"number\":\"B\"}".to_owned());
    lines.push("no line\tat all".to_owned());
    lines.join("\n")
}

fn gzip(text: &str) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

/// The import in a successful response.
#[track_caller]
pub fn import(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["data"].clone()
}

pub async fn announce(operator: &Member<'_>, name: &str, size: usize) -> String {
    let form = json!({ "name": name, "size": size });
    let new = import(&operator.admin_post("/imports", &form).await);
    assert_eq!(
        (&new["state"], &new["received"]),
        (&json!("receiving"), &json!(0))
    );
    new["id"].as_str().unwrap().to_owned()
}

pub async fn part(
    t: &TestApp,
    operator: &Member<'_>,
    id: &str,
    offset: usize,
    part: &[u8],
) -> Answer {
    let target = format!("/prod-api/admin/imports/{id}/part?offset={offset}");
    let call = Call::new(Method::POST, &target)
        .body(part)
        .header("content-type", "application/octet-stream");
    t.send(call.bearer(&operator.access)).await
}

/// A complete upload that is not started.
pub async fn upload(t: &TestApp, operator: &Member<'_>, file: &[u8]) -> String {
    let id = announce(operator, "films.ndjson", file.len()).await;
    import(&part(t, operator, &id, 0, file).await);
    id
}

pub async fn start(operator: &Member<'_>, id: &str, dry_run: bool) -> Answer {
    let form = json!({ "dryRun": dry_run });
    operator
        .admin_post(&format!("/imports/{id}/start"), &form)
        .await
}

async fn cancel(operator: &Member<'_>, id: &str) -> Answer {
    operator
        .admin_post(&format!("/imports/{id}/cancel"), &json!({}))
        .await
}

pub async fn get(operator: &Member<'_>, id: &str) -> Value {
    import(&operator.admin_get(&format!("/imports/{id}")).await)
}

/// The result of an import: state, lines, new, updated, unchanged, rejected.
pub fn figures(import: &Value) -> Value {
    json!([
        import["state"],
        import["lines"],
        import["new"],
        import["updated"],
        import["unchanged"],
        import["refused"],
    ])
}

/// A running import of another instance, which holds the queue.
pub fn hold_queue(t: &TestApp) -> i64 {
    let id = t.app.state.ids.next(&*t.app.state.clock);
    let row = ImportRow {
        id,
        name: "elsewhere".to_owned(),
        size: 1,
        received: 1,
        sha256: String::new(),
        dry_run: false,
        state: ImportState::Running,
        problem: String::new(),
        cancelling: false,
        kept: true,
        node: OTHER_NODE,
        beat_at: t.app.state.now(),
        progress: Default::default(),
        operator: String::new(),
        created_at: 0,
        started_at: None,
        finished_at: None,
        overrides: false,
        undo: ImportUndo::None,
        options: String::new(),
        changes: String::new(),
    };
    t.app
        .state
        .db
        .write_now::<_, DbError, _>(|conn| Ok(queries::insert(conn, &row)?))
        .unwrap();
    id
}

/// Ends the import that holds the queue and claims the next one, before the service can.
fn end_and_claim_next(t: &TestApp, held: i64) -> ImportRow {
    let (ids, clock) = (t.app.state.ids.clone(), t.app.state.clock.clone());
    let claimed = t.app.state.db.write_now::<_, ApiError, _>(|conn| {
        let outcome = yingku_catalogue::uploads::states::ImportOutcome::Done;
        queries::finish(conn, &Actor::background(ids, clock), held, outcome)?;
        Ok(queries::claim(conn, OTHER_NODE, t.app.state.now())?)
    });
    claimed.unwrap().unwrap()
}

both! {
    async fn an_uploaded_file_is_imported_and_its_rejected_lines_can_be_downloaded(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let file = gzip(&lines(60));
        let id = announce(&editor, " films.ndjson.gz ", file.len()).await;
        let (first, second) = file.split_at(100);
        assert_eq!(import(&part(t, &editor, &id, 0, first).await)["received"], 100);
        start(&editor, &id, false).await.assert_fails(422, "import_state");
        assert_eq!(import(&part(t, &editor, &id, 100, second).await)["received"], file.len());
        assert_eq!(import(&start(&editor, &id, false).await)["state"], "queued");
        t.app.uploads.finish_queue();
        t.app.indexer.catch_up_now();
        let done = get(&editor, &id).await;
        assert_eq!(figures(&done), json!(["done", 62, 60, 0, 0, 2]));
        assert_eq!((&done["name"], &done["operator"], &done["readBytes"]), (&json!("films.ndjson.gz"), &json!("wang-yuanshan"), &json!(file.len())));
        assert_eq!((&done["createTime"], &done["endTime"]), (&json!("2026-09-21 22:13:20"), &json!("2026-09-21 22:13:20")));
        assert_eq!(t.numbers("modName=censored").await.len(), 60);
        let rejected = editor.admin_get(&format!("/imports/{id}/refused")).await;
        assert_eq!((rejected.header("content-type"), rejected.header("content-disposition")), ("text/plain; charset=utf-8", "attachment; filename=\"refused.txt\""));
        let text = rejected.text();
        let listed: Vec<Vec<&str>> = text.lines().map(|line| line.splitn(3, '\t').collect()).collect();
        assert_eq!(listed[0], ["行号", "原因", "原文"]);
        assert_eq!(listed[1], ["2", "title: 缺少该字段；pubTime: 缺少该字段", "{\"channel\":\"censored\",\"number\":\"B\"}"]);
        assert_eq!((listed[2][0], listed[2][2]), ("62", "no line\tat all"));
        assert_eq!(listed.len(), 3);
        // Importing the same file again changes nothing, and is quick.
        start(&editor, &id, false).await.assert_fails(422, "import_state");
        let again = upload(t, &editor, lines(60).as_bytes()).await;
        import(&start(&editor, &again, false).await);
        t.app.uploads.finish_queue();
        assert_eq!(figures(&get(&editor, &again).await), json!(["done", 62, 0, 0, 60, 2]));
        let listed = rows(&editor, "/imports?pageSize=1").await;
        assert_eq!(listed[0]["id"], json!(again));
        let admin = t.operator("office-admin", Role::Admin).await;
        let entries = rows(&admin, "/audit?action=works.import").await;
        let entry = |entry: &Value| json!([entry["actor"], entry["targetId"], entry["after"]["state"], entry["after"]["unchanged"]]);
        assert_eq!(entries.iter().map(entry).collect::<Vec<_>>(), [
            json!(["系统", again, "done", 60]), json!(["wang-yuanshan", again, "queued", null]),
            json!(["系统", id, "done", 0]), json!(["wang-yuanshan", id, "queued", null]),
        ]);
        let started = &entries[3]["after"];
        assert_eq!((&started["name"], &started["size"], started["sha256"].as_str().unwrap().len()), (&json!("films.ndjson.gz"), &json!(file.len()), 64));
    }

    async fn parts_are_accepted_in_order_once_and_within_the_size(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let id = announce(&editor, "a", 10).await;
        import(&part(t, &editor, &id, 0, b"01234").await);
        // A part whose response was lost is sent again.
        assert_eq!(import(&part(t, &editor, &id, 0, b"01234").await)["received"], 5);
        for offset in [3, 6] {
            part(t, &editor, &id, offset, b"xyz").await.assert_fails(409, "import_offset");
        }
        part(t, &editor, &id, 5, b"567890").await.assert_fails(400, "bad_request");
        part(t, &editor, &id, 5, b"").await.assert_fails(400, "bad_request");
        part(t, &editor, &id, 5, &vec![0; 1024 * 1024 + 1]).await.assert_fails(413, "body_too_large");
        let target = format!("/prod-api/admin/imports/{id}/part?offset=5");
        let json_body = Call::post(&target, &json!({})).bearer(&editor.access);
        t.send(json_body).await.assert_fails(415, "unsupported_content");
        let forged = Call::new(Method::POST, &target).body("56789").header("x-signature", &"0".repeat(64));
        t.send(forged.header("content-type", "application/octet-stream").bearer(&editor.access)).await.assert_fails(401, "signature_mismatch");
        assert_eq!(get(&editor, &id).await["received"], 5);
        import(&part(t, &editor, &id, 5, b"56789").await);
        import(&start(&editor, &id, false).await);
        t.app.uploads.finish_queue();
        part(t, &editor, &id, 0, b"0").await.assert_fails(422, "import_state");
        part(t, &editor, "910000000000000009", 0, b"0").await.assert_fails(404, "not_found");
        for path in ["/910000000000000009", "/x", "/x/refused"] {
            editor.admin_get(&format!("/imports{path}")).await.assert_fails(404, "not_found");
        }
        editor.admin_get("/imports?pageNum=0").await.assert_fails(400, "bad_request");
        assert_eq!(std::fs::read(t.app.uploads.files().file(id.parse().unwrap())).unwrap(), b"0123456789");
    }

    async fn a_cancelled_import_keeps_its_writes_and_resumes_at_the_next_line(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let held = hold_queue(t);
        let id = upload(t, &editor, lines(200).as_bytes()).await;
        import(&start(&editor, &id, false).await);
        // Starting twice is starting once.
        assert_eq!(import(&start(&editor, &id, false).await)["state"], "queued");
        let row = end_and_claim_next(t, held);
        let (db, ids, clock) = (t.app.state.db.clone(), t.app.state.ids.clone(), t.app.state.clock.clone());
        let number = row.id;
        // An operator cancels it while it pauses after the first batch.
        let stop = |_: Duration| {
            let actor = Actor::background(ids.clone(), clock.clone());
            db.write_now::<_, DbError, _>(|conn| Ok(queries::cancel(conn, &actor, number)?)).unwrap();
        };
        t.app.uploads.run(&row, &mut { stop });
        let stopped = get(&editor, &id).await;
        assert_eq!((&stopped["state"], &stopped["cancelling"]), (&json!("cancelled"), &json!(0)));
        let written = stopped["new"].as_i64().unwrap();
        assert!((1..200).contains(&written), "{stopped}");
        assert_eq!(stopped["lines"], written + 1);
        assert_eq!(import(&start(&editor, &id, false).await)["new"], written);
        t.app.uploads.finish_queue();
        assert_eq!(figures(&get(&editor, &id).await), json!(["done", 202, 200, 0, 0, 2]));
        let rejected = editor.admin_get(&format!("/imports/{id}/refused")).await.text();
        assert_eq!(rejected.lines().count(), 3);
        cancel(&editor, &id).await.assert_fails(422, "import_state");
    }

    async fn queued_imports_can_be_cancelled_and_only_one_runs(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        hold_queue(t);
        let id = upload(t, &editor, lines(3).as_bytes()).await;
        import(&start(&editor, &id, false).await);
        t.app.uploads.finish_queue();
        assert_eq!(get(&editor, &id).await["state"], "queued");
        for _ in 0..2 {
            assert_eq!(import(&cancel(&editor, &id).await)["state"], "cancelled");
        }
        // An incomplete upload is deleted with its file.
        let lacking = announce(&editor, "a", 10).await;
        import(&part(t, &editor, &lacking, 0, b"0").await);
        let given_up = import(&cancel(&editor, &lacking).await);
        assert_eq!((&given_up["state"], &given_up["kept"]), (&json!("cancelled"), &json!(0)));
        assert!(!t.app.uploads.files().file(lacking.parse().unwrap()).exists());
        start(&editor, &lacking, false).await.assert_fails(422, "import_state");
        cancel(&editor, "910000000000000009").await.assert_fails(404, "not_found");
        let admin = t.operator("office-admin", Role::Admin).await;
        let entries = rows(&admin, "/audit?action=works.import.cancel").await;
        assert_eq!(entries.len(), 2);
        assert_eq!(entries[1]["before"]["state"], "queued");
        // The holder of the queue has stopped its heartbeat: the next import runs.
        t.clock.advance(121_000);
        import(&start(&editor, &id, false).await);
        t.app.uploads.finish_queue();
        assert_eq!(get(&editor, &id).await["state"], "done");
        assert_eq!(rows(&editor, "/imports").await[2]["problem"], "interrupted");
    }

    async fn a_checked_file_changes_nothing_and_can_be_imported_then(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        t.import(&films("censored", 2));
        let id = upload(t, &editor, lines(5).as_bytes()).await;
        import(&start(&editor, &id, true).await);
        t.app.uploads.finish_queue();
        let checked = get(&editor, &id).await;
        assert_eq!(figures(&checked), json!(["done", 7, 3, 0, 2, 2]));
        assert_eq!(checked["dryRun"], 1);
        t.app.indexer.catch_up_now();
        assert_eq!(t.numbers("modName=censored").await.len(), 2);
        import(&start(&editor, &id, false).await);
        t.app.uploads.finish_queue();
        t.app.indexer.catch_up_now();
        assert_eq!(figures(&get(&editor, &id).await), json!(["done", 7, 3, 0, 2, 2]));
        assert_eq!(t.numbers("modName=censored").await.len(), 5);
    }

    async fn a_damaged_file_is_imported_up_to_the_damage(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let lines: String = (0..1_000).map(|number: u32| {
            let title = format!("{:x}", u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            format!("{}\n", json!({ "channel": "western", "number": format!("W-{number}"), "title": title, "pubTime": "2026-09-01" }))
        }).collect();
        let mut file = gzip(&lines);
        file.truncate(file.len() - 10);
        let id = upload(t, &editor, &file).await;
        import(&start(&editor, &id, false).await);
        t.app.uploads.finish_queue();
        let broken = get(&editor, &id).await;
        assert_eq!((&broken["state"], &broken["problem"]), (&json!("failed"), &json!("damaged")));
        let new = broken["new"].as_i64().unwrap();
        assert!(new > 0 && broken["lines"] == new, "{broken}");
        t.app.indexer.catch_up_now();
        let total = t.get("/works/detail/list?modName=western").await.json()["total"].clone();
        assert_eq!(total, new);
        // It cannot resume, so it is deleted with its file, and no longer waits.
        let waiting = async || editor.admin_get("/dashboard").await.json()["data"]["waiting"]["failedImports"].clone();
        assert_eq!(waiting().await, 1);
        for _ in 0..2 {
            let given_up = import(&cancel(&editor, &id).await);
            assert_eq!((&given_up["state"], &given_up["problem"], &given_up["kept"]), (&json!("cancelled"), &json!("damaged"), &json!(0)));
        }
        assert!(!t.app.uploads.files().file(id.parse().unwrap()).exists());
        assert_eq!(waiting().await, 0);
        start(&editor, &id, false).await.assert_fails(422, "import_state");
    }

    async fn uploads_are_bounded(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        for bad in [json!({ "name": "", "size": 1 }), json!({ "name": "a" }), json!({ "name": "a", "size": 0 }), json!({ "name": "a", "size": "1" })] {
            editor.admin_post("/imports", &bad).await.assert_fails(400, "bad_request");
        }
        let large = json!({ "name": "a", "size": 1_073_741_825 });
        editor.admin_post("/imports", &large).await.assert_fails(413, "body_too_large");
        for _ in 0..20 {
            announce(&editor, "a", 1).await;
        }
        editor.admin_post("/imports", &json!({ "name": "a", "size": 1 })).await.assert_fails(422, "import_state");
    }
}

#[actix_web::test]
async fn a_restart_interrupts_imports_and_old_files_are_deleted() {
    for t in [TestApp::on_sqlite().await, TestApp::on_postgres().await] {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let held = hold_queue(&t);
        let id = upload(&t, &editor, lines(3).as_bytes()).await;
        import(&start(&editor, &id, false).await);
        let row = end_and_claim_next(&t, held);
        assert_eq!(row.state, ImportState::Running);
        let name = editor.name.clone();
        t.clock.advance(1_000);
        let t = t
            .restart(|_, db| {
                // This instance ran it.
                db.write_now::<_, DbError, _>(|conn| {
                    use diesel::prelude::*;
                    use yingku_db::schema::imports;
                    diesel::update(imports::table.find(row.id))
                        .set(imports::node.eq(0))
                        .execute(conn)?;
                    Ok(())
                })
                .unwrap();
            })
            .await;
        t.app.uploads.finish_queue();
        let editor = t.signed_in(&name).await;
        let broken = get(&editor, &id).await;
        assert_eq!(
            (&broken["state"], &broken["problem"]),
            (&json!("failed"), &json!("interrupted"))
        );
        import(&start(&editor, &id, false).await);
        t.app.uploads.finish_queue();
        assert_eq!(
            figures(&get(&editor, &id).await),
            json!(["done", 5, 3, 0, 0, 2])
        );
        t.clock.advance(8 * 86_400_000);
        let t = t.restart(|_, _| ()).await;
        t.app.uploads.finish_queue();
        let editor = t.signed_in(&name).await;
        assert_eq!(get(&editor, &id).await["kept"], 0);
        let rejected = editor.admin_get(&format!("/imports/{id}/refused")).await;
        rejected.assert_fails(404, "not_found");
    }
}
