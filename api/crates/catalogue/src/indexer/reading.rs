//! Reads works from the database for the index.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::Conn;
use yingku_db::schema::{magnets, terms, work_terms, works};
use yingku_search::{IndexedTerm, IndexedWork};

use crate::kinds::{Channel, TermKind};
use crate::magnets::marks::{Mark, marks_of};
use crate::precision::Precision;
use crate::works::completeness::Known;
use crate::works::editors::last_editors;

/// Works read in one batch.
pub(super) const BATCH: usize = 2_000;
/// Weights of a like, a collect and a view in the `hot` order.
const HOT_WEIGHTS: (i64, i64, i64) = (3, 5, 1);

/// The next batch of visible works, with ids above `after`.
pub(super) fn next_works(conn: &mut Conn, after: i64) -> QueryResult<Vec<IndexedWork>> {
    let ids: Vec<i64> = works::table
        .select(works::id)
        .filter(works::id.gt(after))
        .filter(works::hidden.eq(false))
        .order(works::id)
        .limit(i64::try_from(BATCH).unwrap_or(i64::MAX))
        .load(conn)?;
    indexed_works(conn, &ids)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = works)]
struct Row {
    id: i64,
    mod_id: i16,
    number: String,
    title: String,
    pub_time: i64,
    is_dht: bool,
    pic_small: String,
    pic_big: String,
    is_online: i16,
    collects: i64,
    average: f64,
    evaluates: i32,
    likes: i64,
    views: i64,
    duration: i32,
    pub_precision: Precision,
    updated_at: i64,
}

/// The visible works of `ids` for the index, ordered by id.
pub fn indexed_works(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<IndexedWork>> {
    let rows: Vec<Row> = works::table
        .select(Row::as_select())
        .filter(works::id.eq_any(ids))
        .filter(works::hidden.eq(false))
        .order(works::id)
        .load(conn)?;
    let mut filed = terms_by_work(conn, ids)?;
    let mut marked = marks_by_work(conn, ids)?;
    let mut editors = last_editors(conn, ids)?;
    let works = rows.into_iter().filter_map(|row| {
        let editor = editors.remove(&row.id).unwrap_or_default();
        indexed(row, &mut filed, &mut marked, editor)
    });
    Ok(works.collect())
}

/// `None` if the channel is unknown.
fn indexed(
    row: Row,
    filed: &mut HashMap<i64, Vec<Arc<IndexedTerm>>>,
    marked: &mut HashMap<i64, Vec<Mark>>,
    editor: String,
) -> Option<IndexedWork> {
    let (like, collect, view) = HOT_WEIGHTS;
    let terms = filed.remove(&row.id).unwrap_or_default();
    let known = Known {
        covers: [&row.pic_small, &row.pic_big],
        is_dht: row.is_dht,
        duration: row.duration,
        precision: row.pub_precision,
        has_cast: terms.iter().any(|term| term.kind == TermKind::Performer),
        is_online: row.is_online,
    };
    Some(IndexedWork {
        id: row.id,
        channel: Channel::from_code(row.mod_id)?,
        number: row.number,
        title: row.title,
        pub_time: row.pub_time,
        is_dht: row.is_dht,
        has_covers: !row.pic_small.is_empty() && !row.pic_big.is_empty(),
        is_online: u8::try_from(row.is_online).unwrap_or(0),
        collects: row.collects,
        average: row.average,
        evaluates: i64::from(row.evaluates),
        hot: row.likes * like + row.collects * collect + row.views * view,
        views: row.views,
        likes: row.likes,
        duration: i64::from(row.duration),
        updated_at: row.updated_at,
        editor,
        lacks: known.lacks(),
        marks: marked.remove(&row.id).unwrap_or_default(),
        terms,
    })
}

/// The qualities of each work's magnet links.
fn marks_by_work(conn: &mut Conn, ids: &[i64]) -> QueryResult<HashMap<i64, Vec<Mark>>> {
    let names: Vec<(i64, String)> = magnets::table
        .select((magnets::work_id, magnets::name))
        .filter(magnets::work_id.eq_any(ids))
        .load(conn)?;
    let mut by_work: HashMap<i64, Vec<&str>> = HashMap::new();
    for (work, name) in &names {
        by_work.entry(*work).or_default().push(name);
    }
    let marked = by_work
        .into_iter()
        .map(|(work, names)| (work, marks_of(names)));
    Ok(marked.collect())
}

fn terms_by_work(conn: &mut Conn, ids: &[i64]) -> QueryResult<HashMap<i64, Vec<Arc<IndexedTerm>>>> {
    let links: Vec<(i64, i64)> = work_terms::table
        .select((work_terms::work_id, work_terms::term_id))
        .filter(work_terms::work_id.eq_any(ids))
        .order((work_terms::work_id, work_terms::position))
        .load(conn)?;
    let wanted: HashSet<i64> = links.iter().map(|link| link.1).collect();
    let wanted: Vec<i64> = wanted.into_iter().collect();
    let mut named: HashMap<i64, Arc<IndexedTerm>> = HashMap::new();
    for chunk in wanted.chunks(BATCH) {
        let rows: Vec<(i64, i16, String, String, String)> = terms::table
            .select((
                terms::id,
                terms::kind,
                terms::name,
                terms::name_cn,
                terms::aliases,
            ))
            .filter(terms::id.eq_any(chunk))
            .load(conn)?;
        for (id, kind, name, name_cn, aliases) in rows {
            if let Some(kind) = TermKind::from_code(kind) {
                let aliases = serde_json::from_str(&aliases).unwrap_or_default();
                let term = IndexedTerm::new(kind, id, name, name_cn, aliases);
                named.insert(id, Arc::new(term));
            }
        }
    }
    let mut by_work: HashMap<i64, Vec<Arc<IndexedTerm>>> = HashMap::new();
    for (work, term) in links {
        if let Some(term) = named.get(&term) {
            by_work.entry(work).or_default().push(Arc::clone(term));
        }
    }
    Ok(by_work)
}
