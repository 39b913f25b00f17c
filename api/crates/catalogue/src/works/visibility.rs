//! Whether a work is on the site. An import sets that for each work, and operators can hide one regardless of the
//! import. A change updates the terms' counts and the outbox in the same transaction, so that a hidden work disappears
//! from lists and search within two seconds, and from everything else at once.

use std::collections::{BTreeMap, HashMap};

use diesel::prelude::*;
use yingku_base::code_enum;
use yingku_db::schema::{work_terms, works};
use yingku_db::{Conn, outbox};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::stats::counters::{Moves, TotalCounter};

use crate::import::rows;
use crate::kinds::Channel;

code_enum! {
    /// Why operators hide a work, regardless of the import. Unknown numbers in the database hide it too.
    pub enum Withheld {
        /// Not hidden by operators.
        No = 0,
        /// Hidden for now.
        Hidden = 1,
        /// A serious report is undecided.
        Reported = 2,
        /// Taken down.
        TakenDown = 3,
        /// Not published yet.
        Draft = 4,
        /// Published by itself at a time.
        Scheduled = 5,
        /// Merged into another work.
        Merged = 6,
    } else TakenDown
}

impl Withheld {
    /// The string in the audit log.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Hidden => "hidden",
            Self::Reported => "reported",
            Self::TakenDown => "takenDown",
            Self::Draft => "draft",
            Self::Scheduled => "scheduled",
            Self::Merged => "merged",
        }
    }
}

/// The visibility of a work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visibility {
    /// Not on the site.
    pub hidden: bool,
    /// Whether operators hide it, and why.
    pub withheld: Withheld,
    /// When it appears by itself, seconds since 1970; only of a scheduled work.
    pub publish_at: Option<i64>,
}

impl Visibility {
    pub(super) const fn off(withheld: Withheld) -> Self {
        Self {
            hidden: true,
            withheld,
            publish_at: None,
        }
    }

    /// On the site.
    pub const ON: Self = Self {
        hidden: false,
        withheld: Withheld::No,
        publish_at: None,
    };

    /// Hidden by an operator.
    pub const HIDDEN: Self = Self::off(Withheld::Hidden);

    /// Merged into another work.
    pub const MERGED: Self = Self::off(Withheld::Merged);

    /// Whether its time has come.
    pub fn is_due(self, now: i64) -> bool {
        self.withheld == Withheld::Scheduled && self.publish_at.is_some_and(|at| at <= now)
    }
}

/// A change of visibility.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VisibilityCommand {
    /// An operator hides it for now.
    Hide,
    /// An operator restores it.
    Restore,
    /// An operator takes it down.
    TakeDown,
    /// There is a serious report.
    Suspend,
    /// An operator has rejected the serious reports.
    Clear,
    /// It is not published yet.
    Draft,
    /// It appears at this time, seconds since 1970.
    Schedule(i64),
    /// A work that is scheduled already appears at this time instead.
    Reschedule(i64),
}

