//! Member endpoints for download requests.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;
use yingku_access::auth::caller::Member;
use yingku_base::values::Id;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Done, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, Params};
use yingku_platform::state::AppState;

use super::link;
use super::model::{DownloadRequest, RequestsParams};
use super::queries::{self, NewRequest};

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![request_download, list_downloads]
}

/// A request for a download.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DownloadForm {
    /// Id of the work.
    pub censored_id: Id,
    /// A magnet link of this work.
    #[schema(
        max_length = 2048,
        pattern = "^magnet:[?]xt=urn:btih:([0-9a-fA-F]{40}|[a-zA-Z2-7]{32})(&(dn|tr)=[A-Za-z0-9%._:/+-]*)*$",
        example = "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a"
    )]
    pub url: String,
}

/// Request a download
///
/// Asks the operators to make a work available from one of its magnet links; for VIP only. Repeating it changes
/// nothing. A member can have twenty open requests. The server never fetches the link; a link of another work is
/// invalid.
#[utoipa::path(
    post, path = "/web/cloud/file/download", tag = "vip", security(("bearer" = [])), request_body = DownloadForm,
    responses(
        (status = 200, description = "It is written down", body = Done),
        (status = 400, description = "A field breaks its rule, or the address is no magnet link", body = ErrorBody),
        (status = 404, description = "No such work", body = ErrorBody),
        (status = 422, description = "Only for VIP (`vip_required`), a link of another work (`link_foreign`), or too many open (`too_many_downloads`)", body = ErrorBody),
    ),
)]
async fn request_download(
    state: web::Data<AppState>,
    member: Member,
    form: Json<DownloadForm>,
) -> Result<Done, ApiError> {
    let work = form.censored_id.0;
    let no_link = || ApiError::bad_request("请提供该影片的磁力链接");
    let info_hash = link::info_hash(&form.url).ok_or_else(no_link)?;
    if !member.level.is_vip() {
        let text = "开通VIP后可提交离线下载";
        return Err(ApiError::with_message(ErrorKind::VipRequired, text));
    }
    let request = NewRequest {
        id: state.ids.next(&*state.clock),
        user: member.id,
        work,
        info_hash,
    };
    let now = state.now();
    state
        .db
        .write(move |conn| {
            if !queries::has_link(conn, work, &request.info_hash)? {
                return Err(ApiError::new(ErrorKind::LinkForeign));
            }
            queries::add(conn, &request, now)
        })
        .await?;
    Ok(Done::with_message("已提交"))
}

/// List my download requests
///
/// Last changed first. Marks these decisions as read, unless filtered by work.
#[utoipa::path(
    get, path = "/v2/user/downloads", tag = "vip", security(("bearer" = [])), params(PageParams, RequestsParams),
    responses((status = 200, description = "One page of requests", body = Rows<DownloadRequest>)),
)]
async fn list_downloads(
    state: web::Data<AppState>,
    member: Member,
    Params(params): Params<RequestsParams>,
    PageQuery(page): PageQuery,
) -> Result<Rows<DownloadRequest>, ApiError> {
    let work = params.data_id.map(|id| id.0);
    let (rows, total) = state
        .db
        .query_fresh(move |conn| queries::page(conn, member.id, work, page))
        .await?;
    let is_unread = |row: &&queries::RequestOfWork| row.0.unread == Some(true);
    let unread: Vec<i64> = rows.iter().filter(is_unread).map(|row| row.0.id).collect();
    if work.is_none() && !unread.is_empty() {
        state
            .db
            .execute(move |conn| queries::mark_seen(conn, &unread))
            .await?;
    }
    Ok(Rows::of(rows.into_iter().map(DownloadRequest::from), total))
}
