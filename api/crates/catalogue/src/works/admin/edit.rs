//! Creates and edits works. The edited work must follow the rules of the import, which are only in
//! [`crate::import::record`]. Importing an unchanged line leaves an edited work unchanged; a changed line
//! updates only the fields that no operator has edited.

use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use serde_json::{Map, Value};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_db::schema::works;
use yingku_db::{Conn, Db};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::lock_version;

use super::detail::Detail;
use super::difference::difference;
use super::state::{change_state, change_visibilities, check_publish_time};
use super::{detail, unknown};
use crate::import::fields::FieldSet;
use crate::import::fingerprint::Fingerprinted;
use crate::import::line::fields_of;
use crate::import::record::{LineFields, ValidationError, WorkRecord};
use crate::import::site_rules::check_pub_time;
use crate::import::store::{Store, Stored};
use crate::terms::names;
use crate::works::visibility::{self, VisibilityCommand, after};

/// The name in the log of the set of curated fields.
pub const CURATED: &str = "curated";

/// A parsed [`super::form::EditWorkForm`].
pub struct Edit {
    pub(super) work: i64,
    pub(super) version: i64,
    pub(super) fields: LineFields,
    pub(super) release: FieldSet,
    pub(super) known_terms_only: bool,
    pub(super) state: Option<VisibilityCommand>,
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
pub(super) fn rejected(validation_error: ValidationError) -> ApiError {
    let text = format!("影片资料有误：{validation_error}");
    ApiError::with_message(ErrorKind::WorkRefused, text)
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
    let before = detail.known_record()?;
    let mut after = edit.fields.applied_to(&before).map_err(rejected)?;
    detail.remove_known(&mut after);
    if after.pub_time != before.pub_time {
        check_pub_time(&after, actor.now).map_err(rejected)?;
    }
    if edit.known_terms_only {
        unknown::reject_unknown_terms(conn, &after)?;
    }
    let planned = Planned::new(&detail, before, after, edit.release);
    write(db, conn, actor, planned.as_slice(), "")?;
    match edit.state {
        Some(command) => change_state(conn, actor, work, command),
        None => Ok(()),
    }
}

/// Works by id: whether each has changed, or why not.
pub type Outcomes = Vec<(i64, Result<bool, ApiError>)>;

/// What becomes of a work in a bulk edit.
#[derive(Debug, Default)]
pub struct NewFields {
    /// The fields that change, as in the import format.
    pub fields: Map<String, Value>,
    /// Curated fields that follow imports again.
    pub release: FieldSet,
    /// Whether nothing but what is undone has changed the work: then it is as the imported line left it.
    pub keeps_fingerprint: bool,
}

/// Edits several works in one transaction, as `change` says for each; see [`edit`]. Returns the existing ones in order
/// of id.
pub fn edit_all(
    db: &Db,
    conn: &mut Conn,
    actor: &Actor,
    works: &[i64],
    mut change: impl FnMut(&Detail, &WorkRecord) -> Result<NewFields, ApiError>,
    reason: &str,
) -> Result<Outcomes, ApiError> {
    names::lock_shared(conn)?;
    let works = visibility::lock_all(conn, works)?;
    let mut details = detail::details(conn, &works)?;
    details.sort_unstable_by_key(|detail| detail.row.id);
    let (mut outcomes, mut planned) = (Vec::new(), Vec::new());
    for detail in details {
        let plan = detail.known_record().and_then(|before| {
            let new = change(&detail, &before)?;
            let after = match new.fields.is_empty() {
                true => before.clone(),
                false => LineFields::read(new.fields)
                    .and_then(|fields| fields.applied_to(&before))
                    .map_err(rejected)?,
            };
            let mut plan = Planned::new(&detail, before, after, new.release);
            if let Some(plan) = plan.as_mut().filter(|_| new.keeps_fingerprint) {
                plan.stored.fingerprint = detail.row.fingerprint;
            }
            Ok(plan)
        });
        let outcome = plan.map(|plan| {
            let has_changed = plan.is_some();
            planned.extend(plan);
            has_changed
        });
        outcomes.push((detail.row.id, outcome));
    }
    write(db, conn, actor, &planned, reason)?;
    Ok(outcomes)
}

/// An edit of one work, ready to be written.
struct Planned {
    stored: Stored,
    before: WorkRecord,
    after: WorkRecord,
    was: FieldSet,
    released: FieldSet,
}

impl Planned {
    /// None if nothing changes.
    fn new(
        detail: &Detail,
        before: WorkRecord,
        after: WorkRecord,
        release: FieldSet,
    ) -> Option<Self> {
        let was = FieldSet::from_bits(detail.row.curated);
        let released = release.within(was);
        let curated = was
            .and(FieldSet::difference(&before, &after))
            .without(release);
        if after == before && curated == was {
            return None;
        }
        let stored = Stored {
            id: detail.row.id,
            hidden: detail.row.hidden,
            hides: detail.row.hidden,
            // Released fields follow the next import, even of an unchanged line.
            fingerprint: if released.is_empty() {
                detail.row.fingerprint
            } else {
                0
            },
            curated,
        };
        Some(Self {
            stored,
            before,
            after,
            was,
            released,
        })
    }

    /// The record in the log. That of a run also says what was curated, so that undoing it restores that.
    fn recorded<'a>(&self, actor: &Actor, reason: &'a str) -> Change<'a> {
        let (mut before, mut after) = difference(&self.before, &self.after);
        let curated = self.stored.curated;
        if !self.released.is_empty() || (actor.is_in_run() && curated != self.was) {
            for (fields, set) in [(&mut before, self.was), (&mut after, curated)] {
                if let Some(fields) = fields.as_object_mut() {
                    fields.insert(CURATED.to_owned(), set.to_json());
                }
            }
        }
        Change {
            action: Action::WorkEdit,
            target: (TargetKind::Work, self.stored.id.to_string()),
            before,
            after,
            reason,
        }
    }
}

/// Writes edits and their records.
fn write(
    db: &Db,
    conn: &mut Conn,
    actor: &Actor,
    planned: &[Planned],
    reason: &str,
) -> Result<(), ApiError> {
    let works = planned.iter().map(|plan| (plan.stored, &plan.after));
    Store::new(db, actor.clock(), actor.ids())
        .replace(conn, works)
        .map_err(number_taken)?;
    let changes = planned.iter().map(|plan| plan.recorded(actor, reason));
    let changes: Vec<Change<'_>> = changes.collect();
    Ok(audit::record_all(conn, actor, &changes)?)
}

/// Creates a work and returns its id; 409 if the number is taken. Importing the same line later changes nothing.
pub fn create(
    db: &Db,
    conn: &mut Conn,
    actor: &Actor,
    work: &Fingerprinted,
    state: Option<VisibilityCommand>,
    known_terms_only: bool,
) -> Result<i64, ApiError> {
    names::lock_shared(conn)?;
    check_pub_time(&work.record, actor.now).map_err(rejected)?;
    if known_terms_only {
        unknown::reject_unknown_terms(conn, &work.record)?;
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
    if let Some(command) = state {
        check_publish_time(command, actor.now)?;
        change_visibilities(conn, actor, &[id], |_, before| after(before, command), "")?;
    }
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
