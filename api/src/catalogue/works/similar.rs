//! `GET /v2/works/similar/{id}`: works like another one, and why (R3.14).

use std::collections::HashMap;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::model::{UnwantedTerms, Work, WorkRow};
use super::queries;
use crate::catalogue::index::{Basis, OwnTerm, Similar, State, WorksFilter, WorksIndex};
use crate::catalogue::kinds::{Channel, TermKind};
use crate::catalogue::response_cache::ResponseCache;
use crate::catalogue::terms::model::{NamedTerm, TermRow};
use crate::catalogue::terms::names;
use crate::db::Conn;
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::Data;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::param_types::{Flag, Number};
use crate::http::params::{Params, PathId};
use crate::state::AppState;

/// Works when the call does not say how many.
const DEFAULT_LIMIT: u32 = 12;
/// A number of works.
type Limit = Number<1, 48>;

/// The call.
pub fn endpoints() -> Endpoints {
    endpoints![list_similar_works]
}

/// Which similar works.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct SimilarParams {
    /// Most works; 12 when not given.
    #[param(inline)]
    pub limit: Option<Limit>,
    /// 1: only works with magnet links.
    #[param(inline)]
    pub is_dht: Option<Flag>,
    /// Only works with none of these terms: up to 200 ids, separated by commas.
    #[param(inline, example = "910000000000000003")]
    pub without_terms: Option<UnwantedTerms>,
}

/// A work that is like another one.
#[derive(Debug, Serialize, ToSchema)]
pub struct SimilarWork {
    /// The work.
    #[serde(flatten)]
    pub work: Work,
    /// The terms that both have, those that say most first.
    pub shared: Vec<NamedTerm>,
}

/// List similar works
///
/// Works of the same channel that share cast, series, tags and the like with this one, the most alike first. The fewer works
/// have a term, the more it counts.
#[utoipa::path(
    get, path = "/v2/works/similar/{id}", tag = "works",
    params(
        ("id" = String, Path, description = "Id of the work", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000001"),
        SimilarParams,
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
    Params(params): Params<SimilarParams>,
) -> Result<HttpResponse, ApiError> {
    let (basis, works) = find_similar(&state, &index, id, params).await?;
    cache.store(&request, basis, &works, None)
}

/// The works like another one, with the index state from before they were read.
///
/// # Errors
/// 404 if that one is not there or hidden.
pub async fn find_similar(
    state: &AppState,
    index: &web::Data<WorksIndex>,
    id: i64,
    params: SimilarParams,
) -> Result<(State, Data<Vec<SimilarWork>>), ApiError> {
    let basis = index.state(Basis::Works);
    let index = index.clone();
    let works = state
        .db
        .read(move |conn| similar(conn, &index, id, &params))
        .await?;
    Ok((basis, Data::new(works)))
}

fn similar(
    conn: &mut Conn,
    index: &WorksIndex,
    id: i64,
    params: &SimilarParams,
) -> Result<Vec<SimilarWork>, ApiError> {
    let work = queries::by_id(conn, id)?;
    let terms = queries::terms_of(conn, id)?;
    let own: Vec<OwnTerm> = terms.iter().map(own_term).collect();
    let hidden = params.without_terms.as_ref();
    let filter = WorksFilter {
        channels: Channel::from_code(work.mod_id).into_iter().collect(),
        is_dht: params.is_dht.is_some_and(Flag::is_set),
        without: hidden.map_or_else(
            || Ok(Vec::new()),
            |hidden| names::all_with_former_ids(conn, &hidden.0),
        )?,
        ..WorksFilter::default()
    };
    let limit = params.limit.map_or(DEFAULT_LIMIT, Number::get);
    let limit = usize::try_from(limit).unwrap_or_default();
    let found = index.similar((id, &own), &filter, limit)?;
    let rows = queries::by_ids(
        conn,
        &found.iter().map(|similar| similar.id).collect::<Vec<_>>(),
    )?;
    Ok(explained(rows, &found, &terms))
}

fn own_term((kind, row): &(TermKind, TermRow)) -> OwnTerm {
    OwnTerm {
        kind: *kind,
        id: row.id,
        works: u64::try_from(row.count).unwrap_or_default(),
    }
}

/// The works with the terms that they share.
fn explained(
    rows: Vec<WorkRow>,
    found: &[Similar],
    terms: &[(TermKind, TermRow)],
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
            work: Work::from(row),
        }
    };
    rows.into_iter().map(explain).collect()
}
