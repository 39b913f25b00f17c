//! `GET /v2/user/token`, `POST /v2/user/logout`, `GET /v2/user/sessions` and
//! `POST /v2/user/sessions/{id}/end`.

use actix_web::http::header::HeaderMap;
use actix_web::{HttpRequest, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::refresh_token::Refresh;
use super::sessions::{self, Life, Rotation, SessionRow};
use super::sign_in::{TokenPair, pair};
use crate::account::Accounts;
use crate::auth::caller::{Client, Member, bearer};
use crate::auth::users;
use crate::base::values::{Id, Time};
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::{Data, Done, Rows};
use crate::http::error::{ApiError, ErrorBody, ErrorKind};
use crate::http::params::PathId;
use crate::state::AppState;

/// The calls about sessions.
pub(super) fn endpoints() -> Endpoints {
    endpoints![
        get_token,
        delete_current_session,
        list_sessions,
        delete_session
    ]
}

/// Refresh the tokens
///
/// Takes the refresh token as the bearer and gives the next pair. The same token again within 30 seconds
/// gives the same successor; later it ends the session, as somebody else must have it.
#[utoipa::path(
    get, path = "/v2/user/token", tag = "account", security(("refresh" = [])),
    responses(
        (status = 200, description = "The next tokens", body = Data<TokenPair>),
        (status = 400, description = "Not a call of a program", body = ErrorBody),
        (status = 403, description = "No refresh token, or its session has ended: log in again", body = ErrorBody),
    ),
)]
async fn get_token(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    client: Client,
    request: HttpRequest,
) -> Result<Data<TokenPair>, ApiError> {
    refuse_browsing(request.headers())?;
    let ended = || ApiError::new(ErrorKind::SessionEnded);
    let token = bearer(request.headers())
        .map_err(|_| ended())?
        .ok_or_else(|| ApiError::new(ErrorKind::LoginRequired))?;
    let token = accounts.refresh.read(token, &client.bound_to);
    let token = token.ok_or_else(ended)?;
    let now = state.now();
    let account = state.config.account.clone();
    let idle_until = now + account.idle_seconds;
    // The end of the session is to be kept, so it is an outcome here and becomes an error below.
    let (rotation, level) = state
        .db
        .execute(move |conn| {
            let rotation = sessions::rotate(conn, token, now, idle_until)?;
            let Rotation::Next { user_id, .. } = rotation else {
                return Ok((rotation, 0));
            };
            let user = users::by_id(conn, user_id)?;
            let life = Life::of(&account, &user);
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

/// A refresh changes something, though it is a GET: what a browser does by itself must not.
fn refuse_browsing(headers: &HeaderMap) -> Result<(), ApiError> {
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
/// Ends the session of the access token, even of one that has run out. Without a token that is known
/// there is nothing to end, which is a success as well.
#[utoipa::path(
    post, path = "/v2/user/logout", tag = "account", security((), ("bearer" = [])),
    responses((status = 200, description = "Logged out", body = Done)),
)]
async fn delete_current_session(
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
    Ok(Done::saying("退出成功"))
}

/// A session of the caller's.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// The id.
    pub id: Id,
    /// Whether it is the one of this call.
    #[schema(example = true)]
    pub current: bool,
    /// What the browser called itself.
    #[schema(max_length = 200, example = "Mozilla/5.0 (Linux; Android 16)")]
    pub agent: String,
    /// The network it was opened from.
    #[schema(max_length = 43, example = "203.0.113.0/24")]
    pub network: String,
    /// When it was opened, in Shanghai.
    pub create_time: Time,
    /// When its tokens were last refreshed, in Shanghai.
    pub update_time: Time,
    /// When it ends, unless it is used, in Shanghai.
    pub expire_time: Time,
}

impl Session {
    /// As the member whose present session is `current` sees it.
    pub fn of(row: SessionRow, current: i64) -> Self {
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
/// Where the caller is signed in, the last used first; at most 20.
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
        .query_fresh(move |conn| sessions::living(conn, member.id, now))
        .await?;
    let total = u64::try_from(rows.len()).unwrap_or(0);
    let rows = rows
        .into_iter()
        .map(|row| Session::of(row, member.session_id))
        .collect();
    Ok(Rows::new(rows, total))
}

/// End one of my sessions
///
/// Whoever uses it has to log in again. Ending it twice is no mistake; a session of somebody else is
/// answered like one that never was.
#[utoipa::path(
    post, path = "/v2/user/sessions/{id}/end", tag = "account", security(("bearer" = [])),
    params(("id" = String, Path, description = "Id of the session", pattern = "^[1-9][0-9]{15,18}$", example = "920000000000000001")),
    responses(
        (status = 200, description = "It has ended", body = Done),
        (status = 404, description = "No such session", body = ErrorBody),
    ),
)]
async fn delete_session(
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
