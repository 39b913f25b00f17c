//! `GET /v2/works/similar/{id}`: similar works and why (R3.14), and their facet counts.

use std::collections::HashMap;

use actix_web::{HttpRequest, HttpResponse, web};
use diesel::result::QueryResult;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_db::Conn;
use yingku_db::page::Page;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::param_types::Number;
use yingku_http_kit::params::{Params, PathId};
use yingku_platform::state::AppState;
use yingku_search::{
    Among, Basis, OwnTerm, Similar, Sort, State, WorksFilter, WorksIndex, WorksQuery,
};

use super::facets::{FacetsParams, WorksFacets};
use super::model::{Work, WorkRow};
use super::params::WorksParams;
use super::queries;
use crate::cached_read::CachedRead;
use crate::kinds::{Channel, TermKind};
use crate::response_cache::ResponseCache;
use crate::terms::model::{NamedTerm, TermRow};

/// Default number of works.
const DEFAULT_LIMIT: u32 = 12;
/// A number of works.
pub type Limit = Number<1, 48>;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![list_similar_works, get_similar_facets]
}

/// Parameters of similar works.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct SimilarParams {
    /// Maximum; default 12.
    #[param(inline)]
    pub limit: Option<Limit>,
}

/// A similar work.
#[derive(Debug, Serialize, ToSchema)]
pub struct SimilarWork {
    /// The work.
    #[serde(flatten)]
    pub work: Work,
    /// The terms of both, most significant first.
    pub shared: Vec<NamedTerm>,
}

/// List similar works
///
/// Works of the same channel that share cast, series, tags etc. with this one, the most similar first, or these in the
/// given order. The rarer a term, the more it counts. Filters limit which works are compared.
#[utoipa::path(
    get, path = "/v2/works/similar/{id}", tag = "works",
    params(
        ("id" = String, Path, description = "Id of the work", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000001"),
        SimilarParams, WorksParams,
    ),
    responses(
        (status = 200, description = "The works", body = Data<Vec<SimilarWork>>),
        (status = 304, description = "Unchanged since the given ETag"),
        (status = 404, description = "No such work", body = ErrorBody),
    ),
)]
async fn list_similar_works(
    state: web::Data<AppState>,
    cache: web::Data<ResponseCache>,
    index: web::Data<WorksIndex>,
    request: HttpRequest,
    PathId(id): PathId,
    Params(params): Params<WorksParams>,
    Params(SimilarParams { limit }): Params<SimilarParams>,
) -> Result<HttpResponse, ApiError> {
    let (basis, works) = find_similar(&state, &index, id, params, limit).await?;
    cache.store(&request, basis, &works, None)
}

/// The similar works, with the index state from before the read.
///
/// # Errors
/// 404 if the work does not exist or is hidden.
pub async fn find_similar(
    state: &AppState,
    index: &web::Data<WorksIndex>,
    id: i64,
    params: WorksParams,
    limit: Option<Limit>,
) -> Result<(State, Data<Vec<SimilarWork>>), ApiError> {
    let basis = index.state(params.sort.map_or(Basis::Works, Basis::of));
    let page = Page::new(1, limit.map_or(DEFAULT_LIMIT, Number::get));
    let query = params.query(page, state.now());
    let index = index.clone();
    let works = state
        .db
        .read(move |conn| {
            let work = Compared::read(conn, id, query, &params)?;
            let mut found =
                index.similar((id, &work.own()), &work.query.filter, work.query.limit)?;
            // Without a keyword, relevance is similarity.
            if let Some(sort) = params.sort.filter(|sort| *sort != Sort::Relevance) {
                in_order(&index, &mut found, sort)?;
            }
            let ids: Vec<i64> = found.iter().map(|similar| similar.id).collect();
            let rows = queries::by_ids(conn, &ids)?;
            Ok::<_, ApiError>(explained(rows, &found, &work.terms, params.sort))
        })
        .await?;
    Ok((basis, Data::new(works)))
}

