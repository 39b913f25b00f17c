//! Many works at once, as an import needs those that operators have edited.

use std::collections::HashMap;

use diesel::prelude::*;

use super::detail::{DetailRow, Whole, WorkTerm};
use crate::catalogue::import::record::MagnetRecord;
use crate::catalogue::kinds::TermKind;
use crate::db::Conn;
use crate::db::schema::{magnets, terms, work_terms, works};

/// Works of an import's batch that are looked up at once.
const CHUNK: usize = 500;

/// Everything about some works, in no order.
pub fn wholes(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<Whole>> {
    let mut wholes: HashMap<i64, Whole> = HashMap::new();
    for ids in ids.chunks(CHUNK) {
        let rows: Vec<DetailRow> = works::table
            .select(DetailRow::as_select())
            .filter(works::id.eq_any(ids))
            .load(conn)?;
        wholes.extend(rows.into_iter().map(|row| (row.id, Whole::new(row))));
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
            if let (Some(whole), Some(kind)) = (wholes.get_mut(&work), TermKind::from_code(kind)) {
                whole.terms.push((kind, named));
            }
        }
        let links: Vec<(i64, String, String, i64, i64)> = magnets::table
            .select((
                magnets::work_id,
                magnets::name,
                magnets::info_hash,
                magnets::length,
                magnets::create_time,
            ))
            .filter(magnets::work_id.eq_any(ids))
            .order(magnets::id)
            .load(conn)?;
        for (work, name, info_hash, length, create_time) in links {
            if let Some(whole) = wholes.get_mut(&work) {
                whole.magnets.push(MagnetRecord {
                    name,
                    info_hash,
                    length,
                    create_time,
                });
            }
        }
    }
    Ok(wholes.into_values().collect())
}
