//! Rejects unknown names of terms, which may be mistyped.

use diesel::prelude::*;
use yingku_db::Conn;
use yingku_db::schema::terms;
use yingku_http_kit::error::{ApiError, ErrorKind};

use crate::import::record::WorkRecord;
use crate::kinds::TermKind;

/// Maximum number of names in the error.
const MAX_NAMED: usize = 10;

/// Rejects a work that would create terms; 422 with their names.
pub fn reject_unknown_terms(conn: &mut Conn, record: &WorkRecord) -> Result<(), ApiError> {
    let mut unknown = Vec::new();
    for kind in TermKind::ALL {
        let wanted: Vec<&str> = record
            .terms
            .iter()
            .filter(|term| term.kind == kind)
            .map(|term| term.name.as_str())
            .collect();
        let known: Vec<String> = terms::table
            .select(terms::name)
            .filter(terms::kind.eq(kind))
            .filter(terms::mod_id.eq(record.channel))
            .filter(terms::name.eq_any(&wanted))
            .load(conn)?;
        let new = wanted
            .iter()
            .filter(|name| !known.iter().any(|known| known == *name));
        unknown.extend(new.map(|name| format!("{}「{name}」", kind.label())));
    }
    if unknown.is_empty() {
        return Ok(());
    }
    let more = unknown.len().saturating_sub(MAX_NAMED);
    unknown.truncate(MAX_NAMED);
    let end = if more == 0 {
        String::new()
    } else {
        format!("等{}个", MAX_NAMED + more)
    };
    let text = format!("还没有这些词条：{}{end}", unknown.join("、"));
    Err(ApiError::with_message(ErrorKind::TermsUnknown, text))
}
