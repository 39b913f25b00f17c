//! Records what an import has changed, so that it can be undone ([`crate::uploads::undo`]): in the transaction of the change, the
//! id of each work, and for a work that was there before, the fields that were replaced, and the id of each new term.

use std::collections::{BTreeMap, HashMap, HashSet};

use diesel::prelude::*;
use diesel::result::{Error, QueryResult};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use yingku_db::schema::{import_changes, import_terms, imports, magnets};
use yingku_db::{Conn, insert_all};

use super::fields::FieldSet;
use super::known::ByIdentity;
use super::line::fields_of;
use super::record::WorkRecord;
use super::step::Step;
use crate::uploads::states::ImportState;

/// The version of a new work.
const FIRST_VERSION: i64 = 1;
/// The field whose entries have ids.
const MAGNETS: &str = "magnets";

/// What an import has replaced of a work.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Former {
    /// The fields, as in a line; null where they were empty.
    pub fields: Map<String, Value>,
    /// The fingerprint.
    pub fingerprint: i64,
    /// The bits of the curated fields.
    pub curated: i64,
    /// Whether it was hidden.
    pub hidden: bool,
    /// Whether the import left it hidden.
    pub hides: bool,
    /// The ids of its magnets by hash, if the import changed them: they are shown in the order of their ids.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub magnets: BTreeMap<String, i64>,
}

/// A row of `import_changes`.
#[derive(Insertable)]
#[diesel(table_name = import_changes, treat_none_as_default_value = false)]
struct NewChange {
    import_id: i64,
    work_id: i64,
    version: i64,
    former: Option<String>,
}

/// A row of `import_terms`.
#[derive(Insertable)]
#[diesel(table_name = import_terms)]
struct NewTerm {
    import_id: i64,
    term_id: i64,
}

/// Records terms that an import has created.
pub(super) fn record_terms(conn: &mut Conn, import: i64, terms: Vec<i64>) -> QueryResult<()> {
    let rows = terms.into_iter().map(|term_id| NewTerm {
        import_id: import,
        term_id,
    });
    insert_all!(conn, import_terms::table, rows.collect::<Vec<_>>())
}

/// Records the works of `steps`, before they are written.
pub(super) fn record(
    conn: &mut Conn,
    import: i64,
    steps: &[Step<'_>],
    known: &ByIdentity<'_>,
    stored: &HashMap<i64, WorkRecord>,
) -> QueryResult<()> {
    let again = changed_again(conn, import, steps, stored)?;
    let (mut rows, mut with_magnets) = (Vec::new(), Vec::new());
    for step in steps.iter().filter(|step| !again.contains(&step.id)) {
        let key = (step.record.channel, step.record.number.as_str());
        let (version, former) = match known.get(&key) {
            None => (FIRST_VERSION, None),
            Some(work) => {
                let former = Former {
                    fields: replaced(stored.get(&step.id), step.record),
                    fingerprint: work.fingerprint,
                    curated: work.curated.bits(),
                    hidden: work.hidden,
                    hides: step.hidden,
                    magnets: BTreeMap::new(),
                };
                if former.fields.contains_key(MAGNETS) {
                    with_magnets.push(step.id);
                }
                (work.version + 1, Some(former))
            }
        };
        rows.push((step.id, version, former));
    }
    let mut ids = magnet_ids(conn, &with_magnets)?;
    let rows = rows.into_iter().map(|(work_id, version, former)| {
        let former = former.map(|mut former| {
            former.magnets = ids.remove(&work_id).unwrap_or_default();
            json_of(&former)
        });
        NewChange {
            import_id: import,
            work_id,
            version,
            former,
        }
    });
    insert_all!(conn, import_changes::table, rows.collect::<Vec<_>>())
}

/// Fails with [`Error::NotFound`] if the import has ended, for example because it was undone: what it wrote now would stay.
/// Comes last in the transaction of a batch.
pub(super) fn confirm_running(conn: &mut Conn, import: i64, now: i64) -> QueryResult<()> {
    // One by the command line counts as failed until it ends.
    let running = [ImportState::Running, ImportState::Failed];
    let confirmed = diesel::update(imports::table.find(import))
        .filter(imports::state.eq_any(running))
        .filter(imports::finished_at.is_null())
        .set(imports::beat_at.eq(now))
        .execute(conn)?;
    match confirmed {
        0 => Err(Error::NotFound),
        _ => Ok(()),
    }
}

/// Works that an earlier batch of the import has written: of these, what is replaced only now is recorded as well.
fn changed_again(
    conn: &mut Conn,
    import: i64,
    steps: &[Step<'_>],
    stored: &HashMap<i64, WorkRecord>,
) -> QueryResult<HashSet<i64>> {
    let known: HashMap<i64, &Step<'_>> = steps
        .iter()
        .filter(|step| step.before.is_some())
        .map(|step| (step.id, step))
        .collect();
    if known.is_empty() {
        return Ok(HashSet::new());
    }
    let recorded: Vec<(i64, Option<String>)> = import_changes::table
        .filter(import_changes::import_id.eq(import))
        .filter(import_changes::work_id.eq_any(known.keys().copied().collect::<Vec<_>>()))
        .select((import_changes::work_id, import_changes::former))
        .load(conn)?;
    for (work, former) in &recorded {
        let former = former
            .as_deref()
            .and_then(|text| serde_json::from_str(text).ok());
        let former = match (former, known.get(work)) {
            (Some(former), Some(step)) => Some(with_more(conn, former, step, stored.get(work))?),
            _ => None,
        };
        diesel::update(import_changes::table.find((import, *work)))
            .set((
                import_changes::version.eq(import_changes::version + 1),
                import_changes::former.eq(former.map(|former| json_of(&former))),
            ))
            .execute(conn)?;
    }
    Ok(recorded.into_iter().map(|(work, _)| work).collect())
}

/// `former` with the fields that `step` is the first to replace.
fn with_more(
    conn: &mut Conn,
    mut former: Former,
    step: &Step<'_>,
    before: Option<&WorkRecord>,
) -> QueryResult<Former> {
    for (name, value) in replaced(before, step.record) {
        if name == MAGNETS && !former.fields.contains_key(MAGNETS) {
            former.magnets = magnet_ids(conn, &[step.id])?
                .remove(&step.id)
                .unwrap_or_default();
        }
        former.fields.entry(name).or_insert(value);
    }
    former.hides = step.hidden;
    Ok(former)
}

fn json_of(former: &Former) -> String {
    serde_json::to_string(former).unwrap_or_default()
}

/// The fields of `before` that `after` replaces.
fn replaced(before: Option<&WorkRecord>, after: &WorkRecord) -> Map<String, Value> {
    let Some(before) = before else {
        return Map::new();
    };
    let mut fields = fields_of(before);
    let names = FieldSet::difference(before, after).names().into_iter();
    names
        .map(|name| (name.to_owned(), fields.remove(name).unwrap_or_default()))
        .collect()
}

/// The ids of the magnets of works, by hash.
fn magnet_ids(conn: &mut Conn, works: &[i64]) -> QueryResult<HashMap<i64, BTreeMap<String, i64>>> {
    let mut ids: HashMap<i64, BTreeMap<String, i64>> = HashMap::new();
    if works.is_empty() {
        return Ok(ids);
    }
    let rows: Vec<(i64, String, i64)> = magnets::table
        .filter(magnets::work_id.eq_any(works))
        .select((magnets::work_id, magnets::info_hash, magnets::id))
        .load(conn)?;
    for (work, hash, id) in rows {
        ids.entry(work).or_default().insert(hash, id);
    }
    Ok(ids)
}
