//! What lists of hidden works filter by that other tables say: what a work lacks, and its terms. Looking it up for each
//! hidden work takes a hundred times as long as to compare it, so it is kept in memory, by the work's version.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use diesel::prelude::*;
use parking_lot::RwLock;
use yingku_base::kinds::Lack;
use yingku_db::Conn;
use yingku_db::schema::{terms, work_terms, works};

use crate::kinds::TermKind;
use crate::precision::Precision;
use crate::works::completeness::Known;

/// Works read in one query.
const CHUNK: usize = 500;
/// Works that are kept at most, about 50 MB. With more hidden ones all are read for each list.
const MAX_KEPT: usize = 200_000;

/// What a work contains, as far as lists filter by it.
#[derive(Debug)]
pub(super) struct Content {
    /// The version of the work. A change of its fields raises it.
    version: i64,
    /// What it lacks.
    pub(super) lacks: Vec<Lack>,
    /// Its terms. A merge of terms moves works to another term without a new version, so these may be former ids.
    pub(super) terms: Vec<i64>,
}

/// The contents of hidden works that were listed before.
#[derive(Debug, Default)]
pub(super) struct HiddenWorks(RwLock<HashMap<i64, Arc<Content>>>);

impl HiddenWorks {
    /// The contents of these hidden works, given by id and version.
    pub(super) fn contents(
        &self,
        conn: &mut Conn,
        works: &[(i64, i64)],
    ) -> QueryResult<HashMap<i64, Arc<Content>>> {
        let (mut found, mut unknown) = (HashMap::with_capacity(works.len()), Vec::new());
        {
            let kept = self.0.read();
            for (id, version) in works {
                match kept.get(id) {
                    Some(content) if content.version == *version => {
                        found.insert(*id, Arc::clone(content));
                    }
                    _ => unknown.push(*id),
                }
            }
        }
        if unknown.is_empty() {
            return Ok(found);
        }
        let mut read = Vec::with_capacity(unknown.len());
        for ids in unknown.chunks(CHUNK) {
            let contents = contents(conn, ids)?.into_iter();
            read.extend(contents.map(|(id, content)| (id, Arc::new(content))));
        }
        found.extend(read.iter().cloned());
        let mut kept = self.0.write();
        if kept.len() + read.len() > MAX_KEPT {
            kept.clear();
        }
        kept.extend(read.into_iter().take(MAX_KEPT));
        Ok(found)
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = works)]
struct Row {
    id: i64,
    version: i64,
    pic_small: String,
    pic_big: String,
    duration: i32,
    pub_precision: Precision,
    is_online: i16,
    is_dht: bool,
}

/// The contents of works. The version is read before the terms, so that terms of a later version are read again.
pub(super) fn contents(conn: &mut Conn, ids: &[i64]) -> QueryResult<HashMap<i64, Content>> {
    let rows: Vec<Row> = works::table
        .select(Row::as_select())
        .filter(works::id.eq_any(ids))
        .load(conn)?;
    // Of every kind: SQLite would look each work up among the links of all performers.
    let links: Vec<(i64, i64, i16)> = work_terms::table
        .inner_join(terms::table)
        .select((work_terms::work_id, work_terms::term_id, terms::kind))
        .filter(work_terms::work_id.eq_any(ids))
        .load(conn)?;
    let (mut terms, mut cast): (HashMap<i64, Vec<i64>>, HashSet<i64>) = Default::default();
    for (work, term, kind) in links {
        terms.entry(work).or_default().push(term);
        if kind == TermKind::Performer.code() {
            cast.insert(work);
        }
    }
    let contents = rows.iter().map(|row| {
        let content = Content {
            version: row.version,
            lacks: lacks(row, &cast),
            terms: terms.remove(&row.id).unwrap_or_default(),
        };
        (row.id, content)
    });
    Ok(contents.collect())
}

fn lacks(row: &Row, cast: &HashSet<i64>) -> Vec<Lack> {
    Known {
        covers: [&row.pic_small, &row.pic_big],
        is_dht: row.is_dht,
        duration: row.duration,
        precision: row.pub_precision,
        has_cast: cast.contains(&row.id),
        is_online: row.is_online,
    }
    .lacks()
}
