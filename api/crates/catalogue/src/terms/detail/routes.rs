//! `GET /v2/tag/detail/{id}`.

use actix_web::HttpResponse;
use yingku_base::values::{Count, Id};
use yingku_db::Conn;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::params::PathId;
use yingku_search::{Sort, WorksFilter, WorksIndex, WorksQuery};

use super::model::{TermDetail, TermInChannel};
use super::queries;
use crate::cached_read::CachedRead;
use crate::kinds::TermKind;
use crate::terms::model::TermRow;
use crate::terms::names;

/// The endpoint.
pub fn endpoints() -> Endpoints {
    endpoints![get_term]
}

/// Get a term
///
/// A tag, performer, maker, label, director, series or item with names, visible works in each channel, years,
/// followers, and the performers and tags it is with most. The id of a merged term returns the one it was merged into.
/// Up to a minute old, ten while the database is down.
#[utoipa::path(
    get, path = "/v2/tag/detail/{id}", tag = "terms",
    params(("id" = String, Path, description = "Id of the term", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000002")),
    responses(
        (status = 200, description = "The term", body = Data<TermDetail>),
        (status = 304, description = "Unchanged since the given ETag"),
        (status = 404, description = "No such term, or none with visible works", body = ErrorBody),
    ),
)]
async fn get_term(read: CachedRead, PathId(id): PathId) -> Result<HttpResponse, ApiError> {
    read.respond(move |conn, index| Ok(Data::new(detail(conn, index, id)?)))
        .await
}

fn detail(conn: &mut Conn, index: &WorksIndex, id: i64) -> Result<TermDetail, ApiError> {
    let ids = names::with_former_ids(conn, id)?;
    let row = queries::listed(conn, ids.first().copied().unwrap_or(id))?;
    let kind = TermKind::from_code(row.kind).ok_or_else(ApiError::not_found)?;
    let facets = index.facets(&works_of(ids.clone()), &[])?;
    // Latest first.
    let mut years = facets.years.iter().map(|(year, _)| *year);
    Ok(TermDetail {
        channels: channels(conn, index, &row)?,
        first_year: years.clone().next_back(),
        last_year: years.next(),
        performers: queries::shared(conn, &facets.terms, TermKind::Performer, &ids)?,
        tags: queries::shared(conn, &facets.terms, TermKind::Tag, &ids)?,
        followers: Count(queries::followers(conn, &ids)?),
        id: Id(row.id),
        kind,
        mod_id: row.mod_id,
        avatar: row.avatar(),
        aliases: row.alias_list(),
        group_name: row.group_name,
        name: row.name,
        name_cn: row.name_cn,
    })
}

/// The works of the name in each channel, as the lists there count them.
fn channels(
    conn: &mut Conn,
    index: &WorksIndex,
    row: &TermRow,
) -> Result<Vec<TermInChannel>, ApiError> {
    let mut channels = Vec::new();
    for TermRow { id, mod_id, .. } in queries::namesakes(conn, row)? {
        let ids = names::with_former_ids(conn, id)?;
        let count = total_of(index, ids)?;
        if count > 0 {
            channels.push(TermInChannel {
                mod_id,
                id: Id(id),
                count: Count(i64::try_from(count).unwrap_or(i64::MAX)),
            });
        }
    }
    Ok(channels)
}

/// All works of a term.
fn works_of(ids: Vec<i64>) -> WorksFilter {
    WorksFilter {
        with: vec![ids],
        ..WorksFilter::default()
    }
}

fn total_of(index: &WorksIndex, ids: Vec<i64>) -> Result<u64, ApiError> {
    let query = WorksQuery {
        filter: works_of(ids),
        sort: Sort::PubTime,
        offset: 0,
        limit: 0,
    };
    Ok(index.search(&query)?.total)
}
