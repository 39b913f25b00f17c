//! Whether a work is on the site. An import sets that for each work, and operators can hide one regardless of the
//! import. A change updates the terms' counts and the outbox in the same transaction, so that a hidden work disappears
//! from lists and search within two seconds, and from everything else at once.

use std::collections::BTreeMap;

use diesel::prelude::*;
use yingku_base::code_enum;

use crate::catalogue::import::rows;
use crate::catalogue::kinds::Channel;
use crate::db::schema::works;
use crate::db::{Conn, outbox};
use crate::http::error::{ApiError, ErrorKind};
use crate::stats::counters::{Moves, TotalCounter};

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
}

impl Visibility {
    const fn off(withheld: Withheld) -> Self {
        Self {
            hidden: true,
            withheld,
        }
    }

    const ON: Self = Self {
        hidden: false,
        withheld: Withheld::No,
    };
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
}

/// The visibility after a command. The more serious reason stays: hiding a reported or taken down work changes nothing.
/// A reported work cannot be restored without a decision ([`ErrorKind::ReportOpen`]).
pub fn after(before: Visibility, command: VisibilityCommand) -> Result<Visibility, ApiError> {
    use Withheld::{Hidden, No, Reported, TakenDown};
    Ok(match (command, before.withheld) {
        (VisibilityCommand::Hide, No | Hidden) => Visibility::off(Hidden),
        (VisibilityCommand::Restore, Reported) => return Err(ErrorKind::ReportOpen.into()),
        (VisibilityCommand::Restore, No | Hidden | TakenDown)
        | (VisibilityCommand::Clear, Reported) => Visibility::ON,
        (VisibilityCommand::TakeDown, _) => Visibility::off(TakenDown),
        (VisibilityCommand::Suspend, No) if !before.hidden => Visibility::off(Reported),
        (VisibilityCommand::Hide | VisibilityCommand::Suspend | VisibilityCommand::Clear, _) => {
            before
        }
    })
}

/// Changes the visibility of a work at `now` (seconds); returns the old and the new one.
pub fn change(
    conn: &mut Conn,
    work: i64,
    command: VisibilityCommand,
    now: i64,
) -> Result<(Visibility, Visibility), ApiError> {
    let (hidden, withheld, mod_id) = read_locked(conn, work)?;
    let before = Visibility { hidden, withheld };
    let after = after(before, command)?;
    if after == before {
        return Ok((before, after));
    }
    diesel::update(works::table.find(work))
        .set((
            works::hidden.eq(after.hidden),
            works::withheld.eq(after.withheld),
            works::updated_at.eq(now),
        ))
        .execute(conn)?;
    if after.hidden != before.hidden {
        let by = if after.hidden { -1 } else { 1 };
        count_in_terms(conn, work, Channel::from_code(mod_id), by)?;
        outbox::record(conn, &[work], now)?;
    }
    moves(before, after, Channel::from_code(mod_id)).write(conn)?;
    Ok((before, after))
}

/// The changes of the totals.
fn moves(before: Visibility, after: Visibility, channel: Option<Channel>) -> Moves {
    let mut moves = Moves::default();
    if let Some(channel) = channel {
        moves.work(
            TotalCounter::works_of(channel),
            Some(!before.hidden),
            !after.hidden,
        );
    }
    let down = |state: Visibility| i64::from(state.withheld == Withheld::TakenDown);
    moves.add(TotalCounter::TakenDown, down(after) - down(before));
    moves
}

/// Locks a work until the transaction ends.
pub fn lock_row(conn: &mut Conn, work: i64) -> QueryResult<()> {
    read_locked(conn, work).map(|_| ())
}

/// Locks a work until the transaction ends, and reads its visibility and channel.
fn read_locked(conn: &mut Conn, work: i64) -> QueryResult<(bool, Withheld, i16)> {
    let columns = (works::hidden, works::withheld, works::mod_id);
    match conn {
        Conn::Sqlite(conn) => works::table.find(work).select(columns).first(conn),
        Conn::Postgres(conn) => works::table
            .find(work)
            .select(columns)
            .for_no_key_update()
            .first(conn),
    }
}

/// Updates the counts of the work's terms.
fn count_in_terms(
    conn: &mut Conn,
    work: i64,
    channel: Option<Channel>,
    by: i32,
) -> QueryResult<()> {
    let uncensored = if channel == Some(Channel::Uncensored) {
        by
    } else {
        0
    };
    let terms = rows::term_ids_of(conn, work)?;
    let shifts: BTreeMap<i64, (i32, i32)> =
        terms.into_iter().map(|id| (id, (by, uncensored))).collect();
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
mod tests {
    use super::*;

    const OFF_BY_IMPORT: Visibility = Visibility::off(Withheld::No);

    fn next(before: Visibility, command: VisibilityCommand) -> Visibility {
        after(before, command).unwrap()
    }

    #[test]
    fn the_more_serious_reason_stays() {
        let off = Visibility::off;
        for command in [
            VisibilityCommand::Hide,
            VisibilityCommand::Suspend,
            VisibilityCommand::Clear,
        ] {
            assert_eq!(
                next(off(Withheld::TakenDown), command),
                off(Withheld::TakenDown)
            );
        }
        for before in [Visibility::ON, OFF_BY_IMPORT, off(Withheld::Hidden)] {
            assert_eq!(next(before, VisibilityCommand::Hide), off(Withheld::Hidden));
            assert_eq!(
                next(before, VisibilityCommand::TakeDown),
                off(Withheld::TakenDown)
            );
        }
        assert_eq!(
            next(off(Withheld::Reported), VisibilityCommand::Hide),
            off(Withheld::Reported)
        );
        assert_eq!(
            next(off(Withheld::Reported), VisibilityCommand::TakeDown),
            off(Withheld::TakenDown)
        );
    }

    #[test]
    fn only_a_decision_brings_a_reported_work_back() {
        let reported = next(Visibility::ON, VisibilityCommand::Suspend);
        assert_eq!(reported, Visibility::off(Withheld::Reported));
        let refused = after(reported, VisibilityCommand::Restore).unwrap_err();
        assert_eq!(refused.kind, ErrorKind::ReportOpen);
        assert_eq!(next(reported, VisibilityCommand::Clear), Visibility::ON);
        for before in [
            Visibility::ON,
            OFF_BY_IMPORT,
            Visibility::off(Withheld::Hidden),
            Visibility::off(Withheld::TakenDown),
        ] {
            assert_eq!(next(before, VisibilityCommand::Restore), Visibility::ON);
        }
        // Rejecting a report does not restore a work hidden for another reason.
        for before in [OFF_BY_IMPORT, Visibility::off(Withheld::Hidden)] {
            assert_eq!(next(before, VisibilityCommand::Suspend), before);
            assert_eq!(next(before, VisibilityCommand::Clear), before);
        }
    }

    #[test]
    fn an_unknown_number_hides_a_work() {
        for withheld in Withheld::ALL {
            assert_eq!(Withheld::from_code(withheld.code()), Some(withheld));
        }
    }
}
