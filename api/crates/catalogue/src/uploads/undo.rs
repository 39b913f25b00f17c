//! Undoes an import from what `import/changes.rs` has recorded, in batches: works that it created are deleted, or hidden
//! when they are used or were changed since; works that it changed are as they were before, unless they were changed
//! since. The outcome of each work is recorded in its transaction, so an undo that was interrupted goes on where it was.
//! The terms that it created come after its works ([`super::undo_terms`]).

use std::collections::{BTreeMap, HashMap};

use diesel::dsl::exists;
use diesel::prelude::*;
use serde_json::json;
use yingku_access::audit::{Action, Actor};
use yingku_base::time::DAY;
use yingku_db::schema::{import_changes, import_terms, imports, magnets};
use yingku_db::{Conn, Db};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::states::{ImportState, ImportUndo, STALE_AFTER, UndoOutcome};
use super::{command, queries};
use crate::import::changes::Former;
use crate::import::fields::FieldSet;
use crate::import::record::{LineFields, WorkRecord};
use crate::import::store::{Store, Stored};
use crate::terms::names;
use crate::works::admin::detail::{Detail, details};
use crate::works::admin::edit::Outcomes;
use crate::works::removal::{Removal, remove};
use crate::works::visibility::{self, VisibilityCommand, Withheld};

/// How long an import can be undone after its end, seconds.
pub const UNDO_PERIOD: i64 = 30 * DAY;

/// A recorded change whose outcome is open.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = import_changes)]
struct Change {
    work_id: i64,
    version: i64,
    former: Option<String>,
}

/// Begins to undo an import, or goes on with it. Returns whether there is something to do.
///
/// # Errors
/// 404; 422 if it has not ended, or has ended too long ago.
pub fn begin(conn: &mut Conn, actor: &Actor, import: i64) -> Result<bool, ApiError> {
    // Locks the row, so that the import neither ends nor goes on in between.
    diesel::update(imports::table.find(import))
        .set(imports::undo.eq(imports::undo))
        .execute(conn)?;
    let stale_before = actor.now - STALE_AFTER;
    command::end_killed(conn, stale_before)?;
    queries::interrupt(conn, actor, None, stale_before)?;
    let row = queries::find(conn, import)?;
    let reject = |text: &'static str| Err(ApiError::with_message(ErrorKind::ImportState, text));
    match row.undo {
        ImportUndo::Done => return Ok(false),
        ImportUndo::Begun => return Ok(true),
        ImportUndo::None => return reject("该导入没有可以撤销的改动"),
        ImportUndo::Open => {}
    }
    let has_ended = matches!(
        row.state,
        ImportState::Done | ImportState::Cancelled | ImportState::Failed
    );
    let Some(ended) = row.finished_at.filter(|_| has_ended) else {
        return reject(match has_ended {
            true => "命令行导入还在进行，不能撤销；如果它的进程已被终止，请两分钟后再试",
            false => "导入还没有结束，不能撤销",
        });
    };
    if ended < actor.now - UNDO_PERIOD {
        return reject("导入已超过30天，不能撤销");
    }
    diesel::update(imports::table.find(import))
        .set(imports::undo.eq(ImportUndo::Begun))
        .execute(conn)?;
    let (before, after) = (json!({ "undo": "open" }), json!({ "undo": "begun" }));
    queries::record(conn, actor, Action::ImportUndo, import, (before, after))?;
    Ok(true)
}

/// The next works of an import to undo, greatest id first. Without any below `cursor` it starts again at the top.
pub fn next(
    conn: &mut Conn,
    import: i64,
    cursor: Option<i64>,
    limit: usize,
) -> QueryResult<Vec<i64>> {
    let mut page = |below: i64| {
        import_changes::table
            .filter(import_changes::import_id.eq(import))
            .filter(import_changes::outcome.is_null())
            .filter(import_changes::work_id.lt(below))
            .order(import_changes::work_id.desc())
            .limit(i64::try_from(limit).unwrap_or(i64::MAX))
            .select(import_changes::work_id)
            .load(conn)
    };
    let works = page(cursor.unwrap_or(i64::MAX))?;
    match works.is_empty() && cursor.is_some() {
        true => page(i64::MAX),
        false => Ok(works),
    }
}

