//! Authentication of the caller, as extractors: [`Member`] requires a login, [`Visitor`] allows one, [`Operator`] is
//! for endpoints with a permission in the endpoint table, and [`Client`] says where a request comes from. A bad token
//! always gets 401, so that the client refreshes it; a member endpoint without a token returns 403 (R15.3, R15.5).
//!
//! A valid token alone is not enough: its session and user are looked up on every request, so an ended session, a
//! disabled user and a new role take effect at once on every instance.

use std::future::{Ready, ready};
use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::http::header::{AUTHORIZATION, HeaderMap, USER_AGENT};
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use futures_util::future::LocalBoxFuture;
use yingku_base::network::{anonymized_network, network};
use yingku_base::role::{Permission, Permissions, Role};
use yingku_db::Conn;
use yingku_http_kit::RequestId;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::state::{AppState, part};

use super::access_token::{AccessTokens, Claims, TokenFault};
use super::level::Level;
use super::signing::{CallerIp, SignedClient};
use super::users::{self, UserRow};

/// Longer tokens are rejected unread, bytes.
const MAX_TOKEN_BYTES: usize = 1_024;
/// Characters stored of a user agent.
const MAX_AGENT_CHARS: usize = 200;

/// Any caller, signed in or not.
#[derive(Debug, Clone)]
pub struct Visitor(pub Option<Member>);

/// A caller who is signed in.
#[derive(Debug, Clone)]
pub struct Member {
    /// The user's id.
    pub id: i64,
    /// The session of this request.
    pub session_id: i64,
    /// When the session was opened, seconds.
    pub opened_at: i64,
    /// The current group.
    pub level: Level,
    /// The user's row.
    pub user: UserRow,
}

/// The verified token of a caller whose session is not looked up yet: for a handler that does so in its own
/// transaction, instead of in a second one.
#[derive(Debug)]
pub struct Bearer(Option<Claims>);

/// A caller who is signed in, even if the password has to be changed first.
#[derive(Debug, Clone)]
pub struct NewMember(pub Member);

/// The user of an authenticated request.
#[derive(Debug, Clone, Copy)]
pub struct CallerId(pub i64);

/// A caller with the permission that the endpoint needs.
#[derive(Debug, Clone)]
pub struct Operator {
    /// The user's id.
    pub id: i64,
    /// The user's name as entered at registration.
    pub name: String,
    /// All their permissions; of a key, those that it allows.
    pub permissions: Permissions,
    /// The name of the key, for a program.
    pub program: Option<String>,
}

/// Where a request comes from: address, installation and browser.
#[derive(Debug, Clone)]
pub struct Client {
    /// The address, as far as it can be trusted.
    pub ip: IpAddr,
    /// Hash of the client key that tokens are bound to; empty for unsigned requests and without token binding.
    pub bound_to: String,
    /// The installation, for signed requests.
    pub device_id: Option<[u8; 16]>,
    /// The user agent, truncated.
    pub agent: String,
    /// The id of the request.
    pub request: Option<RequestId>,
}

impl Visitor {
    /// The member's id, if there is one.
    pub fn member_id(&self) -> Option<i64> {
        self.0.as_ref().map(|member| member.id)
    }
}

impl Member {
    /// The role.
    pub fn role(&self) -> Role {
        self.user.role
    }

    /// The permissions beyond those of members.
    pub fn permissions(&self) -> Permissions {
        self.user.permissions()
    }

    /// Rejects a member whose password was set by an operator and not changed since.
    pub fn require_own_password(&self) -> Result<(), ApiError> {
        if self.user.must_change_password {
            return Err(ApiError::new(ErrorKind::PasswordChangeRequired));
        }
        Ok(())
    }
}

impl Bearer {
    /// Whether there is a token. If so, use a read that sees every committed write.
    pub fn has_token(&self) -> bool {
        self.0.is_some()
    }

    /// Looks the caller up at `now`, seconds. An ended session gets 401.
    pub fn look_up(&self, conn: &mut Conn, now: i64) -> Result<Visitor, ApiError> {
        let member = self.0.as_ref().map(|claims| look_up(conn, claims, now));
        Ok(Visitor(member.transpose()?))
    }
}

impl Operator {
    /// Whether they also have this permission.
    pub fn may(&self, permission: Permission) -> bool {
        self.permissions.0.contains(&permission)
    }
}

