//! Export and erasure of the library.

use std::collections::HashMap;

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_access::auth::personal_data::PersonalData;
use yingku_base::time::format_shanghai;
use yingku_catalogue::kinds::TermKind;
use yingku_catalogue::terms::queries::rows_by_id;
use yingku_db::Conn;
use yingku_db::schema::{collection_items, collections, likes, works};

use super::collections::queries::ensure_default;
use super::{counters, filters, follows, hidden};

/// Collections and the works in them.
pub const COLLECTIONS: PersonalData = PersonalData {
    name: "collections",
    export: export_collections,
    in_steps: Some(counters::erase_rows),
    on_registration: |conn, user, now| ensure_default(conn, user, now).map(|_| ()),
    ..PersonalData::NOTHING
};

/// Likes.
pub const LIKES: PersonalData = PersonalData {
    name: "likes",
    export: export_likes,
    // Erased with the collects: a second pass over works would break the lock order.
    ..PersonalData::NOTHING
};

/// Followed terms. The database erases them with the member: they are few and nothing counts them.
pub const FOLLOWS: PersonalData = PersonalData {
    name: "follows",
    export: |conn, user, _| {
        let kept = follows::queries::followed(conn, user)?;
        export_terms(conn, kept)
    },
    ..PersonalData::NOTHING
};

/// Hidden terms.
pub const HIDDEN: PersonalData = PersonalData {
    name: "hiddenTerms",
    export: |conn, user, _| {
        let kept = hidden::queries::hidden(conn, user)?;
        export_terms(conn, kept)
    },
    ..PersonalData::NOTHING
};

/// Saved filters.
pub const FILTERS: PersonalData = PersonalData {
    name: "savedFilters",
    export: |conn, user, _| Ok(json!(filters::queries::list(conn, user)?)),
    ..PersonalData::NOTHING
};

fn export_terms(conn: &mut Conn, kept: Vec<(i64, i64)>) -> QueryResult<Value> {
    let ids: Vec<i64> = kept.iter().map(|(id, _)| *id).collect();
    let mut rows = rows_by_id(conn, &ids)?;
    let exported = kept.into_iter().filter_map(|(id, at)| {
        let row = rows.remove(&id)?;
        let kind = TermKind::from_code(row.kind).map(TermKind::as_str);
        Some(json!({
            "id": id.to_string(), "kind": kind, "name": row.name, "nameCn": row.name_cn,
            "createTime": format_shanghai(at),
        }))
    });
    Ok(exported.collect())
}

/// A work in an export.
fn work(id: i64, number: String, title: String, at: i64) -> Value {
    json!({ "id": id.to_string(), "number": number, "title": title, "createTime": format_shanghai(at) })
}

fn export_collections(conn: &mut Conn, user: i64, _now: i64) -> QueryResult<Value> {
    let rows: Vec<(i64, String, String, bool, i64)> = collections::table
        .filter(collections::user_id.eq(user))
        .order(collections::id)
        .select((
            collections::id,
            collections::name,
            collections::description,
            collections::is_private,
            collections::created_at,
        ))
        .load(conn)?;
    let items: Vec<(i64, i64, String, String, i64)> = collection_items::table
        .inner_join(works::table)
        .filter(collection_items::user_id.eq(user))
        .filter(works::hidden.eq(false))
        .order((collection_items::created_at, collection_items::work_id))
        .select((
            collection_items::collection_id,
            works::id,
            works::number,
            works::title,
            collection_items::created_at,
        ))
        .load(conn)?;
    let mut inside: HashMap<i64, Vec<Value>> = HashMap::new();
    for (collection, id, number, title, at) in items {
        let works = inside.entry(collection).or_default();
        works.push(work(id, number, title, at));
    }
    let exported = rows
        .into_iter()
        .map(|(id, name, description, private, at)| {
            json!({
                "cateId": id.to_string(),
                "cateName": name,
                "description": description,
                "isPrivate": i16::from(private),
                "createTime": format_shanghai(at),
                "works": inside.remove(&id).unwrap_or_default(),
            })
        });
    Ok(exported.collect())
}

fn export_likes(conn: &mut Conn, user: i64, _now: i64) -> QueryResult<Value> {
    let rows: Vec<(i64, String, String, i64)> = likes::table
        .inner_join(works::table)
        .filter(likes::user_id.eq(user))
        .filter(works::hidden.eq(false))
        .order((likes::created_at, likes::work_id))
        .select((works::id, works::number, works::title, likes::created_at))
        .load(conn)?;
    let exported = rows
        .into_iter()
        .map(|(id, number, title, at)| work(id, number, title, at));
    Ok(exported.collect())
}