/// Undoes what the import has done to these works.
pub fn undo(
    db: &Db,
    conn: &mut Conn,
    actor: &Actor,
    import: i64,
    works: &[i64],
) -> Result<Outcomes, ApiError> {
    names::lock_shared(conn)?;
    // One at a time: each work has one outcome.
    let begun = diesel::update(imports::table.find(import))
        .filter(imports::undo.eq(ImportUndo::Begun))
        .set(imports::beat_at.eq(actor.now))
        .execute(conn)?;
    if begun == 0 {
        return Ok(works.iter().map(|work| (*work, Ok(false))).collect());
    }
    let works = visibility::lock_all(conn, works).map(|_| works)?;
    let changes: Vec<Change> = import_changes::table
        .filter(import_changes::import_id.eq(import))
        .filter(import_changes::outcome.is_null())
        .filter(import_changes::work_id.eq_any(works))
        .order(import_changes::work_id)
        .select(Change::as_select())
        .load(conn)?;
    let details = details(conn, works)?;
    let details: HashMap<i64, Detail> = details
        .into_iter()
        .map(|detail| (detail.row.id, detail))
        .collect();
    let done = decide(conn, &changes, &details, actor.now)?;
    done.write(db, conn, actor, import)?;
    let is_open = |work: &&i64| changes.iter().any(|change| change.work_id == **work);
    let others = works.iter().filter(|work| !is_open(work));
    // Another step has done them.
    let mut outcomes: Outcomes = others.map(|work| (*work, Ok(false))).collect();
    outcomes.extend(done.outcomes());
    // In the transaction of the last works, so that none of both is without the other.
    finish(conn, actor, import)?;
    Ok(outcomes)
}

/// What becomes of each work; those that the import has created are deleted or hidden here.
fn decide(
    conn: &mut Conn,
    changes: &[Change],
    details: &HashMap<i64, Detail>,
    now: i64,
) -> Result<Done, ApiError> {
    let mut done = Done::default();
    for change in changes {
        match (details.get(&change.work_id), &change.former) {
            // Somebody else has deleted it.
            (None, None) => done.set(change.work_id, UndoOutcome::Deleted),
            (None, Some(_)) => done.set(change.work_id, UndoOutcome::Kept),
            (Some(detail), None) => {
                let outcome = take_back(conn, detail, change, now)?;
                done.set(change.work_id, outcome);
            }
            (Some(detail), Some(former)) => match Planned::new(detail, change, former) {
                Some(plan) => done.plan(plan),
                None => done.set(change.work_id, UndoOutcome::Kept),
            },
        }
    }
    Ok(done)
}

/// Deletes a work that the import has created, or hides it.
fn take_back(
    conn: &mut Conn,
    detail: &Detail,
    change: &Change,
    now: i64,
) -> Result<UndoOutcome, ApiError> {
    let row = &detail.row;
    if row.version != change.version || row.withheld != Withheld::No {
        visibility::change(conn, row.id, VisibilityCommand::Hide, now)?;
        return Ok(UndoOutcome::Hidden);
    }
    Ok(match remove(conn, row.id, now)? {
        Removal::Deleted(_) => UndoOutcome::Deleted,
        Removal::Hidden => UndoOutcome::Hidden,
    })
}

/// A work to be restored.
struct Planned {
    stored: Stored,
    record: WorkRecord,
    magnets: BTreeMap<String, i64>,
}

impl Planned {
    /// None if the work was changed since.
    fn new(detail: &Detail, change: &Change, former: &str) -> Option<Self> {
        let row = &detail.row;
        let former: Former = serde_json::from_str(former).ok()?;
        if row.version != change.version {
            return None;
        }
        let fields = LineFields::read(former.fields).ok()?;
        let record = fields.applied_to(&detail.record()?).ok()?;
        let hides = match row.hidden == former.hides {
            true => former.hidden || row.withheld != Withheld::No,
            false => row.hidden,
        };
        Some(Self {
            stored: Stored {
                id: row.id,
                hidden: row.hidden,
                hides,
                fingerprint: former.fingerprint,
                curated: FieldSet::from_bits(former.curated),
            },
            record,
            magnets: former.magnets,
        })
    }
}

/// What became of the works of a batch.
#[derive(Default)]
struct Done {
    plans: Vec<Planned>,
    by_outcome: BTreeMap<UndoOutcome, Vec<i64>>,
}

impl Done {
    fn set(&mut self, work: i64, outcome: UndoOutcome) {
        self.by_outcome.entry(outcome).or_default().push(work);
    }