/// The visibility after a command. The more serious reason stays: hiding a reported or taken down work changes nothing.
/// A reported work cannot be restored without a decision ([`ErrorKind::ReportOpen`]).
pub fn after(before: Visibility, command: VisibilityCommand) -> Result<Visibility, ApiError> {
    use Withheld::{Draft, Hidden, Merged, No, Reported, Scheduled, TakenDown};
    Ok(match (command, before.withheld) {
        (
            VisibilityCommand::Hide | VisibilityCommand::Suspend | VisibilityCommand::Clear,
            Merged,
        ) => before,
        (_, Merged) => return Err(ErrorKind::WorkMerge.into()),
        (VisibilityCommand::Hide, No | Hidden | Draft | Scheduled) => Visibility::off(Hidden),
        (VisibilityCommand::Draft, No | Hidden | Draft | Scheduled) => Visibility::off(Draft),
        (VisibilityCommand::Schedule(at), No | Hidden | Draft | Scheduled)
        | (VisibilityCommand::Reschedule(at), Scheduled) => Visibility {
            publish_at: Some(at),
            ..Visibility::off(Scheduled)
        },
        // The operator has seen a scheduled work; publishing it meanwhile is not taken back.
        (VisibilityCommand::Reschedule(_), _) => return Err(not_scheduled()),
        (
            VisibilityCommand::Restore | VisibilityCommand::Draft | VisibilityCommand::Schedule(_),
            Reported,
        ) => return Err(ErrorKind::ReportOpen.into()),
        (VisibilityCommand::Draft | VisibilityCommand::Schedule(_), TakenDown) => {
            return Err(ErrorKind::WorkTakenDown.into());
        }
        (VisibilityCommand::Restore, No | Hidden | TakenDown | Draft | Scheduled)
        | (VisibilityCommand::Clear, Reported) => Visibility::ON,
        (VisibilityCommand::TakeDown, _) => Visibility::off(TakenDown),
        (VisibilityCommand::Suspend, No) if !before.hidden => Visibility::off(Reported),
        (VisibilityCommand::Hide | VisibilityCommand::Suspend | VisibilityCommand::Clear, _) => {
            before
        }
    })
}

fn not_scheduled() -> ApiError {
    let text = "影片资料有误：publishTime: 状态不是“定时”，没有发布时间";
    ApiError::with_message(ErrorKind::WorkRefused, text)
}

/// The old and the new visibility of a work.
pub type Changed = (Visibility, Visibility);
/// A work by id, with its old and its new visibility or why it keeps its own.
pub type Decided = (i64, Result<Changed, ApiError>);

/// Changes the visibility of a work at `now` (seconds); returns the old and the new one.
pub fn change(
    conn: &mut Conn,
    work: i64,
    command: VisibilityCommand,
    now: i64,
) -> Result<Changed, ApiError> {
    let changed = change_all(conn, &[work], |_, before| after(before, command), now)?;
    let (_, changed) = changed.into_iter().next().ok_or_else(ApiError::not_found)?;
    changed
}

/// Changes the visibility of works to what `wanted` says, at `now` (seconds). Returns the existing ones in order of id,
/// each with its old and its new visibility or with the error of `wanted`.
pub fn change_all(
    conn: &mut Conn,
    works: &[i64],
    mut wanted: impl FnMut(i64, Visibility) -> Result<Visibility, ApiError>,
    now: i64,
) -> Result<Vec<Decided>, ApiError> {
    let mut decided = Vec::with_capacity(works.len());
    let (mut alike, mut flipped, mut moved) = (Alike::new(), HashMap::new(), Moves::default());
    for row in lock_rows(conn, works)? {
        let before = row.visibility();
        let after = match wanted(row.id, before) {
            Ok(after) => after,
            Err(error) => {
                decided.push((row.id, Err(error)));
                continue;
            }
        };
        decided.push((row.id, Ok((before, after))));
        if after == before {
            continue;
        }
        let channel = Channel::from_code(row.mod_id);
        alike
            .entry((after.hidden, after.withheld, after.publish_at))
            .or_default()
            .push(row.id);
        if after.hidden != before.hidden {
            flipped.insert(row.id, (channel, !after.hidden));
        }
        add_total_changes(&mut moved, before, after, channel);
    }
    write_all(conn, &alike, now)?;
    count_in_terms(conn, &flipped)?;
    let mut flipped: Vec<i64> = flipped.into_keys().collect();
    flipped.sort_unstable();
    outbox::record(conn, &flipped, now)?;
    moved.write(conn)?;
    Ok(decided)
}

/// Works by the visibility that they get.
type Alike = BTreeMap<(bool, Withheld, Option<i64>), Vec<i64>>;

/// Works updated in one statement.
const CHUNK: usize = 500;

