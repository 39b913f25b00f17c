//! Changes of works and pictures by operators.

use actix_web::http::Method;
use serde_json::{Value, json};

use super::account::post;
use super::walk::{Walk, operation};
use crate::operators::pictures::PNG;
use crate::support::client::Call;
use crate::support::film;

pub async fn walk(walk: &Walk<'_>) {
    let t = walk.t;
    t.import(&[film(
        "CAT-1",
        "山谷里的四季",
        json!({ "tags": [{ "name": "剧情" }] }),
    )]);
    let work = t.rows("/works/detail/list?keyword=CAT-1").await[0]["id"].clone();
    editing(walk, &work).await;
    visibility(walk, &work).await;
    bulk(walk, &work).await;
    merging(walk).await;
    walk.persist(operation("POST /admin/pictures"), async || {
        Call::new(Method::POST, "/prod-api/admin/pictures")
            .body(PNG)
            .header("content-type", "application/octet-stream")
            .bearer(&walk.admin.access)
    })
    .await;
}

async fn editing(walk: &Walk<'_>, work: &Value) {
    let create = operation("POST /admin/works/create").logged("works.create");
    walk.persist(create, async || {
        let number = walk.name("NEW").replace('_', "-");
        let new = film(
            &number,
            "海边",
            json!({ "tags": [{ "name": "剧情" }], "makers": [{ "name": number }] }),
        );
        post(&walk.admin, "/admin/works/create", &new)
    })
    .await;
    let edit = operation("POST /admin/works/edit").logged("works.edit");
    walk.persist(edit, async || {
        let form = json!({
            "id": work, "title": walk.name("山谷"), "tags": [{ "name": walk.name("类别") }],
        });
        let form = walk.admin.with_version("/works/edit", &form).await;
        post(&walk.admin, "/admin/works/edit", &form)
    })
    .await;
}

async fn bulk(walk: &Walk<'_>, work: &Value) {
    let restore = json!({ "id": work, "reason": "再来一次" });
    let hide = async || {
        let ready = walk.admin.admin_post("/works/restore", &restore).await;
        assert_eq!(ready.status, 200, "{}", ready.text());
        let run = format!("bulk-of-works-{}", walk.name("run").replace('_', "-"));
        json!({ "run": run, "action": "hide", "reason": "版权方要求", "ids": [work] })
    };
    let change = operation("POST /admin/works/bulk").logged("works.hide");
    walk.persist(change, async || {
        post(&walk.admin, "/admin/works/bulk", &hide().await)
    })
    .await;
    let undo = operation("POST /admin/works/bulk/undo").logged("works.restore");
    walk.persist(undo, async || {
        let form = hide().await;
        let hidden = walk.admin.admin_post("/works/bulk", &form).await;
        assert_eq!(hidden.status, 200, "{}", hidden.text());
        post(
            &walk.admin,
            "/admin/works/bulk/undo",
            &json!({ "run": form["run"] }),
        )
    })
    .await;
    walk.admin.admin_post("/works/restore", &restore).await;
}

async fn merging(walk: &Walk<'_>) {
    let merge = operation("POST /admin/works/merge").logged("works.merge");
    walk.persist(merge, async || {
        let (one, other) = (
            walk.name("MRG").replace('_', "-"),
            walk.name("MRG").replace('_', "-"),
        );
        walk.t.import(&[
            film(&one, "海边", json!({})),
            film(&other, "海边", json!({})),
        ]);
        let mut ids = Vec::new();
        for number in [&one, &other] {
            let path = format!("/works/detail/list?keyword={number}");
            ids.push(walk.t.rows(&path).await[0]["id"].clone());
        }
        let form = json!({ "id": ids[0], "into": ids[1], "reason": "重复收录" });
        post(&walk.admin, "/admin/works/merge", &form)
    })
    .await;
}

async fn visibility(walk: &Walk<'_>, work: &Value) {
    let form = json!({ "id": work, "reason": "版权方要求" });
    for (before, path, logged) in [
        ("/works/restore", "/works/hide", "works.hide"),
        ("/works/restore", "/works/takedown", "works.takedown"),
        ("/works/hide", "/works/restore", "works.restore"),
    ] {
        let name = match path {
            "/works/hide" => "POST /admin/works/hide",
            "/works/takedown" => "POST /admin/works/takedown",
            _ => "POST /admin/works/restore",
        };
        walk.persist(operation(name).logged(logged), async || {
            let ready = walk.admin.admin_post(before, &form).await;
            assert_eq!(ready.status, 200, "{}", ready.text());
            post(&walk.admin, &format!("/admin{path}"), &form)
        })
        .await;
    }
    walk.admin.admin_post("/works/restore", &form).await;
}
