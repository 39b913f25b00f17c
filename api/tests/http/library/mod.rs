//! The member's library: collections and likes, the counters that follow from them, and that other members neither see
//! nor change them.

mod collections;
mod counters;
mod filters;
mod follows;
mod hidden;
mod ids;
mod items;
mod killed;
mod likes;
mod matrix;
mod own_lists;
mod views;

use serde_json::{Value, json};

use crate::support::member::Member;
use crate::support::{TestApp, films};

/// Imports works and returns their ids, newest first.
async fn works(t: &TestApp, count: u32) -> Vec<String> {
    t.import(&films("censored", count));
    let rows = t.rows("/works/detail/list?pageSize=100").await;
    ids(&rows)
}

/// The ids of rows.
fn ids(rows: &[Value]) -> Vec<String> {
    let id = |row: &Value| row["id"].as_str().unwrap().to_owned();
    rows.iter().map(id).collect()
}

/// The rows and the total of a successful list response.
async fn list(member: &Member<'_>, path: &str) -> (Vec<Value>, u64) {
    let answer = member.get(path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    assert_eq!(answer.header("cache-control"), "no-store");
    let answer = answer.json();
    let rows = answer["rows"].as_array().unwrap().clone();
    (rows, answer["total"].as_u64().unwrap())
}

/// Creates a collection and returns its id.
pub async fn collection(member: &Member<'_>, name: &str) -> String {
    let answer = member
        .post("/user/collect/cate/", &json!({ "cateName": name }))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["cateId"].as_str().unwrap().to_owned()
}

/// Adds a work to collections, the default one when none is named.
pub async fn collect(
    member: &Member<'_>,
    work: &str,
    into: &[&str],
) -> crate::support::client::Answer {
    let form = json!({ "status": 0, "dataId": work, "cateIds": into });
    member.post("/user/collect/adds", &form).await
}

/// The member's collections as they are listed.
async fn collections(member: &Member<'_>) -> Vec<Value> {
    list(member, "/user/collect/cate/list?pageSize=50").await.0
}

/// The ids of the works in a collection, or in all.
async fn collected(member: &Member<'_>, collection: Option<&str>) -> Vec<String> {
    let filter = collection
        .map(|id| format!("&cateId={id}"))
        .unwrap_or_default();
    let path = format!("/user/collect/detail/list?pageSize=100{filter}");
    let (rows, total) = list(member, &path).await;
    assert_eq!(u64::try_from(rows.len()).unwrap(), total);
    ids(&rows)
}

/// The ids of the works the member likes.
async fn liked(member: &Member<'_>) -> Vec<String> {
    let (rows, total) = list(member, "/user/like/detail/list?pageSize=100").await;
    assert_eq!(u64::try_from(rows.len()).unwrap(), total);
    ids(&rows)
}
