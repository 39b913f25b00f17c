//! Works as lines and tables that the import reads back: all of them by command, those of a list in the console.

use std::collections::HashMap;

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_base::string_enum;
use yingku_base::values::Id;
use yingku_db::Conn;
use yingku_db::schema::{terms, work_terms};
use yingku_formats::table::CsvWriter;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::param_types::IdList;

use super::detail::{Detail, details};
use super::filter::Wanted;
use super::list::{self, Sources};
use crate::import::line::{fields_of, line_of};
use crate::import::record::{TermRecord, WorkRecord};
use crate::kinds::TermKind;
use crate::works::visibility::Withheld;

/// Most works of a part of a file.
const PART_WORKS: usize = 500;
/// A part gets no further work after so many bytes.
const PART_BYTES: usize = 2 * 1024 * 1024;

string_enum! {
    /// The format of a file of works.
    pub enum WorksFormat {
        /// A table for spreadsheets.
        Csv = "csv",
        /// Lines of the import format.
        Ndjson = "ndjson",
    }
}

/// Ids of works: as many as a page of the list has.
type TickedWorks = IdList<100>;

/// What part of which file.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PartParams {
    /// The format.
    #[param(inline)]
    pub format: WorksFormat,
    /// The `cursor` of the part before.
    #[param(inline)]
    pub cursor: Option<Id>,
    /// These works instead: up to 100 ids, separated by commas.
    #[param(inline, example = "910000000000000001")]
    pub ids: Option<TickedWorks>,
}

/// A part of a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct WorksPart {
    /// The text; only the first part of a table names the columns.
    pub text: String,
    /// The `cursor` of the next part; missing after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<Id>,
}

/// The next part of a file, greatest id first.
pub fn part(
    conn: &mut Conn,
    sources: &Sources,
    wanted: &Wanted,
    params: &PartParams,
) -> Result<WorksPart, ApiError> {
    let below = params.cursor.map_or(i64::MAX, |id| id.0);
    let ids = match &params.ids {
        Some(IdList(ids)) => ids.iter().rev().copied().filter(|id| *id < below).collect(),
        None => list::next(conn, sources, wanted, below, PART_WORKS)?,
    };
    let mut by_id: HashMap<i64, WorkRecord> = records(conn, &ids)?.into_iter().collect();
    let (mut records, mut lines, mut last) = (Vec::new(), String::new(), None);
    for id in &ids {
        if lines.len() >= PART_BYTES {
            break;
        }
        last = Some(*id);
        if let Some(record) = by_id.remove(id) {
            lines.push_str(&line_of(&record));
            lines.push('\n');
            records.push(record);
        }
    }
    let is_last = ids.len() < PART_WORKS && last == ids.last().copied();
    let text = match params.format {
        WorksFormat::Ndjson => lines,
        WorksFormat::Csv => table(&records, params.cursor.is_none())
            .map_err(|error| ApiError::with_cause(ErrorKind::Internal, error))?,
    };
    Ok(WorksPart {
        text,
        cursor: last.filter(|_| !is_last).map(Id),
    })
}

/// Rows of works.
fn table(records: &[WorkRecord], names_columns: bool) -> anyhow::Result<String> {
    let mut text = Vec::new();
    let mut table = match names_columns {
        true => CsvWriter::new(&mut text, true)?,
        false => CsvWriter::continued(&mut text, true),
    };
    for record in records {
        table.write(&fields_of(record))?;
    }
    table.finish()?;
    Ok(String::from_utf8(text)?)
}

/// These works as records of the import with all fields of their terms, ordered by id. Works that were taken down are
/// hidden, so that an import does not restore them.
pub fn records(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<(i64, WorkRecord)>> {
    let mut filed = terms_of(conn, ids)?;
    let mut records: Vec<(i64, WorkRecord)> = details(conn, ids)?
        .iter()
        .filter_map(|detail| Some((detail.row.id, record(detail, &mut filed)?)))
        .collect();
    records.sort_by_key(|(id, _)| *id);
    Ok(records)
}

fn record(detail: &Detail, filed: &mut HashMap<i64, Vec<TermRecord>>) -> Option<WorkRecord> {
    let mut record = detail.record()?;
    record.terms = filed.remove(&detail.row.id).unwrap_or_default();
    record.hidden |= detail.row.withheld != Withheld::No;
    Some(record)
}

/// The terms of works with all fields of the import format.
fn terms_of(conn: &mut Conn, ids: &[i64]) -> QueryResult<HashMap<i64, Vec<TermRecord>>> {
    type Row = (i64, i16, String, String, String, String);
    let columns = (
        work_terms::work_id,
        terms::kind,
        terms::name,
        terms::name_cn,
        terms::aliases,
        terms::group_name,
    );
    let rows: Vec<Row> = work_terms::table
        .inner_join(terms::table)
        .select(columns)
        .filter(work_terms::work_id.eq_any(ids))
        .order((
            work_terms::work_id,
            terms::kind,
            work_terms::position,
            terms::id,
        ))
        .load(conn)?;
    let mut filed: HashMap<i64, Vec<TermRecord>> = HashMap::new();
    for (work, kind, name, name_cn, aliases, group) in rows {
        if let Some(kind) = TermKind::from_code(kind) {
            filed.entry(work).or_default().push(TermRecord {
                kind,
                name,
                name_cn,
                aliases: serde_json::from_str(&aliases).unwrap_or_default(),
                group,
            });
        }
    }
    Ok(filed)
}
