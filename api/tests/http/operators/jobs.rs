//! Imports and films in one list, and what operators do with them.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_access::audit::Actor;
use yingku_base::role::Role;
use yingku_catalogue::jobs::film_job::{Film, FilmJob, FilmOutcome};
use yingku_catalogue::jobs::film_queue;
use yingku_catalogue::uploads::model::ImportRow;
use yingku_catalogue::uploads::queries;
use yingku_catalogue::works::admin::online::{self, Online, TRANSCODING};
use yingku_db::schema::works;
use yingku_http_kit::error::ApiError;

use super::imports::{announce, hold_queue, upload};
use super::{assert_done, rows};
use crate::pay::write;
use crate::support::member::Member;
use crate::support::{TestApp, film, films};

fn actor(t: &TestApp) -> Actor {
    Actor::background(t.app.state.ids.clone(), t.app.state.clock.clone())
}

/// Queues a film and returns its job's id.
pub fn queue_film(t: &TestApp, number: &str) -> i64 {
    let film = Film {
        number: number.to_owned(),
        channel: None,
        path: format!("/srv/films/{number}.mkv"),
        subtitles: "[]".to_owned(),
        replaces: false,
    };
    let queued = write(t, |conn| film_queue::enqueue(conn, &actor(t), &[film]));
    queued[0]
}

/// Begins a film as a process does.
fn begin_film(t: &TestApp, number: &str) -> FilmJob {
    let id = queue_film(t, number);
    write(t, |conn| film_queue::claim(conn, &actor(t), id)).unwrap()
}

/// A film that failed.
pub fn fail_film(t: &TestApp, number: &str) -> i64 {
    let job = begin_film(t, number);
    let outcome = FilmOutcome::Failed("文件是空的".to_owned());
    write(t, |conn| {
        film_queue::finish(conn, &job, &outcome, t.app.state.now())
    });
    job.id
}

async fn change(operator: &Member<'_>, step: &str, ids: &[i64]) {
    let ids: Vec<_> = ids.iter().map(i64::to_string).collect();
    let form = json!({ "step": step, "ids": ids });
    assert_done(&operator.admin_post("/jobs", &form).await);
}

/// The jobs of a list: file, state and what can be done with each.
async fn listed(operator: &Member<'_>, query: &str) -> Vec<Value> {
    let jobs = rows(operator, &format!("/jobs{query}")).await;
    jobs.iter()
        .map(|job| json!([job["name"], job["state"], job["steps"]]))
        .collect()
}

