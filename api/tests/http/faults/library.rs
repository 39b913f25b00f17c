//! The member's library.

use serde_json::{Value, json};

use super::account::post;
use super::walk::{Walk, operation};
use crate::library::{collect, collection};
use crate::support::client::Call;
use crate::support::film;
use crate::support::member::{Member, PASSWORD};

pub async fn walk(walk: &Walk<'_>) {
    let t = walk.t;
    t.import(&[film(
        "LIB-1",
        "山谷里的四季",
        json!({ "performers": [{ "name": "林晓月" }] }),
    )]);
    let rows = t.rows("/works/detail/list?keyword=LIB-1").await;
    let work = rows[0]["id"].as_str().unwrap().to_owned();
    let member = t.member("lin_library").await;
    likes(walk, &member, &work).await;
    items(walk, &member, &work).await;
    collections(walk, &member, &work).await;
    kept_terms(walk, &member).await;
    leaving(walk, &work).await;
}

/// A form that switches something on (0) or off (9).
fn switch(status: u8, id: &str) -> Value {
    json!({ "status": status, "dataId": id })
}

async fn likes(walk: &Walk<'_>, member: &Member<'_>, work: &str) {
    for (before, status) in [(9, 0), (0, 9)] {
        walk.persist(operation("POST /v2/user/like"), async || {
            member.post("/user/like", &switch(before, work)).await;
            post(member, "/v2/user/like", &switch(status, work))
        })
        .await;
    }
}

async fn items(walk: &Walk<'_>, member: &Member<'_>, work: &str) {
    for (before, status) in [(9, 0), (0, 9)] {
        walk.persist(operation("POST /v2/user/collect/adds"), async || {
            member
                .post("/user/collect/adds", &switch(before, work))
                .await;
            post(member, "/v2/user/collect/adds", &switch(status, work))
        })
        .await;
    }
    let (one, other) = (
        collection(member, "第一").await,
        collection(member, "第二").await,
    );
    walk.persist(operation("POST /v2/user/collect/edit"), async || {
        member.post("/user/collect/edit", &switch(9, work)).await;
        collect(member, work, &[&one]).await;
        let form = json!({ "status": 0, "dataId": work, "cateIds": [other] });
        post(member, "/v2/user/collect/edit", &form)
    })
    .await;
    member.post("/user/collect/edit", &switch(9, work)).await;
}

async fn collections(walk: &Walk<'_>, member: &Member<'_>, work: &str) {
    let t = walk.t;
    for (name, path) in [
        ("POST /v2/user/collect/cate", "/v2/user/collect/cate"),
        ("POST /v2/user/collect/cate/", "/v2/user/collect/cate/"),
    ] {
        let member = t.member(&walk.name("collector")).await;
        walk.persist(operation(name), async || {
            member.post("/user/collect/edit", &switch(9, work)).await;
            let form = json!({ "cateName": walk.name("夹"), "dataId": work });
            post(&member, path, &form)
        })
        .await;
    }
    let name = "POST /v2/user/collect/cate/{id}/edit";
    let one = collection(member, "第三").await;
    walk.persist(operation(name), async || {
        let form = json!({ "cateName": walk.name("改"), "isPrivate": 1 });
        post(member, &format!("/v2/user/collect/cate/{one}/edit"), &form)
    })
    .await;
    let name = "POST /v2/user/collect/cate/{id}/delete";
    walk.persist(operation(name), async || {
        // The work is in no other collection left by a failure.
        member.post("/user/collect/edit", &switch(9, work)).await;
        let one = collection(member, &walk.name("删")).await;
        collect(member, work, &[&one]).await;
        post(
            member,
            &format!("/v2/user/collect/cate/{one}/delete"),
            &json!({}),
        )
    })
    .await;
}

async fn kept_terms(walk: &Walk<'_>, member: &Member<'_>) {
    let rows = walk.t.rows("/works/performer/list?modName=censored").await;
    let term = rows[0]["id"].as_str().unwrap().to_owned();
    for (before, status) in [(9, 0), (0, 9)] {
        walk.persist(operation("POST /v2/user/follow"), async || {
            member.post("/user/follow", &switch(before, &term)).await;
            post(member, "/v2/user/follow", &switch(status, &term))
        })
        .await;
    }
    walk.persist(operation("PUT /v2/user/hidden"), async || {
        member.put("/user/hidden", &json!({ "ids": [] })).await;
        put(member, "/v2/user/hidden", &json!({ "ids": [term] }))
    })
    .await;
    walk.persist(operation("PUT /v2/user/filters"), async || {
        let form = json!({ "filters": [{ "name": walk.name("筛选"), "query": "year=2026" }] });
        put(member, "/v2/user/filters", &form)
    })
    .await;
}

fn put(member: &Member<'_>, path: &str, form: &Value) -> Call {
    Call::put(&format!("/prod-api{path}"), form).bearer(&member.access)
}

/// Deletes an account with everything in it.
async fn leaving(walk: &Walk<'_>, work: &str) {
    walk.persist(operation("POST /v2/user/delete"), async || {
        let member = walk.t.member(&walk.name("reader")).await;
        member.post("/user/like", &switch(0, work)).await;
        collect(&member, work, &[]).await;
        let form = json!({ "password": PASSWORD });
        post(&member, "/v2/user/delete", &form)
    })
    .await;
}
