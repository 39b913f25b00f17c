//! Whether the index has what the database has: a look at two numbers that is cheap enough to be taken all the time,
//! and the comparison of every work.

use std::collections::HashMap;

use diesel::prelude::*;

use super::lag::Reached;
use super::reading::indexed_works;
use crate::catalogue::index::WorksIndex;
use crate::catalogue::kinds::Channel;
use crate::db::schema::works;
use crate::db::{Db, DbError};
use crate::stats::counters::totals;

/// Works compared at once.
const BATCH: i64 = 2_000;

/// Every work of the database beside every work of the index.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Visible works of the database.
    pub works: u64,
    /// Visible works that the index does not have.
    pub missing: Vec<i64>,
    /// Works that the index has as they were before.
    pub stale: Vec<i64>,
    /// Works of the index that are not visible any more.
    pub left: Vec<i64>,
}

impl Comparison {
    /// How many works differ.
    pub fn differences(&self) -> usize {
        self.missing.len() + self.stale.len() + self.left.len()
    }
}

/// Compares every work with what the index has of it.
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

/// How many visible works there are, by the figures that are kept of them; none while the index has not taken in every
/// change, since then it says nothing.
pub(super) fn visible_by_counters(db: &Db, reached: &Reached) -> Result<Option<i64>, DbError> {
    db.read_now(|conn| {
        // The works first: a change that comes in between shows among the changes.
        let there = totals(conn)?;
        let channels = [Channel::Censored, Channel::Uncensored, Channel::Western];
        let visible = channels.map(|channel| there(channel.counter()));
        Ok((!reached.waits(conn)?).then(|| visible.iter().sum()))
    })
}

/// [`visible_by_counters`], counted one by one.
pub(super) fn visible_by_counting(db: &Db, reached: &Reached) -> Result<Option<i64>, DbError> {
    db.read_now(|conn| {
        let channels = [Channel::Censored, Channel::Uncensored, Channel::Western];
        let visible: i64 = works::table
            .filter(works::hidden.eq(false))
            .filter(works::mod_id.eq_any(channels.map(Channel::code)))
            .count()
            .get_result(conn)?;
        Ok((!reached.waits(conn)?).then_some(visible))
    })
}
