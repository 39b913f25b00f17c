//! The outbox `work_changes` that feeds the works index: changed works, and renamed terms, which change how their works
//! are found.
//!
//! A reader keeps a mark and reads what came after it. On SQLite the mark is the last sequence number: there is one
//! writer, so numbers become visible in order. On PostgreSQL a later number can become visible first, so the mark is a
//! *transaction horizon*: every row of an older transaction was visible when the mark was taken, and reading again from
//! the horizon misses nothing. Rows above it may come twice; [`Changes::seqs`] says which.

use std::collections::HashSet;

use diesel::prelude::*;
use diesel::result::QueryResult;

use super::connection::Conn;
use super::dialect;
use super::schema::{settings, work_changes};

/// Key of the row with the position up to which changes were deleted.
const PRUNED_KEY: &str = "changes_forgotten";
/// Changes deleted in one transaction, which takes some milliseconds.
pub const MAX_PRUNED: i64 = 2_000;

/// What changed after a mark.
#[derive(Debug, Default)]
pub struct Changes {
    /// The work of each change, in order; a work that changed twice comes twice.
    pub works: Vec<i64>,
    /// Terms that were renamed.
    pub terms: Vec<i64>,
    /// Whether all of them changed only counters.
    pub counters_only: bool,
    /// Sequence numbers of this read that the next one may repeat.
    pub seqs: HashSet<i64>,
    /// Where the next read starts.
    pub mark: i64,
}

#[derive(Insertable)]
#[diesel(table_name = work_changes, treat_none_as_default_value = false)]
struct NewChange {
    work_id: Option<i64>,
    term_id: Option<i64>,
    counters_only: bool,
    at: i64,
}

/// A row: its number, its work or its term, and whether only counters changed.
type Row = (i64, Option<i64>, Option<i64>, bool);

/// Records that these works changed at `now` (seconds), in the transaction that changed them.
pub fn record(conn: &mut Conn, works: &[i64], now: i64) -> QueryResult<()> {
    record_works(conn, works, false, now)
}

/// [`record`] when only the works' collects, likes or views changed: lists in other orders are unaffected.
pub fn record_counters(conn: &mut Conn, works: &[i64], now: i64) -> QueryResult<()> {
    record_works(conn, works, true, now)
}

fn record_works(conn: &mut Conn, works: &[i64], counters_only: bool, now: i64) -> QueryResult<()> {
    let change = |work: &i64| NewChange {
        work_id: Some(*work),
        term_id: None,
        counters_only,
        at: now,
    };
    insert(conn, works.iter().map(change).collect())
}

/// Records that these terms were renamed at `now` (seconds), in the transaction that renamed them.
pub fn record_terms(conn: &mut Conn, terms: &[i64], now: i64) -> QueryResult<()> {
    let change = |term: &i64| NewChange {
        work_id: None,
        term_id: Some(*term),
        counters_only: false,
        at: now,
    };
    insert(conn, terms.iter().map(change).collect())
}

fn insert(conn: &mut Conn, changes: Vec<NewChange>) -> QueryResult<()> {
    insert_all!(conn, work_changes::table, changes)
}

/// The current mark, for a reader that is about to read everything.
pub fn current_mark(conn: &mut Conn) -> QueryResult<i64> {
    if let Conn::Postgres(conn) = conn {
        return dialect::transaction_horizon(conn);
    }
    let last: Option<i64> = work_changes::table
        .select(diesel::dsl::max(work_changes::seq))
        .first(conn)?;
    // The deleted changes count too.
    Ok(last.or(pruned_mark(conn)?).unwrap_or(0))
}

/// The mark up to which changes were deleted.
fn pruned_mark(conn: &mut Conn) -> QueryResult<Option<i64>> {
    let text: Option<String> = settings::table
        .find(PRUNED_KEY)
        .select(settings::value)
        .first(conn)
        .optional()?;
    Ok(text.and_then(|text| text.parse().ok()))
}

/// At most `limit` changes after `mark`, except the `seen` ones.
pub fn after(conn: &mut Conn, mark: i64, seen: &HashSet<i64>, limit: i64) -> QueryResult<Changes> {
    match conn {
        Conn::Sqlite(conn) => {
            let rows: Vec<Row> = work_changes::table
                .select((
                    work_changes::seq,
                    work_changes::work_id,
                    work_changes::term_id,
                    work_changes::counters_only,
                ))
                .filter(work_changes::seq.gt(mark))
                .order(work_changes::seq)
                .limit(limit)
                .load(conn)?;
            let mark = rows.last().map_or(mark, |row| row.0);
            Ok(Changes {
                works: rows.iter().filter_map(|row| row.1).collect(),
                terms: rows.iter().filter_map(|row| row.2).collect(),
                counters_only: rows.iter().all(|row| row.3),
                seqs: HashSet::new(),
                mark,
            })
        }
        Conn::Postgres(conn) => changes_after_horizon(conn, mark, seen, limit),
    }
}