/// Get facet counts of similar works
///
/// How many of the works compared with this one each further filter would leave; the list has the most similar of them.
/// All counts are exact.
#[utoipa::path(
    get, path = "/v2/works/similar/{id}/facets", tag = "works",
    params(
        ("id" = String, Path, description = "Id of the work", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000001"),
        WorksParams, FacetsParams,
    ),
    responses(
        (status = 200, description = "The counts", body = Data<WorksFacets>),
        (status = 304, description = "Unchanged since the given ETag"),
        (status = 404, description = "No such work", body = ErrorBody),
    ),
)]
async fn get_similar_facets(
    read: CachedRead,
    PathId(id): PathId,
    Params(params): Params<WorksParams>,
    Params(besides): Params<FacetsParams>,
) -> Result<HttpResponse, ApiError> {
    let query = params.query(Page::new(1, 1), read.state.now());
    read.respond(move |conn, index| {
        let work = Compared::read(conn, id, query, &params)?;
        let own = work.own();
        let mut filter = work.query.filter;
        if filter.among.is_none() {
            // Works of other channels never count, not even in the counts that ignore the channel filter.
            let of_channel = WorksFilter {
                channels: std::mem::take(&mut filter.channels),
                ..WorksFilter::default()
            };
            let candidates = index.similar_candidates((id, &own), &of_channel)?;
            filter.among = Some(Among::new(candidates));
        }
        let facets = WorksFacets::count(conn, index, &filter, &besides)?;
        Ok(Data::new(facets))
    })
    .await
}

/// The work that others are compared with.
struct Compared {
    terms: Vec<(TermKind, TermRow)>,
    /// The filters of the others.
    query: WorksQuery,
}

impl Compared {
    fn read(
        conn: &mut Conn,
        id: i64,
        query: WorksQuery,
        params: &WorksParams,
    ) -> QueryResult<Self> {
        let work = queries::by_id(conn, id)?;
        let terms = queries::terms_of(conn, id)?;
        let mut query = queries::resolve_terms(conn, query, &params.terms())?;
        let channels = &mut query.filter.channels;
        let own = Channel::from_code(work.mod_id);
        if channels.iter().any(|channel| Some(*channel) != own) {
            // Another channel is requested: compare nothing.
            query.filter.among = Some(Among::default());
        }
        *channels = own.into_iter().collect();
        Ok(Self { terms, query })
    }

    fn own(&self) -> Vec<OwnTerm> {
        self.terms.iter().map(own_term).collect()
    }
}

/// Sorts works by an order of lists.
fn in_order(index: &WorksIndex, found: &mut [Similar], sort: Sort) -> Result<(), ApiError> {
    let ids = found.iter().map(|similar| similar.id).collect();
    let query = WorksQuery {
        filter: WorksFilter {
            among: Some(Among::new(ids)),
            ..WorksFilter::default()
        },
        sort,
        offset: 0,
        limit: found.len(),
    };
    let ordered = index.search(&query)?.ids;
    found.sort_by_key(|similar| ordered.iter().position(|id| *id == similar.id));
    Ok(())
}

fn own_term((kind, row): &(TermKind, TermRow)) -> OwnTerm {
    OwnTerm {
        kind: *kind,
        id: row.id,
        works: u64::try_from(row.count).unwrap_or_default(),
    }
}

/// The works with their shared terms.
fn explained(
    rows: Vec<WorkRow>,
    found: &[Similar],
    terms: &[(TermKind, TermRow)],
    sort: Option<Sort>,
) -> Vec<SimilarWork> {
    let named: HashMap<i64, &(TermKind, TermRow)> =
        terms.iter().map(|term| (term.1.id, term)).collect();
    let shared: HashMap<i64, &[i64]> = found
        .iter()
        .map(|similar| (similar.id, similar.shared.as_slice()))
        .collect();
    let explain = |row: WorkRow| {
        let ids = shared.get(&row.id).copied().unwrap_or_default();
        let shared = ids.iter().filter_map(|id| named.get(id));
        SimilarWork {
            shared: shared
                .map(|(kind, row)| NamedTerm::new(*kind, row))
                .collect(),
            work: match sort {
                Some(sort) => Work::in_order(row, sort),
                None => Work::from(row),
            },
        }
    };
    rows.into_iter().map(explain).collect()
}
