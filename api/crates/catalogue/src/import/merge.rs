//! Merges changed records with the fields that the stored works keep: those omitted in the line, and the curated ones.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::Conn;
use yingku_db::schema::works;

use super::fields::{FieldSet, PreservedFields};
use super::fingerprint::Fingerprinted;
use super::known::{ByIdentity, Known};
use super::record::WorkRecord;
use crate::terms::names;
use crate::works::admin::detail::details;

/// How records are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MergeOptions {
    /// Curated fields follow the import too.
    pub(super) overrides: bool,
    /// The works will be written, so they are locked.
    pub(super) writes: bool,
    /// All works that change are read, because what they were is recorded.
    pub(super) reads_all: bool,
}

/// The changed records to write.
#[derive(Debug, Default)]
pub(super) struct Merged {
    /// Merged records, by id.
    pub(super) records: HashMap<i64, WorkRecord>,
    /// The works that were read, as they are stored.
    pub(super) stored: HashMap<i64, WorkRecord>,
    pub(super) preserved: Vec<PreservedFields>,
}

/// Merges the records that change a work. Works to be written are locked, in the order of their ids and after the
/// names, and `known` is read again, so that a concurrent edit is not lost.
pub(super) fn merge_stored<'a>(
    conn: &mut Conn,
    records: &'a [Fingerprinted],
    known: &mut ByIdentity<'a>,
    options: MergeOptions,
) -> QueryResult<Merged> {
    let of = |printed: &'a Fingerprinted| (printed.record.channel, printed.record.number.as_str());
    let fresh: HashSet<i64> = records
        .iter()
        .filter_map(|printed| {
            let work = known.get(&of(printed))?;
            work.is_changed_by(printed.fingerprint, options.overrides)
                .then_some(work.id)
        })
        .collect();
    if fresh.is_empty() {
        return Ok(Merged::default());
    }
    if options.writes {
        names::lock_shared(conn)?;
        lock_rows(conn, &fresh, known)?;
    }
    let curated_of = |work: &Known| match options.overrides {
        true => FieldSet::NONE,
        false => work.curated,
    };
    let ids: Vec<i64> = records
        .iter()
        .filter_map(|printed| {
            let work = known.get(&of(printed))?;
            let keeps = !printed.left_out.and(curated_of(work)).is_empty();
            ((keeps || options.reads_all) && fresh.contains(&work.id)).then_some(work.id)
        })
        .collect();
    let stored = details(conn, &ids)?;
    let stored: HashMap<i64, WorkRecord> = stored
        .iter()
        .filter_map(|detail| Some((detail.row.id, detail.record()?)))
        .collect();
    let mut merged = Merged::default();
    for printed in records {
        let Some(work) = known.get(&of(printed)) else {
            continue;
        };
        let Some(stored) = stored.get(&work.id) else {
            continue;
        };
        let mut record = printed.record.clone();
        printed.left_out.restore(&mut record, stored);
        let fields = curated_of(work).restore(&mut record, stored);
        if !fields.is_empty() {
            merged.preserved.push(PreservedFields {
                channel: record.channel,
                number: record.number.clone(),
                fields,
            });
        }
        merged.records.insert(work.id, record);
    }
    merged.stored = stored;
    Ok(merged)
}

/// Locks works until the transaction ends and reads `known` again. SQLite has one writer, so nothing has changed there.
fn lock_rows(conn: &mut Conn, ids: &HashSet<i64>, known: &mut ByIdentity<'_>) -> QueryResult<()> {
    let Conn::Postgres(conn) = conn else {
        return Ok(());
    };
    let locked: Vec<Known> = works::table
        .select(Known::as_select())
        .filter(works::id.eq_any(ids.iter().copied().collect::<Vec<_>>()))
        .order(works::id)
        .for_no_key_update()
        .load(conn)?;
    let mut locked: HashMap<i64, Known> = locked.into_iter().map(|row| (row.id, row)).collect();
    for work in known.values_mut() {
        if let Some(row) = locked.remove(&work.id) {
            *work = row;
        }
    }
    Ok(())
}
