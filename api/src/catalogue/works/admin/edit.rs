//! Creates and edits works. The edited work must follow the rules of the import, which are only in
//! [`crate::catalogue::import::record`]. Importing an unchanged line leaves an edited work unchanged; a changed line
//! updates only the fields that no operator has edited.

use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use serde_json::{Map, Value};

use super::difference::{difference, fields_of};
use super::{detail, unknown};
use crate::audit::{self, Action, Actor, Change, TargetKind};
use crate::catalogue::import::fields::FieldSet;
use crate::catalogue::import::fingerprint::Fingerprinted;
use crate::catalogue::import::record::{ValidationError, WorkRecord, parse_line};
use crate::catalogue::import::site_rules::check_pub_time;
use crate::catalogue::import::store::{Store, Stored};
use crate::catalogue::terms::names;
use crate::db::schema::works;
use crate::db::{Conn, Db};
use crate::http::error::{ApiError, ErrorKind};
use crate::lock_version;

/// A parsed [`super::form::EditForm`].
#[derive(Debug)]
pub struct Edit {
    pub(super) work: i64,
    pub(super) version: i64,
    pub(super) fields: Map<String, Value>,
    pub(super) release: FieldSet,
    pub(super) known_terms_only: bool,
}

/// The record of a line's fields.
pub(super) fn record_of(fields: Map<String, Value>) -> Result<WorkRecord, ApiError> {
    parse_line(Value::Object(fields).to_string().as_bytes()).map_err(refused)
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn refused(validation_error: ValidationError) -> ApiError {
    let text = format!("影片资料有误：{validation_error}");
    ApiError::with_message(ErrorKind::WorkRefused, text)
}

/// `record` with `fields` replaced.
pub fn edited(record: &WorkRecord, fields: Map<String, Value>) -> Result<WorkRecord, ApiError> {
    let mut line = fields_of(record);
    line.extend(fields);
    record_of(line)
}

/// Edits a work. An edit without changes is not logged.
///
/// # Errors
/// 404; 409 for an outdated version or a number that is taken; 422 for an invalid field.
pub fn edit(db: &Db, conn: &mut Conn, actor: &Actor, edit: Edit) -> Result<(), ApiError> {
    let work = edit.work;
    names::lock_shared(conn)?;
    lock_version!(conn, works, work, edit.version);
    let detail = detail::detail(conn, work)?;
    let no_channel = || anyhow::anyhow!("the work has an unknown channel");
    let before = detail.record().ok_or_else(no_channel)?;
    let after = edited(&before, detail.without_known(edit.fields))?;
    if after.pub_time != before.pub_time {
        check_pub_time(&after, actor.now).map_err(refused)?;
    }
    if edit.known_terms_only {
        unknown::refuse(conn, &after)?;
    }
    let was = FieldSet::from_bits(detail.row.curated);
    let released = edit.release.within(was);
    let curated = was
        .and(FieldSet::difference(&before, &after))
        .without(edit.release);
    if after == before && curated == was {
        return Ok(());
    }
    let stored = Stored {
        id: work,
        hidden: detail.row.hidden,
        // Released fields follow the next import, even of an unchanged line.
        fingerprint: if released.is_empty() {
            detail.row.fingerprint
        } else {
            0
        },
        curated,
    };
    Store::new(db, actor.clock(), actor.ids())
        .replace(conn, stored, &after)
        .map_err(number_taken)?;
    let (mut before, mut after) = difference(&before, &after);
    if !released.is_empty() {
        for (fields, set) in [(&mut before, was), (&mut after, curated)] {
            if let Some(fields) = fields.as_object_mut() {
                fields.insert("curated".to_owned(), set.to_json());
            }
        }
    }
    let change = Change {
        action: Action::WorkEdit,
        target: (TargetKind::Work, work.to_string()),
        before,
        after,
        reason: "",
    };
    Ok(audit::record(conn, actor, &change)?)
}

/// Creates a work and returns its id; 409 if the number is taken. Importing the same line later changes nothing.
pub fn create(
    db: &Db,
    conn: &mut Conn,
    actor: &Actor,
    work: &Fingerprinted,
    known_terms_only: bool,
) -> Result<i64, ApiError> {
    names::lock_shared(conn)?;
    check_pub_time(&work.record, actor.now).map_err(refused)?;
    if known_terms_only {
        unknown::refuse(conn, &work.record)?;
    }
    let fields = fields_of(&work.record);
    let curated = FieldSet::named(fields.keys().map(String::as_str));
    let id = Store::new(db, actor.clock(), actor.ids())
        .add(conn, work, curated)
        .map_err(number_taken)?;
    let change = Change {
        action: Action::WorkCreate,
        target: (TargetKind::Work, id.to_string()),
        before: Value::Null,
        after: Value::Object(fields),
        reason: "",
    };
    audit::record(conn, actor, &change)?;
    Ok(id)
}

fn number_taken(error: Error) -> ApiError {
    match error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => {
            ApiError::new(ErrorKind::NumberTaken)
        }
        error => error.into(),
    }
}

#[cfg(test)]
#[path = "edit_tests.rs"]
mod tests;
