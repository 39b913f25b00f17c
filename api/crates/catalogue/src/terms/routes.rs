//! `GET /v2/tag/channel`, `GET /v2/tag/list`, `GET /v2/tag/letters` and `GET /v2/works/performer/list`.

use actix_web::HttpResponse;
use yingku_base::values::{Count, Id};
use yingku_db::Conn;
use yingku_db::page::Page;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Rows};
use yingku_http_kit::error::ApiError;
use yingku_http_kit::params::{PageParams, PageQuery, Params};

use super::model::{
    TermChoice, TermEntry, TermGroup, TermLetters, TermListParams, TermNameParams, TermRow,
    TermsParams, TermsQuery,
};
use super::queries;
use crate::cached_read::CachedRead;
use crate::kinds::TermKind;

/// Heading of categories without a group.
const OTHER_GROUP: &str = "其他";

/// The term endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_terms,
        list_term_letters,
        list_term_groups,
        list_performers
    ]
    .and(super::detail::routes::endpoints())
}

/// List terms
///
/// One page of tags, performers, makers, labels, directors, series or items with visible works, most used first.
#[utoipa::path(
    get, path = "/v2/tag/list", tag = "terms", params(PageParams, TermsParams, TermNameParams, TermListParams),
    responses(
        (status = 200, description = "One page of terms", body = Rows<TermEntry>),
        (status = 304, description = "Unchanged since the given ETag"),
    ),
)]
async fn list_terms(
    read: CachedRead,
    Params(terms): Params<TermsParams>,
    Params(names): Params<TermNameParams>,
    Params(listed): Params<TermListParams>,
    PageQuery(page): PageQuery,
) -> Result<HttpResponse, ApiError> {
    let query = terms.query().named(&names).listed(&listed);
    read.respond(move |conn, _| entries(conn, query, page))
        .await
}

/// List letters of terms
///
/// The letters with terms, # first and then A to Z; all of them while a new name is not indexed yet.
#[utoipa::path(
    get, path = "/v2/tag/letters", tag = "terms", params(TermsParams, TermNameParams),
    responses(
        (status = 200, description = "The letters", body = Data<TermLetters>),
        (status = 304, description = "Unchanged since the given ETag"),
    ),
)]
async fn list_term_letters(
    read: CachedRead,
    Params(terms): Params<TermsParams>,
    Params(names): Params<TermNameParams>,
) -> Result<HttpResponse, ApiError> {
    let query = terms.query().named(&names);
    read.respond(move |conn, _| {
        let letters = queries::letters(conn, &query)?;
        Ok(Data::new(TermLetters { letters }))
    })
    .await
}

/// List performers
///
/// One page of performers with visible works, ordered by `count` or `uncensoredCount`; the latter omits performers
/// without any.
#[utoipa::path(
    get, path = "/v2/works/performer/list", tag = "terms", params(PageParams, TermsParams, TermNameParams, TermListParams),
    responses(
        (status = 200, description = "One page of performers", body = Rows<TermEntry>),
        (status = 304, description = "Unchanged since the given ETag"),
    ),
)]
async fn list_performers(
    read: CachedRead,
    Params(terms): Params<TermsParams>,
    Params(names): Params<TermNameParams>,
    Params(listed): Params<TermListParams>,
    PageQuery(page): PageQuery,
) -> Result<HttpResponse, ApiError> {
    let query = TermsQuery {
        kind: TermKind::Performer,
        ..terms.query().named(&names).listed(&listed)
    };
    read.respond(move |conn, _| entries(conn, query, page))
        .await
}

fn entries(conn: &mut Conn, query: TermsQuery, page: Page) -> Result<Rows<TermEntry>, ApiError> {
    Ok(Rows::from_page(queries::page(conn, query, page)?))
}

/// List category groups
///
/// One page of a channel's category groups, each with its categories.
#[utoipa::path(
    get, path = "/v2/tag/channel", tag = "terms", params(PageParams, TermsParams),
    responses(
        (status = 200, description = "The groups", body = Data<Vec<TermGroup>>),
        (status = 304, description = "Unchanged since the given ETag"),
    ),
)]
async fn list_term_groups(
    read: CachedRead,
    Params(terms): Params<TermsParams>,
    PageQuery(page): PageQuery,
) -> Result<HttpResponse, ApiError> {
    let TermsQuery { kind, channel, .. } = terms.query();
    read.respond(move |conn, _| {
        let rows = queries::choices(conn, kind, channel)?;
        Ok(Data::new(page.of(grouped(rows))))
    })
    .await
}

/// Groups in the order of their most used category; categories without a group come last.
fn grouped(rows: Vec<TermRow>) -> Vec<TermGroup> {
    let mut groups: Vec<TermGroup> = Vec::new();
    for row in rows {
        let name = if row.group_name.is_empty() {
            OTHER_GROUP
        } else {
            row.group_name.as_str()
        };
        let at = groups.iter().position(|group| group.name == name);
        let choice = TermChoice {
            id: Id(row.id),
            name: row.name.clone(),
            name_cn: row.name_cn.clone(),
            count: Count(row.count.into()),
        };
        match at.and_then(|at| groups.get_mut(at)) {
            Some(group) => group.items.push(choice),
            None => groups.push(TermGroup {
                name: name.to_owned(),
                items: vec![choice],
            }),
        }
    }
    groups.sort_by_key(|group| group.name == OTHER_GROUP);
    groups
}
