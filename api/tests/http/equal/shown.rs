//! What a site shows, so that requests find something.

use serde_json::Value;

use super::site::every_work;
use crate::support::TestApp;

/// Kinds of terms.
pub const KINDS: [&str; 7] = [
    "tag",
    "performer",
    "maker",
    "label",
    "director",
    "series",
    "item",
];

/// Works and terms.
pub struct Shown {
    pub works: Vec<Work>,
    pub terms: Vec<Term>,
}

pub struct Work {
    pub id: String,
    pub number: String,
    pub title: String,
}

pub struct Term {
    pub kind: &'static str,
    pub id: String,
    pub name: String,
}

impl Shown {
    pub async fn by(t: &TestApp) -> Self {
        let works = every_work(t).await;
        let works = works.iter().map(|row| Work {
            id: text(row, "id"),
            number: text(row, "number"),
            title: text(row, "title"),
        });
        let mut terms = Vec::new();
        for kind in KINDS {
            let rows = t
                .rows(&format!("/tag/list?tableName={kind}&pageSize=100"))
                .await;
            terms.extend(rows.iter().map(|row| Term {
                kind,
                id: text(row, "id"),
                name: text(row, "name"),
            }));
        }
        Self {
            works: works.collect(),
            terms,
        }
    }
}

fn text(row: &Value, field: &str) -> String {
    row[field].as_str().unwrap().to_owned()
}
