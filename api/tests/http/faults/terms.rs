//! Changes of terms by operators.

use serde_json::{Value, json};

use super::account::post;
use super::walk::{Walk, id_of, operation};
use crate::support::film;

pub async fn walk(walk: &Walk<'_>) {
    let admin = &walk.admin;
    let create = operation("POST /admin/terms/create").logged("terms.create");
    walk.persist(create, async || {
        post(admin, "/admin/terms/create", &new(&walk.name("新")))
    })
    .await;
    let edited = created(walk).await;
    let edit = operation("POST /admin/terms/edit").logged("terms.edit");
    walk.persist(edit, async || {
        let form = json!({ "id": edited, "name": walk.name("改"), "aliases": ["Wavelet"] });
        let form = admin.with_version("/terms/edit", &form).await;
        post(admin, "/admin/terms/edit", &form)
    })
    .await;
    let into = created(walk).await;
    // The works are moved afterwards, in batches.
    let merge = operation("POST /admin/terms/merge")
        .logged("terms.merge")
        .in_steps();
    walk.persist(merge, async || {
        walk.t.app.mover.0.finish();
        let form = json!({ "from": used(walk).await, "into": into, "reason": "同一个" });
        post(admin, "/admin/terms/merge", &form)
    })
    .await;
    let delete = operation("POST /admin/terms/delete").logged("terms.delete");
    walk.persist(delete, async || {
        let form = json!({ "id": created(walk).await });
        let form = admin.with_version("/terms/delete", &form).await;
        post(admin, "/admin/terms/delete", &form)
    })
    .await;
}

fn new(name: &str) -> Value {
    json!({ "kind": "performer", "modId": 1, "name": name })
}

/// The id of a new term.
async fn created(walk: &Walk<'_>) -> String {
    let created = walk
        .admin
        .admin_post("/terms/create", &new(&walk.name("人")))
        .await;
    assert_eq!(created.status, 200, "{}", created.text());
    id_of(&created.json()["data"])
}

/// The id of a term of a work.
async fn used(walk: &Walk<'_>) -> String {
    let name = walk.name("演员");
    walk.t.import(&[film(
        "MRG-1",
        "山谷里的四季",
        json!({ "performers": [{ "name": name }] }),
    )]);
    let list = "/works/performer/list?modName=censored&pageSize=100";
    let rows = walk.t.rows(list).await;
    id_of(rows.iter().find(|row| row["name"] == name).unwrap())
}
