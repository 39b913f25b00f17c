//! Undoes a bulk change from what the log says about its run: each work is again as before, unless something else has
//! changed the same since.

use std::collections::HashMap;

use diesel::prelude::*;
use serde_json::{Map, Value};
use yingku_access::audit::{Action, Actor, AuditRow, TargetKind};
use yingku_catalogue::import::fields::FieldSet;
use yingku_catalogue::import::line::fields_of;
use yingku_catalogue::import::record::WorkRecord;
use yingku_catalogue::works::admin::detail::Detail;
use yingku_catalogue::works::admin::edit::{CURATED, NewFields, Outcomes, edit_all};
use yingku_catalogue::works::admin::state::{change_visibilities, from_json};
use yingku_catalogue::works::visibility::Visibility;
use yingku_db::schema::audit_log;
use yingku_db::{Conn, Db};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::batches::MAX_STEP_WORKS;

/// A change of a work by a run.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Id of the entry in the log.
    pub id: i64,
    work: i64,
    is_edit: bool,
    before: Value,
    after: Value,
    reason: String,
    at: i64,
}

impl Entry {
    /// The work.
    pub const fn work(&self) -> i64 {
        self.work
    }

    fn of(row: AuditRow) -> Option<Self> {
        Some(Self {
            id: row.id,
            work: row.target_id.parse().ok()?,
            is_edit: row.action == Action::WorkEdit.as_str(),
            before: serde_json::from_str(&row.before).ok()?,
            after: serde_json::from_str(&row.after).ok()?,
            reason: row.reason,
            at: row.created_at,
        })
    }
}

/// The next changes of a run, the last one first; 404 if there never was one.
pub fn next(conn: &mut Conn, run: &str, cursor: Option<i64>) -> Result<Vec<Entry>, ApiError> {
    let rows: Vec<AuditRow> = audit_log::table
        .filter(audit_log::run.eq(run))
        .filter(audit_log::target_kind.eq(TargetKind::Work))
        .filter(audit_log::id.lt(cursor.unwrap_or(i64::MAX)))
        .order(audit_log::id.desc())
        .limit(i64::try_from(MAX_STEP_WORKS).unwrap_or(i64::MAX))
        .select(AuditRow::as_select())
        .load(conn)?;
    if rows.is_empty() && cursor.is_none() {
        return Err(ApiError::not_found());
    }
    Ok(rows.into_iter().filter_map(Entry::of).collect())
}

/// Undoes these changes.
pub fn undo(
    db: &Db,
    conn: &mut Conn,
    actor: &Actor,
    entries: &[Entry],
) -> Result<Outcomes, ApiError> {
    let reason = entries.first().map_or("", |entry| &entry.reason);
    let reason = format!("撤销：{reason}");
    let (edits, others): (Vec<&Entry>, Vec<&Entry>) =
        entries.iter().partition(|entry| entry.is_edit);
    let mut outcomes = Outcomes::new();
    if !edits.is_empty() {
        let edits = by_work(&edits);
        let works: Vec<i64> = edits.keys().copied().collect();
        let change = |detail: &Detail, record: &WorkRecord| match edits.get(&detail.row.id) {
            Some(span) => fields_before(detail, record, span),
            None => Ok(NewFields::default()),
        };
        outcomes.extend(edit_all(db, conn, actor, &works, change, &reason)?);
    }
    if !others.is_empty() {
        let others = by_work(&others);
        let works: Vec<i64> = others.keys().copied().collect();
        let change = |work, now| match others.get(&work) {
            Some(span) => visibility_before(now, span),
            None => Ok(now),
        };
        outcomes.extend(change_visibilities(conn, actor, &works, change, &reason)?);
    }
    Ok(outcomes)
}

/// The first and the last change of a work by a run; nearly always the same one.
struct Span<'a> {
    first: &'a Entry,
    last: &'a Entry,
}

fn by_work<'a>(entries: &[&'a Entry]) -> HashMap<i64, Span<'a>> {
    let mut spans: HashMap<i64, Span<'a>> = HashMap::new();
    for entry in entries.iter().copied() {
        let span = spans.entry(entry.work).or_insert(Span {
            first: entry,
            last: entry,
        });
        span.first = entry;
    }
    spans
}

fn visibility_before(now: Visibility, span: &Span<'_>) -> Result<Visibility, ApiError> {
    let (before, after) = (from_json(&span.first.before), from_json(&span.last.after));
    match before {
        Some(before) if now == before || Some(now) == after => Ok(before),
        _ => Err(ApiError::new(ErrorKind::EditConflict)),
    }
}

fn fields_before(
    detail: &Detail,
    record: &WorkRecord,
    span: &Span<'_>,
) -> Result<NewFields, ApiError> {
    let none = Map::new();
    let object = |value: &'_ Value| value.as_object().unwrap_or(&none).clone();
    let (before, after) = (object(&span.first.before), object(&span.last.after));
    let now = fields_of(record);
    let names = || {
        before
            .keys()
            .chain(after.keys())
            .filter(|name| *name != CURATED)
    };
    let is_now = |then: &Map<String, Value>| names().all(|name| now.get(name) == then.get(name));
    if !is_now(&after) {
        return match is_now(&before) {
            true => Ok(NewFields::default()),
            false => Err(ApiError::new(ErrorKind::EditConflict)),
        };
    }
    let value = |name: &String| before.get(name).cloned().unwrap_or_default();
    Ok(NewFields {
        fields: names().map(|name| (name.clone(), value(name))).collect(),
        release: curated(&after).without(curated(&before)),
        keeps_fingerprint: detail.row.updated_at == span.last.at,
    })
}

/// The curated fields in a record; none if it does not say.
fn curated(recorded: &Map<String, Value>) -> FieldSet {
    let names = recorded.get(CURATED).and_then(Value::as_array);
    FieldSet::named(names.into_iter().flatten().filter_map(Value::as_str))
}
