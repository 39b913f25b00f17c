//! Token refresh, logout and the member's sessions.

use actix_web::http::header::HeaderMap;
use actix_web::{HttpRequest, web};
use serde::Serialize;
use utoipa::ToSchema;
use yingku_access::auth::caller::{Client, Member, bearer};
use yingku_access::auth::users;
use yingku_base::values::{Id, Time};
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Done, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_http_kit::params::PathId;
use yingku_platform::state::AppState;

use super::refresh_token::Refresh;
use super::sessions::{self, Lifetime, Rotation, SessionRow};
use super::sign_in::{TokenPair, pair};
use crate::Accounts;

pub(super) fn endpoints() -> Endpoints {
    endpoints![refresh_token, logout, list_sessions, end_session]
}

/// Refresh the tokens
///
/// Send the refresh token as the bearer token to get the next pair. Within 30 seconds it returns the same pair again;
/// later it ends the session, because someone else must have it.
#[utoipa::path(
    get, path = "/v2/user/token", tag = "account", security(("refresh" = [])),
    responses(
        (status = 200, description = "The next tokens", body = Data<TokenPair>),
        (status = 400, description = "A browser navigation or prefetch", body = ErrorBody),
        (status = 403, description = "No refresh token, or its session has ended: log in again", body = ErrorBody),
    ),
)]
async fn refresh_token(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    client: Client,
    request: HttpRequest,
) -> Result<Data<TokenPair>, ApiError> {
    reject_navigation(request.headers())?;
    let ended = || ApiError::new(ErrorKind::SessionEnded);
    let token = bearer(request.headers())
        .map_err(|_| ended())?
        .ok_or_else(|| ApiError::new(ErrorKind::LoginRequired))?;
    let token = accounts.refresh.read(token, &client.bound_to);
    let token = token.ok_or_else(ended)?;
    let now = state.now();
    let account = state.config.account.clone();
    let idle_until = now + account.idle_seconds;
    // Ending the session must be committed, so it is a result here and becomes an error below.
    let (rotation, level) = state
        .db
        .execute(move |conn| {
            let rotation = sessions::rotate(conn, token, now, idle_until)?;
            let Rotation::Next { user_id, .. } = rotation else {
                return Ok((rotation, 0));
            };
            let user = users::by_id(conn, user_id)?;
            let life = Lifetime::for_user(&account, &user);
            let goes_on =
                !user.is_operator() || sessions::shorten(conn, token.session_id, life, now)?;
            let rotation = if goes_on { rotation } else { Rotation::Ended };
            Ok((rotation, user.level(now).level_id))
        })
        .await?;
    let Rotation::Next { user_id, counter } = rotation else {
        return Err(ended());
    };
    let next = Refresh { counter, ..token };
    Ok(Data::new(pair(
        &state, &accounts, &client, user_id, level, next,
    )?))
}

/// A refresh changes state although it is a GET, so browser navigations and prefetches are rejected.
fn reject_navigation(headers: &HeaderMap) -> Result<(), ApiError> {
    let is = |name: &str, word: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.contains(word))
    };
    if is("sec-fetch-mode", "navigate") || is("sec-purpose", "prefetch") {
        return Err(ApiError::new(ErrorKind::BadRequest));
    }
    Ok(())
}

/// Log out
///
/// Ends the session of the access token, even an expired one. Succeeds without a valid token, too.
#[utoipa::path(
    post, path = "/v2/user/logout", tag = "account", security((), ("bearer" = [])),
    responses(
        (status = 200, description = "Logged out", body = Done),
        (status = 401, description = "The signature is missing, wrong, too old or replayed", body = ErrorBody, headers(("WWW-Authenticate" = String))),
    ),
)]
async fn logout(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    client: Client,
    request: HttpRequest,
) -> Result<Done, ApiError> {
    let token = bearer(request.headers()).ok().flatten();
    let claims = token.and_then(|token| accounts.access.verify_for_logout(token, &client.bound_to));
    if let Some(claims) = claims {
        let now = state.now();
        state
            .db
            .execute(move |conn| sessions::end(conn, claims.user_id, claims.session_id, now))
            .await?;
    }
    Ok(Done::with_message("退出成功"))
}

/// A session of the member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// The id.
    pub id: Id,
    /// Whether it is the current session.
    #[schema(example = true)]
    pub current: bool,
    /// The browser's user agent.
    #[schema(max_length = 200, example = "Mozilla/5.0 (Linux; Android 16)")]
    pub agent: String,
    /// The network it was opened from.
    #[schema(max_length = 43, example = "203.0.113.0/24")]
    pub network: String,
    /// When it was opened.
    pub create_time: Time,
    /// When its tokens were last refreshed.
    pub update_time: Time,
    /// When it expires if unused.
    pub expire_time: Time,
}

impl Session {
    /// For a member whose current session is `current`.
    pub fn from_row(row: SessionRow, current: i64) -> Self {
        Self {
            id: Id(row.id),
            current: row.id == current,
            agent: row.agent,
            network: row.network,
            create_time: Time(row.created_at),
            update_time: Time(row.rotated_at),
            expire_time: Time(row.idle_until.min(row.ends_at)),
        }
    }
}

/// List my sessions
///
/// The caller's active sessions, most recently used first; at most 20.
#[utoipa::path(
    get, path = "/v2/user/sessions", tag = "account", security(("bearer" = [])),
    responses((status = 200, description = "The sessions", body = Rows<Session>)),
)]
async fn list_sessions(
    state: web::Data<AppState>,
    member: Member,
) -> Result<Rows<Session>, ApiError> {
    let now = state.now();
    let rows = state
        .db
        .query_fresh(move |conn| sessions::active(conn, member.id, now))
        .await?;
    let total = u64::try_from(rows.len()).unwrap_or(0);
    let rows = rows
        .into_iter()
        .map(|row| Session::from_row(row, member.session_id))
        .collect();
    Ok(Rows::new(rows, total))
}

/// End one of my sessions
///
/// Its device has to log in again. Ending an ended session succeeds; another member's session is treated as unknown.
#[utoipa::path(
    post, path = "/v2/user/sessions/{id}/end", tag = "account", security(("bearer" = [])),
    params(("id" = String, Path, description = "Id of the session", pattern = "^[1-9][0-9]{15,18}$", example = "920000000000000001")),
    responses(
        (status = 200, description = "It has ended", body = Done),
        (status = 404, description = "No such session", body = ErrorBody),
    ),
)]
async fn end_session(
    state: web::Data<AppState>,
    member: Member,
    PathId(id): PathId,
) -> Result<Done, ApiError> {
    let now = state.now();
    let own = state
        .db
        .execute(move |conn| sessions::end(conn, member.id, id, now))
        .await?;
    if own {
        Ok(Done::new())
    } else {
        Err(ApiError::not_found())
    }
}