fn write_all(conn: &mut Conn, alike: &Alike, now: i64) -> QueryResult<()> {
    for ((hidden, withheld, publish_at), ids) in alike {
        for ids in ids.chunks(CHUNK) {
            diesel::update(works::table.filter(works::id.eq_any(ids)))
                .set((
                    works::hidden.eq(hidden),
                    works::withheld.eq(*withheld),
                    works::publish_at.eq(publish_at),
                    works::updated_at.eq(now),
                ))
                .execute(conn)?;
        }
    }
    Ok(())
}

/// Adds the changes of the totals.
fn add_total_changes(
    moves: &mut Moves,
    before: Visibility,
    after: Visibility,
    channel: Option<Channel>,
) {
    if let Some(channel) = channel {
        moves.work(
            TotalCounter::works_of(channel),
            Some(!before.hidden),
            !after.hidden,
        );
    }
    let down = |state: Visibility| i64::from(state.withheld == Withheld::TakenDown);
    moves.add(TotalCounter::TakenDown, down(after) - down(before));
}

/// What a change of visibility needs to know of a work.
#[derive(Queryable)]
struct LockedRow {
    id: i64,
    hidden: bool,
    withheld: Withheld,
    publish_at: Option<i64>,
    mod_id: i16,
}

impl LockedRow {
    const fn visibility(&self) -> Visibility {
        Visibility {
            hidden: self.hidden,
            withheld: self.withheld,
            publish_at: self.publish_at,
        }
    }
}

/// Locks a work until the transaction ends.
pub fn lock_row(conn: &mut Conn, work: i64) -> QueryResult<()> {
    let found = lock_rows(conn, &[work])?;
    found
        .first()
        .map(|_| ())
        .ok_or(diesel::result::Error::NotFound)
}

/// Locks works until the transaction ends, in the order of their ids, which rules out deadlocks. Returns the existing
/// ones in that order.
pub fn lock_all(conn: &mut Conn, works: &[i64]) -> QueryResult<Vec<i64>> {
    let rows = lock_rows(conn, works)?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

fn lock_rows(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<LockedRow>> {
    let columns = (
        works::id,
        works::hidden,
        works::withheld,
        works::publish_at,
        works::mod_id,
    );
    let rows = works::table
        .filter(works::id.eq_any(ids))
        .select(columns)
        .order(works::id);
    match conn {
        Conn::Sqlite(conn) => rows.load(conn),
        Conn::Postgres(conn) => rows.for_no_key_update().load(conn),
    }
}

/// Updates the counts of the terms of works that became visible or hidden.
fn count_in_terms(
    conn: &mut Conn,
    flipped: &HashMap<i64, (Option<Channel>, bool)>,
) -> QueryResult<()> {
    let mut shifts: BTreeMap<i64, (i32, i32)> = BTreeMap::new();
    let ids: Vec<i64> = flipped.keys().copied().collect();
    for ids in ids.chunks(CHUNK) {
        let links: Vec<(i64, i64)> = work_terms::table
            .select((work_terms::work_id, work_terms::term_id))
            .filter(work_terms::work_id.eq_any(ids))
            .load(conn)?;
        for (work, term) in links {
            let Some((channel, visible)) = flipped.get(&work) else {
                continue;
            };
            let by = if *visible { 1 } else { -1 };
            let shift = shifts.entry(term).or_default();
            shift.0 += by;
            if *channel == Some(Channel::Uncensored) {
                shift.1 += by;
            }
        }
    }
    rows::shift_counts(conn, &shifts)
}

/// Whether a work exists and is visible.
pub fn is_visible(conn: &mut Conn, work: i64) -> QueryResult<bool> {
    let found: Option<i64> = works::table
        .find(work)
        .filter(works::hidden.eq(false))
        .select(works::id)
        .first(conn)
        .optional()?;
    Ok(found.is_some())
}

#[cfg(test)]
#[path = "visibility_tests.rs"]
mod tests;
