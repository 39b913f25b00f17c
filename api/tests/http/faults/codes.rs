//! Activation codes, magnet links and downloads.

use diesel::prelude::*;
use serde_json::json;
use yingku_db::schema::{activation_attempts, copy_log, copy_quota, download_requests};

use super::account::post;
use super::walk::{Walk, operation};
use crate::pay::{CODE, write};
use crate::support::codes::code;
use crate::support::{info_hash, whole_film};

pub async fn walk(walk: &Walk<'_>) {
    redeeming(walk).await;
    batches(walk).await;
    single_codes(walk).await;
    magnets(walk).await;
}

async fn redeeming(walk: &Walk<'_>) {
    let t = walk.t;
    let member = t.member("lin_codes").await;
    let mut seed = 0;
    walk.persist(operation("POST /v2/user/activation"), async || {
        write(t, |conn| {
            diesel::delete(activation_attempts::table).execute(conn)
        });
        seed += 1;
        let code = code(t, seed, |_| ());
        post(&member, "/v2/user/activation", &json!({ "code": code }))
    })
    .await;
}

async fn batches(walk: &Walk<'_>) {
    let admin = &walk.admin;
    let batch = |name: &str| json!({ "planId": CODE, "count": 2, "batch": name });
    let create = operation("POST /admin/codes/create").logged("codes.make");
    walk.persist(create, async || {
        post(admin, "/admin/codes/create", &batch(&walk.name("batch")))
    })
    .await;
    let revoke = operation("POST /admin/codes/revoke").logged("codes.revoke");
    walk.persist(revoke, async || {
        let name = walk.name("batch");
        let created = admin.admin_post("/codes/create", &batch(&name)).await;
        assert_eq!(created.status, 200, "{}", created.text());
        let form = json!({ "batch": name, "reason": "作废" });
        post(admin, "/admin/codes/revoke", &form)
    })
    .await;
}

async fn single_codes(walk: &Walk<'_>) {
    let admin = &walk.admin;
    let created = async || {
        let form = json!({ "planId": CODE, "count": 1, "batch": walk.name("batch") });
        let created = admin.admin_post("/codes/create", &form).await;
        created.json()["data"]["codes"][0].clone()
    };
    let find = operation("POST /admin/code/find");
    walk.persist(find, async || {
        post(
            admin,
            "/admin/code/find",
            &json!({ "code": created().await }),
        )
    })
    .await;
    let revoke = operation("POST /admin/code/revoke").logged("codes.revoke");
    walk.persist(revoke, async || {
        let form = json!({ "code": created().await });
        let found = admin.admin_post("/code/find", &form).await.json()["data"].clone();
        let form = json!({ "id": found["id"], "reason": "发错了人" });
        post(admin, "/admin/code/revoke", &form)
    })
    .await;
}

async fn magnets(walk: &Walk<'_>) {
    let t = walk.t;
    t.import(&[whole_film("DHT-1", 1)]);
    let work = t.rows("/works/detail/list?keyword=DHT-1").await[0]["id"].clone();
    let link = t.rows("/dht/list?keyword=DHT-1").await[0]["id"].clone();
    let member = t.member("lin_links").await;
    walk.persist(operation("POST /v2/dht/copy"), async || {
        write(t, |conn| {
            diesel::delete(copy_log::table).execute(conn)?;
            diesel::delete(copy_quota::table).execute(conn)
        });
        post(&member, "/v2/dht/copy", &json!({ "id": link }))
    })
    .await;
    t.make_vip(&member, 30);
    let url = format!("magnet:?xt=urn:btih:{}", info_hash("DHT-1", 1));
    let ask = || {
        write(t, |conn| {
            diesel::delete(download_requests::table).execute(conn)
        });
        let form = json!({ "censoredId": work, "url": url });
        post(&member, "/web/cloud/file/download", &form)
    };
    walk.persist(operation("POST /web/cloud/file/download"), async || ask())
        .await;
    let decide = operation("POST /admin/downloads/decide").logged("downloads.decide");
    walk.persist(decide, async || {
        let rejected = t.send(ask()).await;
        assert_eq!(rejected.status, 200, "{}", rejected.text());
        let open = walk.admin.admin_get("/downloads?status=open").await.json();
        let form = json!({ "id": open["rows"][0]["id"], "decision": "done", "note": "已放入" });
        post(&walk.admin, "/admin/downloads/decide", &form)
    })
    .await;
}
