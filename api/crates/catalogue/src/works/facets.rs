//! `GET /v2/works/detail/facets`: facet counts of a list.

use std::collections::HashMap;

use actix_web::HttpResponse;
use diesel::prelude::*;
use diesel::result::QueryResult;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_base::values::{Count, Id};
use yingku_db::Conn;
use yingku_db::page::Page;
use yingku_db::schema::terms;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::ApiError;
use yingku_http_kit::param_types::IdList;
use yingku_http_kit::params::Params;
use yingku_search::{Facets, LENGTHS, SCORES, TermCount, WorksFilter, WorksIndex, WorksQuery};

use super::correction::find_with_correction;
use super::params::WorksParams;
use super::queries;
use crate::cached_read::CachedRead;
use crate::kinds::TermKind;
use crate::magnets::marks::Mark;
use crate::terms::names;

/// The endpoint.
pub fn endpoints() -> Endpoints {
    endpoints![get_facets]
}

/// Ids of terms to count.
type CountedTerms = IdList<40>;

/// Further parameters.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct FacetsParams {
    /// Terms to count even when not among those with most works: up to 40 ids, separated by commas.
    #[param(inline, example = "910000000000000004")]
    pub count_terms: Option<CountedTerms>,
}

/// Facet counts of a list. Terms, `online`, `dht` and marks count works of the list; channels, years, lengths and
/// scores ignore the list's own filter by channel, date, length or score.
#[derive(Debug, Serialize, ToSchema)]
pub struct WorksFacets {
    /// Works of the list.
    pub total: Count,
    /// Of each kind, the up to 40 terms with most works; then the rest of `countTerms`.
    pub terms: Vec<FacetTerm>,
    /// By channel.
    pub channels: Vec<FacetChannel>,
    /// By year of publication, latest first; only years with works.
    pub years: Vec<FacetYear>,
    /// By length, if known.
    pub lengths: Vec<FacetLength>,
    /// By min. score.
    pub scores: Vec<FacetScore>,
    /// Works that can be watched online.
    pub online: Count,
    /// Works with magnet links.
    pub dht: Count,
    /// By magnet quality.
    pub marks: Vec<FacetMark>,
}

/// Works with a term.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FacetTerm {
    /// Kind.
    pub kind: TermKind,
    /// Id.
    pub id: Id,
    /// Its channel: 1 censored, 2 uncensored, 3 western. Channels may have terms of the same name.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
    /// Name.
    #[schema(example = "高清")]
    pub name: String,
    /// Chinese name, or empty.
    #[schema(example = "高清")]
    pub name_cn: String,
    /// Works.
    pub count: Count,
}

/// Works in a channel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FacetChannel {
    /// Channel: 1 censored, 2 uncensored, 3 western.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
    /// Works.
    pub count: Count,
}

/// Works in a year.
#[derive(Debug, Serialize, ToSchema)]
pub struct FacetYear {
    /// The year.
    #[schema(example = 2021)]
    pub year: i32,
    /// Works.
    pub count: Count,
}

/// Works of a length.
#[derive(Debug, Serialize, ToSchema)]
pub struct FacetLength {
    /// Minimum, minutes: `minDuration`.
    #[schema(example = 60)]
    pub from: i64,
    /// Maximum, minutes: `maxDuration`; absent in the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 89)]
    pub to: Option<i64>,
    /// Works.
    pub count: Count,
}

/// Works with at least a score.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FacetScore {
    /// Minimum in tenths: `minScore`.
    #[schema(example = 40)]
    pub min_score: i64,
    /// Works.
    pub count: Count,
}

/// Works with magnet links of a quality.
#[derive(Debug, Serialize, ToSchema)]
pub struct FacetMark {
    /// The quality.
    pub mark: Mark,
    /// Works.
    pub count: Count,
}

