//! A member's own list of works, filtered and sorted like a public one (R9.18). The database knows which works are in
//! it, and the index which of them match.

use std::collections::HashSet;

use yingku_catalogue::kinds::TermKind;
use yingku_catalogue::works::facets::{FacetsParams, WorksFacets};
use yingku_catalogue::works::model::Work;
use yingku_catalogue::works::params::WorksParams;
use yingku_catalogue::works::queries::{by_ids, resolve_terms};
use yingku_db::Conn;
use yingku_db::page::Page;
use yingku_http_kit::envelope::Rows;
use yingku_http_kit::error::ApiError;
use yingku_search::{Among, Sort, WorksFilter, WorksIndex, WorksQuery};

/// Filters and order of a member's list.
pub struct OwnList {
    filter: WorksFilter,
    /// None keeps the list's own order.
    sort: Option<Sort>,
    of_kind: Vec<(TermKind, i64)>,
}

impl OwnList {
    /// `now` (seconds) is what a number of days counts back from.
    pub fn new(params: &WorksParams, now: i64) -> Self {
        Self {
            filter: params.query(Page::new(1, 1), now).filter,
            sort: params.sort,
            of_kind: params.terms(),
        }
    }

    /// Whether it is the whole list in its own order.
    pub fn is_whole(&self) -> bool {
        self.sort.is_none() && self.of_kind.is_empty() && self.filter == WorksFilter::default()
    }

    /// One page of the works with these ids, which are in the list's own order.
    pub fn page(
        self,
        conn: &mut Conn,
        index: &WorksIndex,
        ids: Vec<i64>,
        page: Page,
    ) -> Result<Rows<Work>, ApiError> {
        let Some(sort) = self.sort else {
            let query = self.among(conn, ids.clone(), Sort::PubTime, page)?;
            let matching: HashSet<i64> = index.works_of(&query.filter)?.into_iter().collect();
            let kept: Vec<i64> = ids.into_iter().filter(|id| matching.contains(id)).collect();
            let total = u64::try_from(kept.len()).unwrap_or(u64::MAX);
            let rows = by_ids(conn, &page.of(kept))?;
            return Ok(Rows::new(rows.into_iter().map(Work::from).collect(), total));
        };
        let query = self.among(conn, ids, sort, page)?;
        let found = index.search(&query)?;
        let rows = by_ids(conn, &found.ids)?.into_iter();
        let works = rows.map(|row| Work::in_order(row, sort)).collect();
        Ok(Rows::new(works, found.total))
    }

    /// Counts what each further filter would leave of the works with these ids.
    pub fn facets(
        self,
        conn: &mut Conn,
        index: &WorksIndex,
        ids: Vec<i64>,
        besides: &FacetsParams,
    ) -> Result<WorksFacets, ApiError> {
        let query = self.among(conn, ids, Sort::PubTime, Page::new(1, 1))?;
        WorksFacets::count(conn, index, &query.filter, besides)
    }

    fn among(
        self,
        conn: &mut Conn,
        ids: Vec<i64>,
        sort: Sort,
        page: Page,
    ) -> Result<WorksQuery, ApiError> {
        let query = WorksQuery {
            filter: WorksFilter {
                among: Some(Among::new(ids)),
                ..self.filter
            },
            sort,
            offset: usize::try_from(page.offset()).unwrap_or(usize::MAX),
            limit: usize::try_from(page.limit()).unwrap_or(0),
        };
        Ok(resolve_terms(conn, query, &self.of_kind)?)
    }
}
