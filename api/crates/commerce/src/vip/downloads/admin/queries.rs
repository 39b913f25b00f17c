//! The operators' side of download requests. A conditional update makes each decision final.

use diesel::prelude::*;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_base::time::format_shanghai;
use yingku_base::values::{Id, Time};
use yingku_db::Conn;
use yingku_db::count_up_to_max;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::{download_requests, users, works};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::in_order;
use yingku_http_kit::reason::parse_note;
use yingku_http_kit::sorting::{ByTime, Sorting};

use crate::vip::downloads::model::RequestStatus;

/// Filters of the list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct RequestsFilter {
    /// The status; `open` if omitted.
    #[param(inline)]
    pub status: Option<RequestStatus>,
}

/// A request in the operators' list.
#[derive(Debug, Queryable, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminDownloadRequest {
    /// The id.
    pub id: Id,
    /// The member.
    #[schema(example = "lin_xia", max_length = 32)]
    pub user_name: String,
    /// Id of the work.
    pub work_id: Id,
    /// Channel: 1 censored, 2 uncensored, 3 western.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
    /// The work's number.
    #[schema(example = "ABCD-123", max_length = 64)]
    pub number: String,
    /// The work's title.
    #[schema(example = "山谷里的四季", max_length = 300)]
    pub title: String,
    /// Info hash of the requested link: 40 hex digits.
    #[schema(example = "c12fe1c06bba254a9dc9f519b335aa7c1367a88a")]
    pub info_hash: String,
    /// The status.
    pub status: RequestStatus,
    /// The operator's note, or empty.
    #[schema(example = "", max_length = 200)]
    pub note: String,
    /// When it was created.
    pub create_time: Time,
    /// When it was decided; empty while open.
    #[serde(serialize_with = "time_or_empty")]
    #[schema(value_type = String, example = "")]
    pub decide_time: Option<i64>,
}

fn time_or_empty<S: Serializer>(at: &Option<i64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&at.map(format_shanghai).unwrap_or_default())
}

/// One page of requests and the total: sorted by creation time, or by default open ones oldest first and decided ones
/// latest first.
pub fn page(
    conn: &mut Conn,
    status: RequestStatus,
    sorting: Sorting<ByTime>,
    page: Page,
) -> QueryResult<(Vec<AdminDownloadRequest>, i64)> {
    let counted = download_requests::table.filter(download_requests::status.eq(status));
    let total = count_up_to_max!(conn, counted, download_requests::id)?;
    let mut list = download_requests::table
        .inner_join(users::table)
        .inner_join(works::table)
        .filter(download_requests::status.eq(status))
        .select((
            download_requests::id,
            users::name,
            download_requests::work_id,
            works::mod_id,
            works::number,
            works::title,
            download_requests::info_hash,
            download_requests::status,
            download_requests::note,
            download_requests::created_at,
            download_requests::decided_at,
        ))
        .into_boxed();
    list = match (sorting.chosen(), status) {
        (Some((ByTime::CreateTime, direction)), _) => {
            in_order!(list, direction, download_requests::id)
        }
        (None, RequestStatus::Open) => list.order(download_requests::id.asc()),
        (None, RequestStatus::Done | RequestStatus::Refused) => list.order((
            download_requests::decided_at.desc(),
            download_requests::id.desc(),
        )),
    };
    Ok((list.paged(page).load(conn)?, total))
}

/// The decision on a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RequestDecision {
    /// The work has been made available.
    Done,
    /// Refused.
    Refused,
}

/// A decision on a request.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RequestDecisionForm {
    /// Id of the request.
    pub id: Id,
    /// The decision.
    pub decision: RequestDecision,
    /// A note, for the member and the audit log.
    #[serde(default)]
    #[schema(max_length = 200, example = "已放入影片库")]
    pub note: Option<String>,
}

impl RequestDecisionForm {
    /// The request's id, its new status, and the note.
    pub fn parse(&self) -> Result<(i64, RequestStatus, String), ApiError> {
        let status = match self.decision {
            RequestDecision::Done => RequestStatus::Done,
            RequestDecision::Refused => RequestStatus::Refused,
        };
        Ok((self.id.0, status, parse_note(self.note.as_deref())?))
    }
}

/// Decides a request and marks it unread for its member; 422 `download_decided` if it is not open.
pub fn decide(
    conn: &mut Conn,
    actor: &Actor,
    request: i64,
    status: RequestStatus,
    note: &str,
) -> Result<(), ApiError> {
    let open = download_requests::table
        .find(request)
        .filter(download_requests::status.eq(RequestStatus::Open));
    let decided = diesel::update(open)
        .set((
            download_requests::status.eq(status),
            download_requests::note.eq(note),
            download_requests::decided_at.eq(actor.now),
            download_requests::unread.eq(true),
        ))
        .execute(conn)?;
    let work: i64 = download_requests::table
        .find(request)
        .select(download_requests::work_id)
        .first(conn)?;
    if decided == 0 {
        return Err(ApiError::new(ErrorKind::DownloadDecided));
    }
    let change = Change {
        action: Action::DownloadDecide,
        target: (TargetKind::Download, request.to_string()),
        before: json!({ "status": RequestStatus::Open.as_str() }),
        after: json!({ "status": status.as_str(), "work": work.to_string() }),
        reason: note,
    };
    Ok(audit::record(conn, actor, &change)?)
}