both! {
    async fn imports_and_films_are_one_list_by_state(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        hold_queue(t);
        let job = begin_film(t, "ABC-1");
        write(t, |conn| film_queue::beat(conn, &job, 42, t.app.state.now()));
        announce(&editor, "films.csv", 100).await;
        fail_film(t, "ABC-2");
        let command = ImportRow::of_command(&actor(t), actor(t).next_id(), "old.ndjson".to_owned());
        write(t, |conn| queries::insert(conn, &command));
        let all = [
            json!(["old.ndjson", "running", ["cancel"]]),
            json!(["ABC-2.mkv", "failed", ["again", "delete"]]),
            json!(["films.csv", "waiting", ["cancel"]]),
            json!(["ABC-1.mkv", "running", ["cancel"]]),
            json!(["elsewhere", "running", ["cancel"]]),
        ];
        assert_eq!(listed(&editor, "").await, all);
        assert_eq!(listed(&editor, "?state=waiting").await, [all[2].clone()]);
        assert_eq!(listed(&editor, "?state=failed").await, [all[1].clone()]);
        assert_eq!(listed(&editor, "?state=running&pageSize=2").await, [all[0].clone(), all[3].clone()]);
        assert_eq!(listed(&editor, "?state=running&pageSize=2&pageNum=2").await, [all[4].clone()]);
        assert!(listed(&editor, "?state=done").await.is_empty());
        let jobs = rows(&editor, "/jobs").await;
        let (failed, running) = (&jobs[1], &jobs[3]);
        assert_eq!([&failed["problem"], &failed["kind"], &failed["number"]], ["文件是空的", "film", "ABC-2"]);
        assert_eq!([&running["progress"], &failed["progress"]], [&json!(42), &Value::Null]);
        // A command that was killed says nothing any more.
        t.clock.advance(121_000);
        let running = listed(&editor, "?state=running").await;
        assert!(running.iter().all(|job| job[0] != "old.ndjson"), "{running:?}");
        assert_eq!(listed(&editor, "?state=failed").await[0], json!(["old.ndjson", "failed", []]));
    }

    async fn an_import_by_the_command_line_is_cancelled(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let command = ImportRow::of_command(&actor(t), actor(t).next_id(), "old.ndjson".to_owned());
        let id = command.id;
        write(t, |conn| queries::insert(conn, &command));
        give_up(&editor, &id.to_string()).await;
        // What it has written can still be undone.
        assert_eq!(listed(&editor, "").await, [json!(["old.ndjson", "cancelled", []])]);
    }

    async fn films_are_cancelled_run_again_and_deleted_with_records(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (waiting, running) = (queue_film(t, "ABC-1"), begin_film(t, "ABC-2"));
        let all = [waiting, running.id];
        // Steps that do not fit change nothing.
        change(&editor, "delete", &all).await;
        change(&editor, "again", &all).await;
        assert_eq!(listed(&editor, "").await[0], json!(["ABC-2.mkv", "running", ["cancel"]]));
        change(&editor, "cancel", &all).await;
        change(&editor, "cancel", &all).await;
        let jobs = rows(&editor, "/jobs").await;
        assert_eq!([&jobs[0]["state"], &jobs[0]["cancelling"]], [&json!("running"), &json!(1)]);
        assert_eq!(jobs[1]["state"], "cancelled");
        // Its process hears of it.
        let now = t.app.state.now();
        assert!(!write(t, |conn| film_queue::beat(conn, &running, 50, now)));
        write(t, |conn| film_queue::finish(conn, &running, &FilmOutcome::Cancelled(""), now));
        change(&editor, "again", &all).await;
        assert_eq!(listed(&editor, "?state=waiting").await.len(), 2);
        let next = write(t, film_queue::next);
        assert_eq!(next, Some(waiting));
        change(&editor, "cancel", &[waiting]).await;
        change(&editor, "delete", &all).await;
        assert_eq!(listed(&editor, "").await, [json!(["ABC-2.mkv", "waiting", ["cancel"]])]);
        let admin = t.operator("song-qiao", Role::Admin).await;
        let log = rows(&admin, "/audit?targetKind=film").await;
        let actions: Vec<_> = log.iter().map(|entry| entry["action"].as_str().unwrap()).collect();
        assert_eq!(actions, ["jobs.delete", "jobs.cancel", "jobs.again", "jobs.again", "jobs.cancel", "jobs.cancel"]);
        assert_eq!(log[0]["before"], json!({ "name": "ABC-1.mkv", "state": "cancelled" }));
    }

    async fn a_film_that_runs_again_may_be_for_another_work(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (id, other) = (fail_film(t, "ABC-1"), fail_film(t, "ABC-2"));
        let film_of = |id| write(t, |conn| film_queue::find(conn, id)).unwrap().film;
        let again = |ids: &[i64], more: Value| {
            let mut form = json!({ "step": "again", "ids": ids.iter().map(i64::to_string).collect::<Vec<_>>() });
            form.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            form
        };
        let form = again(&[id], json!({ "number": "A".repeat(65) }));
        assert_eq!(editor.admin_post("/jobs", &form).await.status, 400);
        assert_eq!(listed(&editor, "?state=failed").await.len(), 2);
        let form = again(&[id], json!({ "number": " ABC-3 ", "replaces": true }));
        assert_done(&editor.admin_post("/jobs", &form).await);
        assert_eq!((film_of(id).number.as_str(), film_of(id).replaces), ("ABC-3", true));
        assert_done(&editor.admin_post("/jobs", &again(&[other], json!({ "replaces": true }))).await);
        assert_eq!((film_of(other).number.as_str(), film_of(other).replaces), ("ABC-2", true));
        let admin = t.operator("song-qiao", Role::Admin).await;
        let log = rows(&admin, "/audit?targetKind=film").await;
        assert_eq!(log[1]["after"], json!({ "state": "waiting", "number": "ABC-3", "replaces": true }));
    }

    async fn records_of_imports_go_when_nothing_can_be_undone(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let lines = films("censored", 1)[0].to_string();
        let open = upload(t, &editor, lines.as_bytes()).await;
        let form = json!({ "dryRun": false });
        assert_eq!(editor.admin_post(&format!("/imports/{open}/start"), &form).await.status, 200);
        t.app.uploads.finish_queue();
        let given_up = announce(&editor, "films.csv", 100).await;
        give_up(&editor, &given_up).await;
        let ids: Vec<i64> = [&open, &given_up].iter().map(|id| id.parse().unwrap()).collect();
        change(&editor, "delete", &ids).await;
        let done = [json!(["films.ndjson", "done", []])];
        assert_eq!(listed(&editor, "").await, done);
        // What was undone is still recorded for a while.
        assert_eq!(editor.admin_post(&format!("/imports/{open}/undo"), &json!({})).await.status, 200);
        change(&editor, "delete", &ids).await;
        assert_eq!(listed(&editor, "").await, done);
        assert_eq!(editor.admin_get(&format!("/imports/{given_up}")).await.status, 404);
    }

    async fn a_film_whose_process_died_fails_and_its_work_is_put_back(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        t.import(&[film("ABC-1", "山谷", json!({}))]);
        let work: i64 = write(t, |conn| works::table.select(works::id).first(conn));
        let job = begin_film(t, "ABC-1");
        write(t, |conn| film_queue::set_work(conn, &job, (work, "ABC-1"), t.app.state.now()));
        let db = &t.app.state.db;
        let transcoding = Online { state: TRANSCODING, has_film: false, release: false };
        db.write_now::<_, ApiError, _>(|conn| {
            online::set(db, conn, &actor(t), work, transcoding)?;
            Ok(film_queue::set_before(conn, job.id, 0, false)?)
        }).unwrap();
        let state = || write(t, |conn| works::table.select((works::is_online, works::curated)).first::<(i16, i64)>(conn));
        t.clock.advance(60_000);
        t.app.housekeeper.0.finish();
        assert_eq!(state().0, TRANSCODING, "it may only be slow");
        t.clock.advance(1_000);
        t.app.housekeeper.0.finish();
        assert_eq!(state(), (0, 0), "as it was, and the import's again");
        let jobs = rows(&editor, "/jobs?state=failed").await;
        assert_eq!(jobs[0]["problem"], "处理它的进程中断了");
        // The process was only slow: it stops, and cannot end the job a second time once it runs again.
        assert!(!write(t, |conn| film_queue::beat(conn, &job, 50, t.app.state.now())));
        change(&editor, "again", &[job.id]).await;
        let again = write(t, |conn| film_queue::claim(conn, &actor(t), job.id)).unwrap();
        write(t, |conn| film_queue::finish(conn, &job, &FilmOutcome::Cancelled(""), t.app.state.now()));
        assert!(write(t, |conn| film_queue::beat(conn, &again, 1, t.app.state.now())));
    }

    async fn a_run_that_was_given_up_does_not_end_its_job(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let job = begin_film(t, "ABC-1");
        t.clock.advance(61_000);
        t.app.housekeeper.0.finish();
        change(&editor, "again", &[job.id]).await;
        for outcome in [FilmOutcome::Cancelled(""), FilmOutcome::Failed("中断".to_owned())] {
            write(t, |conn| film_queue::finish(conn, &job, &outcome, t.app.state.now()));
            assert_eq!(rows(&editor, "/jobs?state=waiting").await.len(), 1);
        }
    }

    async fn what_may_be_replaced_of_one_work_says_nothing_of_another(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let id = fail_film(t, "ABC-1");
        let again = |fields: Value| {
            let mut form = json!({ "step": "again", "ids": [id.to_string()] });
            form.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            form
        };
        assert_done(&editor.admin_post("/jobs", &again(json!({ "replaces": true }))).await);
        let job = write(t, |conn| film_queue::claim(conn, &actor(t), id)).unwrap();
        assert!(job.film.replaces);
        let failed = FilmOutcome::Failed("文件是空的".to_owned());
        write(t, |conn| film_queue::finish(conn, &job, &failed, t.app.state.now()));
        assert_done(&editor.admin_post("/jobs", &again(json!({ "number": "ABC-2" }))).await);
        let job = write(t, |conn| film_queue::claim(conn, &actor(t), id)).unwrap();
        assert_eq!((job.film.number.as_str(), job.film.replaces), ("ABC-2", false));
        let admin = t.operator("song-qiao", Role::Admin).await;
        let log = rows(&admin, "/audit?targetKind=film").await;
        assert_eq!(log[0]["after"], json!({ "state": "waiting", "number": "ABC-2", "replaces": false }));
        assert_eq!(log[1]["after"], json!({ "state": "waiting", "replaces": true }));
    }

    async fn invalid_changes_of_jobs_are_rejected(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let many: Vec<_> = (0..101).map(|at| (910_000_000_000_000_000_i64 + at).to_string()).collect();
        for form in [json!({ "step": "delete", "ids": [] }), json!({ "step": "delete", "ids": many }), json!({ "step": "stop", "ids": ["1"] })] {
            assert_eq!(editor.admin_post("/jobs", &form).await.status, 400, "{form}");
        }
        assert_eq!(editor.admin_get("/jobs?state=open").await.status, 400);
    }
}

/// Gives an upload up.
async fn give_up(editor: &Member<'_>, id: &str) {
    let path = format!("/imports/{id}/cancel");
    assert_eq!(editor.admin_post(&path, &json!({})).await.status, 200);
}
