//! `work_changes`, the list of changes that the works index is fed from: works, and terms whose names
//! have changed and with them the way their works are found.
//!
//! A reader keeps a mark and asks for what came after it. On SQLite the mark is the last sequence
//! number: there is one writer, so numbers become visible in order. On PostgreSQL a later number can
//! become visible first; there the mark is a *transaction horizon*: every row of an older transaction
//! was visible when the mark was taken, so reading again from the horizon misses nothing. Rows above
//! it may come twice, which [`Changes::seqs`] lets the reader notice.

use std::collections::HashSet;

use diesel::prelude::*;
use diesel::result::QueryResult;

use super::schema::{settings, work_changes};
use super::{Conn, dialect};

/// Key of the setting that says how far changes were forgotten.
const FORGOTTEN: &str = "changes_forgotten";
/// Changes forgotten in one transaction: some milliseconds.
pub const FORGOTTEN_AT_ONCE: i64 = 2_000;

/// What changed after a mark.
#[derive(Debug, Default)]
pub struct Changes {
    /// The work of each change, in order; a work that changed twice comes twice.
    pub works: Vec<i64>,
    /// Terms with other names than before.
    pub terms: Vec<i64>,
    /// Whether all of them moved counters only.
    pub counters_only: bool,
    /// Sequence numbers seen in this reading that the next one may show again.
    pub seqs: HashSet<i64>,
    /// Where the next reading starts.
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

/// A change as it is read: its number, its work or its term, and whether it moved counters only.
type Row = (i64, Option<i64>, Option<i64>, bool);

/// Notes that these works changed at `now` (seconds), in the transaction that changed them.
///
/// # Errors
/// The statement's.
pub fn record(conn: &mut Conn, works: &[i64], now: i64) -> QueryResult<()> {
    record_works(conn, works, false, now)
}

/// [`record`] for a change of nothing but how often the works were collected, liked or looked at: lists in
/// other orders stay as they are.
///
/// # Errors
/// The statement's.
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

/// Notes that these terms have other names at `now` (seconds), in the transaction that renamed them.
///
/// # Errors
/// The statement's.
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
    crate::insert_all!(conn, work_changes::table, changes)
}

/// The mark of this moment, for a reader that is about to read everything.
///
/// # Errors
/// The statement's.
pub fn now_mark(conn: &mut Conn) -> QueryResult<i64> {
    if let Conn::Postgres(conn) = conn {
        return dialect::transaction_horizon(conn);
    }
    let last: Option<i64> = work_changes::table
        .select(diesel::dsl::max(work_changes::seq))
        .first(conn)?;
    // Changes that have been forgotten have been, too.
    Ok(last.or(forgotten(conn)?).unwrap_or(0))
}

/// The mark up to which changes have been forgotten.
fn forgotten(conn: &mut Conn) -> QueryResult<Option<i64>> {
    let text: Option<String> = settings::table
        .find(FORGOTTEN)
        .select(settings::value)
        .first(conn)
        .optional()?;
    Ok(text.and_then(|text| text.parse().ok()))
}

/// At most `limit` changes after `mark`, leaving out the `seen` ones.
///
/// # Errors
/// The statement's.
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
        Conn::Postgres(conn) => after_horizon(conn, mark, seen, limit),
    }
}

fn after_horizon(
    conn: &mut PgConnection,
    mark: i64,
    seen: &HashSet<i64>,
    limit: i64,
) -> QueryResult<Changes> {
    // Before the rows: what commits in between is read now or, being at or above it, again later.
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
    // A full page may have stopped inside a transaction: go on from that transaction.
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

/// How many changes the outbox keeps at most: numbers that were never used count, too. Both ends are looked up, and
/// nothing in between.
///
/// # Errors
/// The statement's.
pub fn span(conn: &mut Conn) -> QueryResult<i64> {
    use diesel::dsl::{max, min};
    // One at a time: both in one would look at every row.
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

/// How many changes come after `mark`, leaving out the `seen` ones, `limit` at most, and when the first of them was
/// made, seconds; none when there is none.
///
/// # Errors
/// The statement's.
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

/// Forgets some changes older than `before` (seconds), the first [`FORGOTTEN_AT_ONCE`] at most, and says how
/// many; zero when none is left. It remembers how far it went, so that an index that is further behind knows
/// to be rebuilt. Each call wants a transaction of its own, so that nobody waits long for it.
///
/// # Errors
/// The statement's.
pub fn forget(conn: &mut Conn, before: i64) -> QueryResult<usize> {
    let forgotten = hold_forgotten(conn)?;
    let first: Vec<(i64, i64, i64)> = work_changes::table
        .select((work_changes::seq, work_changes::tx, work_changes::at))
        .order(work_changes::seq)
        .limit(FORGOTTEN_AT_ONCE)
        .load(conn)?;
    // Up to the last old one: a clock that was ahead for a while keeps nothing.
    let Some(last) = first.iter().rposition(|(_, _, at)| *at < before) else {
        return Ok(0);
    };
    let old = first.into_iter().take(last + 1);
    let (seqs, txs): (Vec<i64>, Vec<i64>) = old.map(|(seq, tx, _)| (seq, tx)).unzip();
    let positions = match conn {
        Conn::Sqlite(_) => &seqs,
        Conn::Postgres(_) => &txs,
    };
    let furthest = positions.iter().copied().fold(forgotten, i64::max);
    diesel::update(settings::table.find(FORGOTTEN))
        .set(settings::value.eq(furthest.to_string()))
        .execute(conn)?;
    diesel::delete(work_changes::table.filter(work_changes::seq.eq_any(seqs))).execute(conn)
}

/// Holds the mark up to which changes have been forgotten, made when there was none: of two who forget at
/// once, on PostgreSQL, neither takes the mark back.
fn hold_forgotten(conn: &mut Conn) -> QueryResult<i64> {
    let none = (settings::key.eq(FORGOTTEN), settings::value.eq("0"));
    crate::on_engine!(conn, c => diesel::insert_into(settings::table)
        .values(none)
        .on_conflict_do_nothing()
        .execute(c))?;
    if let Conn::Postgres(conn) = conn {
        settings::table
            .find(FORGOTTEN)
            .select(settings::key)
            .for_update()
            .first::<String>(conn)?;
    }
    Ok(forgotten(conn)?.unwrap_or(0))
}

/// True when a reader at `mark` cannot go on from there: changes after it have been forgotten, or the
/// database is older than the mark because it came back from a copy.
///
/// # Errors
/// The statement's.
pub fn is_out_of_reach(conn: &mut Conn, mark: i64) -> QueryResult<bool> {
    let forgotten = forgotten(conn)?;
    // A PostgreSQL mark is itself still to be read; a SQLite one has been.
    let first_unread = match conn {
        Conn::Sqlite(_) => mark.saturating_add(1),
        Conn::Postgres(_) => mark,
    };
    Ok(forgotten.is_some_and(|forgotten| forgotten >= first_unread) || now_mark(conn)? < mark)
}
