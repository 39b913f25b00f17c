//! The links that a program is given.

use std::collections::HashMap;

use super::model::{BAD_KEY, MOST_ITEMS, Refusal, Search};
use crate::base::time::shanghai_day;
use crate::catalogue::index::{Sort, WorksFilter, WorksIndex, WorksQuery};
use crate::catalogue::kinds::Channel;
use crate::catalogue::magnets::copies::{Copies, count_as_far_as_allowed};
use crate::catalogue::magnets::model::MagnetRow;
use crate::catalogue::magnets::queries::all_of_works;
use crate::catalogue::works::model::WorkRow;
use crate::catalogue::works::queries::by_ids;
use crate::db::Conn;
use crate::http::error::ApiError;
use crate::programs::keys::model::hash_of;
use crate::programs::keys::queries as keys;

/// Works whose links a search goes through.
const WORKS: usize = MOST_ITEMS;

/// One page of links.
pub struct Links {
    /// Each with its work.
    pub rows: Vec<(WorkRow, MagnetRow)>,
    /// Links before the first of them.
    pub offset: usize,
    /// Links on all pages.
    pub total: usize,
}

/// The links of the best works, those that the member's quota allows, or why there are none.
pub fn search(
    conn: &mut Conn,
    index: &WorksIndex,
    search: &Search,
    (now, enforced): (i64, bool),
) -> Result<Result<Links, Refusal>, ApiError> {
    let hash = hash_of(&search.key);
    let found = hash.map(|hash| keys::member_of(conn, &hash)).transpose()?;
    let Some((key, user)) = found.flatten() else {
        return Ok(Err(BAD_KEY));
    };
    keys::used(conn, key, now)?;
    let all = links_of_works(conn, index, search)?;
    let total = all.len();
    let page = all.into_iter().skip(search.offset).take(search.limit);
    let mut rows: Vec<(WorkRow, MagnetRow)> = page.collect();
    if enforced {
        let copier = Copies::member(user.id, &user.level(now));
        let hashes: Vec<String> = rows.iter().map(|(_, row)| row.info_hash.clone()).collect();
        let open = count_as_far_as_allowed(conn, &copier, &hashes, shanghai_day(now))?;
        rows.retain(|(_, row)| open.contains(&row.info_hash));
    }
    Ok(Ok(Links {
        rows,
        offset: search.offset,
        total,
    }))
}

/// The links of the best works of a search, in the order of the works.
fn links_of_works(
    conn: &mut Conn,
    index: &WorksIndex,
    search: &Search,
) -> Result<Vec<(WorkRow, MagnetRow)>, ApiError> {
    let query = WorksQuery {
        filter: WorksFilter {
            channel: match search.channels.as_slice() {
                [only] => Some(*only),
                _ => None,
            },
            is_dht: true,
            keyword: search.keyword.clone(),
            ..WorksFilter::default()
        },
        sort: match search.keyword {
            Some(_) => Sort::Relevance,
            None => Sort::PubTime,
        },
        offset: 0,
        limit: WORKS,
    };
    let works = by_ids(conn, &index.search(&query)?.ids)?;
    let wanted = |row: &WorkRow| {
        let channel = Channel::from_code(row.mod_id);
        channel.is_some_and(|channel| search.channels.contains(&channel))
    };
    let works: Vec<WorkRow> = works.into_iter().filter(wanted).collect();
    let ids: Vec<i64> = works.iter().map(|work| work.id).collect();
    let mut by_work: HashMap<i64, Vec<MagnetRow>> = HashMap::new();
    for (work, magnet) in all_of_works(conn, &ids)? {
        by_work.entry(work).or_default().push(magnet);
    }
    let mut links = Vec::new();
    for work in works {
        let magnets = by_work.remove(&work.id).unwrap_or_default();
        links.extend(magnets.into_iter().map(|magnet| (work.clone(), magnet)));
    }
    Ok(links)
}
