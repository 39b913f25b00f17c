//! The links that a search returns.

use std::collections::HashMap;

use diesel::result::QueryResult;
use yingku_access::auth::program_key;
use yingku_base::time::shanghai_day;
use yingku_db::Conn;
use yingku_http_kit::error::ApiError;
use yingku_search::{Sort, WorksFilter, WorksIndex, WorksQuery};

use super::model::{BAD_KEY, MAX_ITEMS, QUOTA_USED_UP, Search, TorznabError};
use crate::magnets::copies::{Copier, Copies, count_within_quota};
use crate::magnets::model::MagnetRow;
use crate::magnets::queries::all_of_works;
use crate::programs::keys::model::hash_of;
use crate::programs::keys::queries as keys;
use crate::works::model::WorkRow;
use crate::works::queries::by_ids;

/// Most works whose links a search returns.
const WORKS: usize = MAX_ITEMS;

/// One page of links.
pub struct Links {
    /// Each with its work.
    pub rows: Vec<(WorkRow, MagnetRow)>,
    /// Links before the first of them.
    pub offset: usize,
    /// Links on all pages.
    pub total: usize,
}

/// The caller and the key.
pub struct TorznabCaller {
    key: i64,
    copier: Copier,
    /// Whether the links count as copies.
    counts: bool,
}

/// The links of the best works and the caller, or an error.
pub fn find(
    conn: &mut Conn,
    (index, copies): (&WorksIndex, &Copies),
    search: &Search,
    now: i64,
) -> Result<Result<(TorznabCaller, Links), TorznabError>, ApiError> {
    let hash = hash_of(&search.key);
    let found = hash
        .map(|hash| keys::member_of(conn, &hash, now))
        .transpose()?;
    let Some((key, user)) = found.flatten() else {
        return Ok(Err(BAD_KEY));
    };
    let all = links_of_works(conn, index, search)?;
    let links = Links {
        total: all.len(),
        offset: search.offset,
        rows: all
            .into_iter()
            .skip(search.offset)
            .take(search.limit)
            .collect(),
    };
    let copier = copies.member(user.id, &user.level(now));
    let counts = search.keyword.is_some();
    let caller = TorznabCaller {
        key,
        copier,
        counts,
    };
    Ok(Ok((caller, links)))
}

/// Counts the links of a keyword as copies and leaves out those above the member's quota, unless the clients count
/// (`enforced` is false). An error if none is left.
pub fn count(
    conn: &mut Conn,
    caller: &TorznabCaller,
    mut links: Links,
    (now, enforced): (i64, bool),
) -> QueryResult<Result<Links, TorznabError>> {
    program_key::record_use(conn, caller.key, now)?;
    if enforced && caller.counts && !links.rows.is_empty() {
        let hashes = links.rows.iter().map(|(_, row)| row.info_hash.clone());
        let hashes: Vec<String> = hashes.collect();
        let open = count_within_quota(conn, &caller.copier, &hashes, shanghai_day(now))?;
        links.rows.retain(|(_, row)| open.contains(&row.info_hash));
        if links.rows.is_empty() {
            return Ok(Err(QUOTA_USED_UP));
        }
    }
    Ok(Ok(links))
}

/// The links of the best works of a search, in the order of the works.
fn links_of_works(
    conn: &mut Conn,
    index: &WorksIndex,
    search: &Search,
) -> Result<Vec<(WorkRow, MagnetRow)>, ApiError> {
    if search.channels.is_empty() {
        return Ok(Vec::new());
    }
    let query = WorksQuery {
        filter: WorksFilter {
            channels: search.channels.clone(),
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