fn changes_after_horizon(
    conn: &mut PgConnection,
    mark: i64,
    seen: &HashSet<i64>,
    limit: i64,
) -> QueryResult<Changes> {
    // Before the rows: what commits in between is read now, or again later because it is not below the horizon.
    let horizon = dialect::transaction_horizon(conn)?;
    let rows: Vec<(i64, Row)> = work_changes::table
        .select((
            work_changes::tx,
            (
                work_changes::seq,
                work_changes::work_id,
                work_changes::term_id,
                work_changes::counters_only,
            ),
        ))
        .filter(work_changes::tx.ge(mark))
        .filter(work_changes::seq.ne_all(seen.iter().copied().collect::<Vec<_>>()))
        .order((work_changes::tx, work_changes::seq))
        .limit(limit)
        .load(conn)?;
    let full = i64::try_from(rows.len()).is_ok_and(|count| count == limit);
    // A full page may end inside a transaction: continue from that transaction.
    let next = match rows.last() {
        Some(last) if full => horizon.min(last.0),
        _ => horizon,
    };
    let mut seqs: HashSet<i64> = rows
        .iter()
        .filter(|(tx, _)| *tx >= next)
        .map(|(_, row)| row.0)
        .collect();
    if next == mark {
        seqs.extend(seen);
    }
    Ok(Changes {
        works: rows.iter().filter_map(|(_, row)| row.1).collect(),
        terms: rows.iter().filter_map(|(_, row)| row.2).collect(),
        counters_only: rows.iter().all(|(_, row)| row.3),
        seqs,
        mark: next,
    })
}

/// Upper bound of the changes in the outbox: unused numbers count too. Reads only both ends.
pub fn span(conn: &mut Conn) -> QueryResult<i64> {
    use diesel::dsl::{max, min};
    // Separate queries: both in one would scan every row.
    let first: Option<i64> = work_changes::table
        .select(min(work_changes::seq))
        .first(conn)?;
    let last: Option<i64> = work_changes::table
        .select(max(work_changes::seq))
        .first(conn)?;
    Ok(match (first, last) {
        (Some(first), Some(last)) => last - first + 1,
        _ => 0,
    })
}

/// How many changes come after `mark`, except the `seen` ones and at most `limit`, and the time of the first, seconds.
pub fn waiting(
    conn: &mut Conn,
    mark: i64,
    seen: &HashSet<i64>,
    limit: i64,
) -> QueryResult<(usize, Option<i64>)> {
    let times: Vec<i64> = match conn {
        Conn::Sqlite(conn) => work_changes::table
            .filter(work_changes::seq.gt(mark))
            .select(work_changes::at)
            .order(work_changes::seq)
            .limit(limit)
            .load(conn)?,
        Conn::Postgres(conn) => work_changes::table
            .filter(work_changes::tx.ge(mark))
            .filter(work_changes::seq.ne_all(seen.iter().copied().collect::<Vec<_>>()))
            .select(work_changes::at)
            .order((work_changes::tx, work_changes::seq))
            .limit(limit)
            .load(conn)?,
    };
    Ok((times.len(), times.into_iter().min()))
}

/// Deletes changes older than `before` (seconds), at most the first [`MAX_PRUNED`], and returns their number. It
/// stores how far it went, so that an index further behind is rebuilt. Each call needs its own transaction, to keep
/// them short.
pub fn prune(conn: &mut Conn, before: i64) -> QueryResult<usize> {
    let pruned = lock_pruned_mark(conn)?;
    let first: Vec<(i64, i64, i64)> = work_changes::table
        .select((work_changes::seq, work_changes::tx, work_changes::at))
        .order(work_changes::seq)
        .limit(MAX_PRUNED)
        .load(conn)?;
    // Up to the last old one, in case the clock was ahead for a while.
    let Some(last) = first.iter().rposition(|(_, _, at)| *at < before) else {
        return Ok(0);
    };
    let old = first.into_iter().take(last + 1);
    let (seqs, txs): (Vec<i64>, Vec<i64>) = old.map(|(seq, tx, _)| (seq, tx)).unzip();
    let positions = match conn {
        Conn::Sqlite(_) => &seqs,
        Conn::Postgres(_) => &txs,
    };
    let furthest = positions.iter().copied().fold(pruned, i64::max);
    diesel::update(settings::table.find(PRUNED_KEY))
        .set(settings::value.eq(furthest.to_string()))
        .execute(conn)?;
    diesel::delete(work_changes::table.filter(work_changes::seq.eq_any(seqs))).execute(conn)
}

/// Locks the mark up to which changes were deleted, and creates it if needed. So two instances on PostgreSQL never move
/// it back.
fn lock_pruned_mark(conn: &mut Conn) -> QueryResult<i64> {
    let none = (settings::key.eq(PRUNED_KEY), settings::value.eq("0"));
    on_engine!(conn, c => diesel::insert_into(settings::table)
        .values(none)
        .on_conflict_do_nothing()
        .execute(c))?;
    if let Conn::Postgres(conn) = conn {
        settings::table
            .find(PRUNED_KEY)
            .select(settings::key)
            .for_update()
            .first::<String>(conn)?;
    }
    Ok(pruned_mark(conn)?.unwrap_or(0))
}

/// Whether a reader cannot continue from `mark`: later changes were deleted, or the database was restored from an older
/// backup.
pub fn is_pruned(conn: &mut Conn, mark: i64) -> QueryResult<bool> {
    let pruned = pruned_mark(conn)?;
    // A PostgreSQL mark is still to be read itself; a SQLite mark has been read.
    let first_unread = match conn {
        Conn::Sqlite(_) => mark.saturating_add(1),
        Conn::Postgres(_) => mark,
    };
    Ok(pruned.is_some_and(|pruned| pruned >= first_unread) || current_mark(conn)? < mark)
}
