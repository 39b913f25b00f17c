//! Reads the details of many works, for the import.

use std::collections::HashMap;

use diesel::prelude::*;

use super::detail::{Detail, DetailRow, WorkTerm};
use crate::catalogue::import::record::MagnetRecord;
use crate::catalogue::kinds::TermKind;
use crate::db::Conn;
use crate::db::schema::{magnets, terms, work_terms, works};

/// Works read in one query.
const CHUNK: usize = 500;

/// The details of these works, in no order. Of terms they have only the names.
pub fn details(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<Detail>> {
    let mut details: HashMap<i64, Detail> = HashMap::new();
    for ids in ids.chunks(CHUNK) {
        let rows: Vec<DetailRow> = works::table
            .select(DetailRow::as_select())
            .filter(works::id.eq_any(ids))
            .load(conn)?;
        details.extend(rows.into_iter().map(|row| (row.id, Detail::new(row))));
        let filed: Vec<(i64, i16, String)> = work_terms::table
            .inner_join(terms::table)
            .select((work_terms::work_id, terms::kind, terms::name))
            .filter(work_terms::work_id.eq_any(ids))
            .order((work_terms::work_id, work_terms::position, terms::id))
            .load(conn)?;
        for (work, kind, name) in filed {
            let named = WorkTerm {
                name,
                name_cn: String::new(),
                group: String::new(),
            };
            if let (Some(detail), Some(kind)) = (details.get_mut(&work), TermKind::from_code(kind))
            {
                detail.terms.push((kind, named));
            }
        }
        let links: Vec<(i64, MagnetRecord)> = magnets::table
            .select((magnets::work_id, MagnetRecord::as_select()))
            .filter(magnets::work_id.eq_any(ids))
            .order(magnets::id)
            .load(conn)?;
        for (work, magnet) in links {
            if let Some(detail) = details.get_mut(&work) {
                detail.magnets.push(magnet);
            }
        }
    }
    Ok(details.into_values().collect())
}