/// Get facet counts
///
/// How many works of this list each further filter would leave. All counts are exact.
#[utoipa::path(
    get, path = "/v2/works/detail/facets", tag = "works", params(WorksParams, FacetsParams),
    responses(
        (status = 200, description = "The counts", body = Data<WorksFacets>),
        (status = 304, description = "Unchanged since the given ETag"),
    ),
)]
async fn get_facets(
    read: CachedRead,
    Params(params): Params<WorksParams>,
    Params(besides): Params<FacetsParams>,
) -> Result<HttpResponse, ApiError> {
    let query = params.query(Page::new(1, 1), read.state.now());
    read.respond(move |conn, index| {
        let mut query = queries::resolve_terms(conn, query, &params.terms())?;
        let typed = params.keyword.as_deref();
        let count = |query: &WorksQuery| WorksFacets::count(conn, index, &query.filter, &besides);
        let found_nothing = |facets: &WorksFacets| facets.total.0 == 0;
        let (facets, _) = find_with_correction(index, &mut query, typed, count, found_nothing)?;
        Ok(Data::new(facets))
    })
    .await
}

impl WorksFacets {
    /// The facet counts of `filter`.
    pub fn count(
        conn: &mut Conn,
        index: &WorksIndex,
        filter: &WorksFilter,
        besides: &FacetsParams,
    ) -> Result<Self, ApiError> {
        let named = match &besides.count_terms {
            Some(ids) => visible_terms(conn, &ids.0)?,
            None => Vec::new(),
        };
        let facets = index.facets(filter, &named)?;
        Ok(Self::new(conn, facets)?)
    }

    /// The counts with the names of their terms.
    fn new(conn: &mut Conn, facets: Facets) -> QueryResult<Self> {
        Ok(Self {
            total: count(facets.total),
            terms: named_terms(conn, &facets.terms)?,
            channels: facets
                .channels
                .iter()
                .map(|(channel, works)| FacetChannel {
                    mod_id: channel.code(),
                    count: count(*works),
                })
                .collect(),
            years: facets
                .years
                .iter()
                .map(|(year, works)| FacetYear {
                    year: *year,
                    count: count(*works),
                })
                .collect(),
            lengths: lengths(&facets.lengths),
            scores: SCORES
                .iter()
                .zip(&facets.scores)
                .map(|(tenths, works)| FacetScore {
                    min_score: *tenths,
                    count: count(*works),
                })
                .collect(),
            online: count(facets.online),
            dht: count(facets.dht),
            marks: facets
                .marks
                .iter()
                .map(|(mark, works)| FacetMark {
                    mark: *mark,
                    count: count(*works),
                })
                .collect(),
        })
    }
}

fn count(works: u64) -> Count {
    Count(i64::try_from(works).unwrap_or(i64::MAX))
}

fn lengths(counts: &[u64]) -> Vec<FacetLength> {
    let from = std::iter::once(1).chain(LENGTHS);
    let to = LENGTHS.iter().map(|next| Some(next - 1)).chain([None]);
    from.zip(to)
        .zip(counts)
        .map(|((from, to), works)| FacetLength {
            from,
            to,
            count: count(*works),
        })
        .collect()
}

/// The terms of these ids. Ids of no visible term are skipped.
fn visible_terms(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<(TermKind, i64)>> {
    let ids = names::resolve_all(conn, ids)?;
    let rows: Vec<(i64, i16)> = terms::table
        .select((terms::id, terms::kind))
        .filter(terms::id.eq_any(ids))
        // Terms without visible works are never exposed.
        .filter(terms::count.gt(0))
        .order(terms::id)
        .load(conn)?;
    let with_kind = |(id, kind): (i64, i16)| Some((TermKind::from_code(kind)?, id));
    Ok(rows.into_iter().filter_map(with_kind).collect())
}

/// The terms with their names; one that has just been merged is skipped.
fn named_terms(conn: &mut Conn, counts: &[TermCount]) -> QueryResult<Vec<FacetTerm>> {
    let ids: Vec<i64> = counts.iter().map(|term| term.id).collect();
    let rows: Vec<(i64, i16, String, String)> = terms::table
        .select((terms::id, terms::mod_id, terms::name, terms::name_cn))
        .filter(terms::id.eq_any(ids))
        .filter(terms::merged_into.is_null())
        .load(conn)?;
    let mut names: HashMap<i64, (i16, String, String)> = rows
        .into_iter()
        .map(|(id, mod_id, name, name_cn)| (id, (mod_id, name, name_cn)))
        .collect();
    let named = counts.iter().filter_map(|term| {
        let (mod_id, name, name_cn) = names.remove(&term.id)?;
        Some(FacetTerm {
            kind: term.kind,
            id: Id(term.id),
            mod_id,
            name,
            name_cn,
            count: count(term.count),
        })
    });
    Ok(named.collect())
}