impl Client {
    /// Pseudonymous id of a visitor: the installation, or the address of unsigned requests.
    pub fn visitor(&self) -> Vec<u8> {
        match self.device_id {
            Some(device_id) => device_id.to_vec(),
            None => network(self.ip).to_string().into_bytes(),
        }
    }

    /// The part of the address that is stored.
    pub fn network(&self) -> String {
        anonymized_network(self.ip)
    }

    /// Reads it from a request.
    pub fn of(state: &AppState, request: &HttpRequest) -> Self {
        let extensions = request.extensions();
        let signed = extensions.get::<SignedClient>();
        let agent = request.headers().get(USER_AGENT);
        let agent = agent.and_then(|value| value.to_str().ok()).unwrap_or("");
        Self {
            ip: extensions
                .get::<CallerIp>()
                .map_or(IpAddr::V6(std::net::Ipv6Addr::UNSPECIFIED), |ip| ip.0),
            bound_to: signed
                .filter(|_| state.config.account.token_binding)
                .map(|client| client.key_hash.to_string())
                .unwrap_or_default(),
            device_id: signed.map(|client| client.device_id),
            agent: agent.chars().take(MAX_AGENT_CHARS).collect(),
            request: extensions.get::<RequestId>().copied(),
        }
    }
}

/// The bearer token of a request, if any. A malformed `Authorization` header gets 401.
pub fn bearer(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let mut values = headers.get_all(AUTHORIZATION);
    let Some(value) = values.next() else {
        return Ok(None);
    };
    value
        .to_str()
        .ok()
        .filter(|_| values.next().is_none())
        .and_then(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
        .filter(|token| !token.is_empty() && token.len() <= MAX_TOKEN_BYTES)
        .map(Some)
        .ok_or_else(|| ApiError::new(ErrorKind::TokenInvalid))
}

/// Verifies the token of a request, if any.
fn claims(state: &AppState, request: &HttpRequest) -> Result<Option<Claims>, ApiError> {
    let Some(token) = bearer(request.headers())? else {
        return Ok(None);
    };
    let tokens = part::<AccessTokens>(request)?;
    let bound_to = Client::of(state, request).bound_to;
    let claims = tokens.verify(token, &bound_to, state.now());
    claims.map(Some).map_err(|fault| match fault {
        TokenFault::Invalid => ApiError::new(ErrorKind::TokenInvalid),
        TokenFault::Expired => ApiError::new(ErrorKind::TokenExpired),
    })
}

/// Looks up session and user of a token at `now`, seconds.
fn look_up(conn: &mut Conn, claims: &Claims, now: i64) -> Result<Member, ApiError> {
    let (user, opened_at) = users::by_session(conn, claims.user_id, claims.session_id, now)?
        .ok_or_else(|| ApiError::new(ErrorKind::TokenInvalid))?;
    Ok(Member {
        id: user.id,
        session_id: claims.session_id,
        opened_at,
        level: user.level(now),
        user,
    })
}

pub(super) async fn find(
    state: &AppState,
    request: &HttpRequest,
) -> Result<Option<Member>, ApiError> {
    let Some(claims) = claims(state, request)? else {
        return Ok(None);
    };
    let now = state.now();
    let found = state
        .db
        .read_fresh(move |conn| look_up(conn, &claims, now))
        .await?;
    request.extensions_mut().insert(CallerId(found.id));
    Ok(Some(found))
}

impl FromRequest for Visitor {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let state = part::<AppState>(&request)?;
            find(&state, &request).await.map(Self)
        })
    }
}

impl FromRequest for Bearer {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(part::<AppState>(request).and_then(|state| claims(&state, request).map(Self)))
    }
}

impl FromRequest for Member {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let member = NewMember::from_request(request, payload);
        Box::pin(async move {
            let NewMember(member) = member.await?;
            member.require_own_password()?;
            Ok(member)
        })
    }
}

impl FromRequest for NewMember {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let visitor = Visitor::from_request(request, payload);
        Box::pin(async move {
            let member = visitor.await?.0;
            member
                .map(Self)
                .ok_or_else(|| ApiError::new(ErrorKind::LoginRequired))
        })
    }
}

impl FromRequest for Operator {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let operator = request.extensions().get::<Self>().cloned();
        ready(operator.ok_or_else(|| {
            anyhow::anyhow!("an operator endpoint without a permission in the table").into()
        }))
    }
}

impl FromRequest for Client {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(part::<AppState>(request).map(|state| Self::of(&state, request)))
    }
}

#[cfg(test)]
#[path = "caller_tests.rs"]
mod tests;
