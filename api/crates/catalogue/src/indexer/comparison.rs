//! Compares the index with the database: a cheap check of the number of works, and a comparison of every work.

use std::collections::HashMap;

use diesel::prelude::*;
use yingku_db::schema::works;
use yingku_db::{Db, DbError};
use yingku_platform::stats::counters::{TotalCounter, totals};
use yingku_search::WorksIndex;

use super::lag::Checkpoint;
use super::reading::indexed_works;
use crate::kinds::Channel;

/// Works compared in one batch.
const BATCH: i64 = 2_000;

/// The differences between the works of the database and those of the index.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Visible works of the database.
    pub works: u64,
    /// Visible works that are not in the index.
    pub missing: Vec<i64>,
    /// Works whose indexed content is outdated.
    pub stale: Vec<i64>,
    /// Works in the index that are not visible any more.
    pub left: Vec<i64>,
}

impl Comparison {
    /// The number of differing works.
    pub fn differences(&self) -> usize {
        self.missing.len() + self.stale.len() + self.left.len()
    }
}

/// Compares every work.
pub fn compare(db: &Db, index: &WorksIndex) -> anyhow::Result<Comparison> {
    let mut indexed: HashMap<i64, u64> = index.ids()?.into_iter().collect();
    let mut found = Comparison::default();
    let mut last = i64::MIN;
    loop {
        let batch = db.query_now(|conn| {
            let ids: Vec<i64> = works::table
                .select(works::id)
                .filter(works::id.gt(last))
                .order(works::id)
                .limit(BATCH)
                .load(conn)?;
            let end = ids.last().copied();
            end.map(|end| indexed_works(conn, &ids).map(|works| (end, works)))
                .transpose()
        })?;
        let Some((end, works)) = batch else { break };
        last = end;
        for work in works {
            found.works += 1;
            match indexed.remove(&work.id) {
                None => found.missing.push(work.id),
                Some(print) if print != work.fingerprint() => found.stale.push(work.id),
                Some(_) => {}
            }
        }
    }
    found.left = indexed.into_keys().collect();
    Ok(found)
}

/// The number of visible works according to the counters; `None` while the index lags, because then a comparison is
/// meaningless.
pub(super) fn visible_by_counters(
    db: &Db,
    checkpoint: &Checkpoint,
) -> Result<Option<i64>, DbError> {
    db.read_now(|conn| {
        // Before the lag, so that a concurrent change counts as lag.
        let total_of = totals(conn)?;
        let visible = Channel::ALL.map(|channel| total_of(TotalCounter::works_of(channel)));
        Ok((!checkpoint.waits(conn)?).then(|| visible.iter().sum()))
    })
}

/// [`visible_by_counters`], but counts the rows.
pub(super) fn visible_by_counting(
    db: &Db,
    checkpoint: &Checkpoint,
) -> Result<Option<i64>, DbError> {
    db.read_now(|conn| {
        let visible: i64 = works::table
            .filter(works::hidden.eq(false))
            .filter(works::mod_id.eq_any(Channel::ALL.map(Channel::code)))
            .count()
            .get_result(conn)?;
        Ok((!checkpoint.waits(conn)?).then_some(visible))
    })
}
