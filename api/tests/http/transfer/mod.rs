//! Moving whole databases: backup, restore, move, export, and what an old backup resurrects.

mod again;
mod backups;
mod moves;
mod older;
mod revived;
mod tables;

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use yingku::transfer::archive::{Description, Part};
use yingku::transfer::backup::backup;
use yingku::transfer::source::{Checksums, Snapshot, checksums};
use yingku_db::Db;
use yingku_db::tables::all;

use crate::library::collect;
use crate::support::codes::code;
use crate::support::db::options;
use crate::support::{TestApp, film, whole_film};

/// Rows in many tables, with texts and numbers that a careless copy would change.
pub async fn fill(t: &TestApp) {
    let odd = "引号\" 反斜\\ 换 <b>&amp; 🎬 e\u{301} '单' 100%";
    let ratings = [
        0.1,
        1.1,
        2.675,
        3.333_333_333_333_333_5,
        4.35,
        4.999_999_999_999_999,
    ];
    let mut works: Vec<Value> = (0..40)
        .map(|count| {
            let average = ratings[count % ratings.len()];
            let more = json!({
                "average": average, "evaluates": 7, "hidden": count % 5 == 0,
                "tags": [{ "name": odd, "group": "画质" }, { "name": format!("标签{count}") }],
                "performers": [{ "name": "林晓月", "nameCn": "林晓月", "aliases": ["晓月", "小月"] }],
            });
            film(&format!("MOVE-{count}"), odd, more)
        })
        .collect();
    works.push(whole_film("WHOLE-1", 3));
    t.import(&works);
    let work = t.rows("/works/detail/list?keyword=WHOLE-1").await[0]["id"].clone();
    let performer = t.rows("/works/performer/list?modName=censored").await[0]["id"].clone();
    let member = t.member("lin_moves").await;
    t.make_vip(&member, 30);
    let on = |id: &Value| json!({ "status": 0, "dataId": id });
    member.post("/user/like", &on(&work)).await;
    member.post("/user/follow", &on(&performer)).await;
    member
        .put("/user/hidden", &json!({ "ids": [performer] }))
        .await;
    let filters = json!({ "filters": [{ "name": odd.chars().take(20).collect::<String>(), "query": "year=2026" }] });
    member.put("/user/filters", &filters).await;
    collect(&member, work.as_str().unwrap(), &[]).await;
    member.post("/message", &json!({ "message": odd })).await;
    let report = json!({ "dataId": work, "reason": "wrong" });
    member.post("/report", &report).await;
    member
        .post("/user/activation", &json!({ "code": code(t, 1, |_| ()) }))
        .await;
    code(t, 2, |_| ());
    let plans = t.rows("/app/vip/list?kind=time").await;
    let order = json!({ "groupId": plans[0]["id"], "payChannel": "alipay" });
    member.post("/orders/submit", &order).await;
    t.login("lin_moves", "not the password").await;
}

/// A backup as of now, with these parts besides the database.
pub fn back_up(t: &TestApp, folder: &Path, parts: &[Part]) -> Description {
    let state = &t.app.state;
    let parts = BTreeSet::from_iter(parts.iter().copied());
    let now = state.now();
    backup(
        &state.db,
        &state.config,
        folder,
        &parts,
        now,
        &mut |_, _| (),
    )
    .unwrap()
}

fn open(url: &str) -> Db {
    Db::open(&options(url)).unwrap()
}

fn sums(db: &Db) -> Checksums {
    Snapshot::of(db, |rows| checksums(rows, &all())).unwrap()
}

/// Tables that have rows.
fn filled(sums: &Checksums) -> usize {
    sums.values().filter(|sum| sum.rows > 0).count()
}
