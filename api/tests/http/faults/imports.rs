//! Files that operators upload for import.

use actix_web::http::Method;
use diesel::prelude::*;
use serde_json::json;
use yingku_access::audit::Actor;
use yingku_catalogue::import::fingerprint::Fingerprinted;
use yingku_catalogue::import::record::parse_line;
use yingku_catalogue::import::store::Store;
use yingku_catalogue::uploads::model::ImportRow;
use yingku_catalogue::uploads::{command, queries};
use yingku_db::schema::imports;

use super::account::post;
use super::walk::{Walk, id_of, operation};
use crate::operators::imports::hold_queue;
use crate::operators::jobs::fail_film;
use crate::pay::write;
use crate::support::client::Call;
use crate::support::{TestApp, film};

pub async fn walk(walk: &Walk<'_>) {
    let admin = &walk.admin;
    // A running import of another instance, so that those here stay queued.
    hold_queue(walk.t);
    walk.persist(operation("POST /admin/imports"), async || {
        delete_unfinished(walk.t);
        post(
            admin,
            "/admin/imports",
            &json!({ "name": "films.ndjson", "size": 9 }),
        )
    })
    .await;
    walk.persist(operation("POST /admin/imports/{id}/part"), async || {
        let id = announced(walk, file().len()).await;
        part(walk, &id)
    })
    .await;
    walk.persist(operation("POST /admin/imports/{id}/preview"), async || {
        let path = format!("/admin/imports/{}/preview", uploaded(walk).await);
        post(admin, &path, &json!({}))
    })
    .await;
    let start = operation("POST /admin/imports/{id}/start").logged("works.import");
    walk.persist(start, async || {
        let path = format!("/admin/imports/{}/start", uploaded(walk).await);
        post(admin, &path, &json!({ "dryRun": false }))
    })
    .await;
    let cancel = operation("POST /admin/imports/{id}/cancel").logged("works.import.cancel");
    walk.persist(cancel, async || {
        let id = uploaded(walk).await;
        let form = json!({ "dryRun": false });
        let started = admin
            .admin_post(&format!("/imports/{id}/start"), &form)
            .await;
        assert_eq!(started.status, 200, "{}", started.text());
        post(admin, &format!("/admin/imports/{id}/cancel"), &json!({}))
    })
    .await;
    let undo = operation("POST /admin/imports/{id}/undo").logged("works.import.undo");
    walk.persist(undo, async || {
        let id = imported(walk);
        post(admin, &format!("/admin/imports/{id}/undo"), &json!({}))
    })
    .await;
    walk.persist(
        operation("POST /admin/jobs").logged("jobs.again"),
        async || {
            let id = fail_film(walk.t, &walk.name("FILM"));
            let form = json!({ "step": "again", "ids": [id.to_string()] });
            post(admin, "/admin/jobs", &form)
        },
    )
    .await;
}

/// A finished import of one new work.
fn imported(walk: &Walk<'_>) -> i64 {
    let state = &walk.t.app.state;
    let id = state.ids.next(&*state.clock);
    let actor = Actor::background(state.ids.clone(), state.clock.clone());
    write(walk.t, |conn| {
        queries::insert(
            conn,
            &ImportRow::of_command(&actor, id, "films.ndjson".to_owned()),
        )
    });
    let number = walk.name("UNDO").replace('_', "-");
    let line = film(&number, "海边", json!({})).to_string();
    let work = Fingerprinted::from(parse_line(line.as_bytes()).unwrap());
    Store::new(&state.db, state.clock.clone(), state.ids.clone())
        .for_import(id)
        .write(&[work])
        .unwrap();
    write(walk.t, |conn| {
        command::end_command(conn, id, None, state.now())
    });
    // The undo has begun: that is a transaction of its own, before the first works.
    write(walk.t, |conn| {
        diesel::update(imports::table.find(id))
            .set(imports::undo.eq("begun"))
            .execute(conn)
    });
    id
}

/// Unfinished uploads per operator are limited.
fn delete_unfinished(t: &TestApp) {
    write(t, |conn| {
        diesel::delete(imports::table.filter(imports::state.eq("receiving"))).execute(conn)
    });
}

fn file() -> String {
    film("IMP-1", "山谷里的四季", json!({})).to_string()
}

/// The id of an import whose file is not uploaded yet.
async fn announced(walk: &Walk<'_>, size: usize) -> String {
    delete_unfinished(walk.t);
    let form = json!({ "name": "films.ndjson", "size": size });
    let announced = walk.admin.admin_post("/imports", &form).await;
    assert_eq!(announced.status, 200, "{}", announced.text());
    id_of(&announced.json()["data"])
}

fn part(walk: &Walk<'_>, id: &str) -> Call {
    let target = format!("/prod-api/admin/imports/{id}/part?offset=0");
    Call::new(Method::POST, &target)
        .body(file())
        .header("content-type", "application/octet-stream")
        .bearer(&walk.admin.access)
}

/// The id of an import whose file is complete.
async fn uploaded(walk: &Walk<'_>) -> String {
    let id = announced(walk, file().len()).await;
    let sent = walk.t.send(part(walk, &id)).await;
    assert_eq!(sent.status, 200, "{}", sent.text());
    id
}
