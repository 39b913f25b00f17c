//! Which records are news for stored works, and what of these works stays as operators have set it.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use diesel::result::QueryResult;

use super::curated::{Curated, Kept};
use super::fingerprint::Fingerprinted;
use super::known::Known;
use super::record::WorkRecord;
use crate::catalogue::kinds::Channel;
use crate::catalogue::terms::names;
use crate::catalogue::works::admin::wholes::wholes;
use crate::catalogue::works::visibility::Withheld;
use crate::db::Conn;
use crate::db::schema::works;

/// How news are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Taking {
    /// Fields that operators have set follow the line, too.
    pub(super) overrides: bool,
    /// The works are about to be written.
    pub(super) writes: bool,
}

/// What is to be written of records that are news.
#[derive(Debug, Default)]
pub(super) struct News {
    /// Of works that operators have edited: the line with their fields, by the work's id.
    pub(super) records: HashMap<i64, WorkRecord>,
    /// What stays as it is set.
    pub(super) kept: Vec<Kept>,
}

type ByIdentity<'a> = HashMap<(Channel, &'a str), Known>;

/// Looks the works up that records are news for, all at once. What is about to be written is held, in the order of
/// ids and after the names, and known as it is then: an edit that came in between counts.
pub(super) fn news<'a>(
    conn: &mut Conn,
    records: &'a [Fingerprinted],
    known: &mut ByIdentity<'a>,
    taking: Taking,
) -> QueryResult<News> {
    let of = |printed: &'a Fingerprinted| (printed.record.channel, printed.record.number.as_str());
    let fresh: HashSet<i64> = records
        .iter()
        .filter_map(|printed| {
            let work = known.get(&of(printed))?;
            work.is_news(printed.fingerprint, taking.overrides)
                .then_some(work.id)
        })
        .collect();
    if fresh.is_empty() {
        return Ok(News::default());
    }
    if taking.writes {
        names::keep(conn)?;
        hold(conn, &fresh, known)?;
    }
    if taking.overrides {
        return Ok(News::default());
    }
    let edited = known
        .values()
        .filter(|work| fresh.contains(&work.id) && !work.curated.is_empty());
    let ids: Vec<i64> = edited.map(|work| work.id).collect();
    let stored = wholes(conn, &ids)?;
    let mut stored: HashMap<i64, WorkRecord> = stored
        .iter()
        .filter_map(|whole| Some((whole.row.id, whole.record()?)))
        .collect();
    let mut news = News::default();
    for printed in records {
        let Some(work) = known.get(&of(printed)) else {
            continue;
        };
        let Some(stored) = stored.remove(&work.id) else {
            continue;
        };
        let mut record = printed.record.clone();
        let fields = work.curated.keep(&mut record, &stored);
        if !fields.is_empty() {
            news.kept.push(Kept {
                channel: record.channel,
                number: record.number.clone(),
                fields,
            });
        }
        news.records.insert(work.id, record);
    }
    Ok(news)
}

/// Holds works until the transaction ends. SQLite has one writer, who has just looked.
fn hold(
    conn: &mut Conn,
    ids: &HashSet<i64>,
    known: &mut HashMap<(Channel, &str), Known>,
) -> QueryResult<()> {
    let Conn::Postgres(conn) = conn else {
        return Ok(());
    };
    let held: Vec<(i64, i64, bool, Withheld, i64)> = works::table
        .select((
            works::id,
            works::fingerprint,
            works::hidden,
            works::withheld,
            works::curated,
        ))
        .filter(works::id.eq_any(ids.iter().copied().collect::<Vec<_>>()))
        .order(works::id)
        .for_no_key_update()
        .load(conn)?;
    let held: HashMap<i64, _> = held.into_iter().map(|row| (row.0, row)).collect();
    for work in known.values_mut() {
        if let Some((_, fingerprint, hidden, withheld, curated)) = held.get(&work.id) {
            work.fingerprint = *fingerprint;
            work.hidden = *hidden;
            work.withheld = *withheld != Withheld::No;
            work.curated = Curated::of(*curated);
        }
    }
    Ok(())
}