    fn plan(&mut self, plan: Planned) {
        self.set(plan.stored.id, UndoOutcome::Restored);
        self.plans.push(plan);
    }

    fn write(&self, db: &Db, conn: &mut Conn, actor: &Actor, import: i64) -> QueryResult<()> {
        let works = self.plans.iter().map(|plan| (plan.stored, &plan.record));
        Store::new(db, actor.clock(), actor.ids()).replace(conn, works)?;
        for plan in &self.plans {
            restore_magnet_ids(conn, plan)?;
        }
        for (outcome, works) in &self.by_outcome {
            let those = import_changes::table
                .filter(import_changes::import_id.eq(import))
                .filter(import_changes::work_id.eq_any(works));
            diesel::update(those)
                .set((
                    import_changes::outcome.eq(outcome.as_str()),
                    import_changes::former.eq(None::<String>),
                ))
                .execute(conn)?;
        }
        Ok(())
    }

    fn outcomes(self) -> Outcomes {
        let all = self.by_outcome.into_iter().flat_map(|(outcome, works)| {
            works.into_iter().map(move |work| {
                let result = match outcome {
                    UndoOutcome::Deleted | UndoOutcome::Restored => Ok(true),
                    UndoOutcome::Hidden => Err(ApiError::new(ErrorKind::WorkInUse)),
                    UndoOutcome::Kept => {
                        let text = "该影片在导入后又改过，没有撤销";
                        Err(ApiError::with_message(ErrorKind::EditConflict, text))
                    }
                };
                (work, result)
            })
        });
        all.collect()
    }
}

/// Gives magnets that the import had removed their former ids, which are their order.
fn restore_magnet_ids(conn: &mut Conn, plan: &Planned) -> QueryResult<()> {
    if plan.magnets.is_empty() {
        return Ok(());
    }
    let now: Vec<(i64, String)> = magnets::table
        .filter(magnets::work_id.eq(plan.stored.id))
        .select((magnets::id, magnets::info_hash))
        .load(conn)?;
    for (id, hash) in now {
        if let Some(former) = plan.magnets.get(&hash).filter(|former| **former != id) {
            diesel::update(magnets::table.find(id))
                .set(magnets::id.eq(former))
                .execute(conn)?;
        }
    }
    Ok(())
}

/// How many works an undo has deleted, hidden, restored and kept, and under [`TERMS`] how many terms it has deleted.
pub type UndoCounts = BTreeMap<&'static str, i64>;

/// The deleted terms among the counts.
pub const TERMS: &str = "terms";

/// Ends an undo and logs that, when no work and no term is left to undo; returns the counts.
pub fn finish(conn: &mut Conn, actor: &Actor, import: i64) -> QueryResult<Option<UndoCounts>> {
    let open = import_changes::table
        .filter(import_changes::import_id.eq(import))
        .filter(import_changes::outcome.is_null());
    let terms = import_terms::table.filter(import_terms::import_id.eq(import));
    let undecided = terms.filter(import_terms::deleted.is_null());
    if diesel::select(exists(open).or(exists(undecided))).get_result(conn)? {
        return Ok(None);
    }
    let deleted_terms: i64 = terms
        .filter(import_terms::deleted.eq(true))
        .count()
        .get_result(conn)?;
    let counted: Vec<(Option<UndoOutcome>, i64)> = import_changes::table
        .filter(import_changes::import_id.eq(import))
        .group_by(import_changes::outcome)
        .select((import_changes::outcome, diesel::dsl::count_star()))
        .load(conn)?;
    let mut counts = UndoCounts::from(UndoOutcome::ALL.map(|outcome| (outcome.as_str(), 0)));
    counts.extend(
        counted
            .into_iter()
            .filter_map(|(outcome, count)| Some((outcome?.as_str(), count))),
    );
    counts.insert(TERMS, deleted_terms);
    let ended = diesel::update(imports::table.find(import))
        .filter(imports::undo.eq(ImportUndo::Begun))
        .set(imports::undo.eq(ImportUndo::Done))
        .execute(conn)?;
    if ended == 1 {
        let mut after = json!(counts);
        if let Some(after) = after.as_object_mut() {
            after.insert("undo".to_owned(), json!("done"));
        }
        let before = json!({ "undo": "begun" });
        queries::record(conn, actor, Action::ImportUndo, import, (before, after))?;
    }
    Ok(Some(counts))
}
