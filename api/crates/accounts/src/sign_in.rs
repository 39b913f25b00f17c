//! The steps of signing in: password, session and tokens.

use serde::Serialize;
use utoipa::ToSchema;
use yingku_access::audit::Actor;
use yingku_access::auth::access_token::Claims;
use yingku_access::auth::caller::Client;
use yingku_access::auth::users::{self, UserRow};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::state::AppState;

use super::forms::Login;
use super::hashing::{Match, Requester};
use super::password::Password;
use super::refresh_token::Refresh;
use super::sessions::{self, Lifetime, SessionRow};
use super::sign_in_log;
use super::throttle::{self, Charged};
use super::trusted_devices::{self, DeviceTrust, Origin};
use crate::Accounts;

/// The tokens of a session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenPair {
    /// Sent as `Authorization: Bearer`.
    #[schema(
        max_length = 1024,
        example = "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJpc3MiOiJ5aW5na3UifQ.c2lnbmF0dXJl"
    )]
    pub access_token: String,
    /// For `GET /v2/user/token` only; valid once.
    #[schema(max_length = 256, example = "r1.920000000000000001.1.c2lnbmF0dXJl")]
    pub refresh_token: String,
    /// Lifetime of the access token in seconds.
    #[schema(minimum = 1, example = 900)]
    pub expires_in: i64,
}

/// Checks name and password, and charges the attempt. An unknown name and a wrong password are indistinguishable in the
/// response and its timing.
pub(super) async fn authenticate(
    state: &AppState,
    accounts: &Accounts,
    client: &Client,
    login: Login,
) -> Result<(UserRow, Charged), ApiError> {
    let (name, origin, now) = (login.name, Origin::from_client(client), state.now());
    let (key, place) = (name.key().to_owned(), origin.clone());
    let device_trust = state
        .db
        .query_fresh(move |conn| trusted_devices::device_trust(conn, &key, &place, now))
        .await?;
    let permit = accounts.hasher.permit(match device_trust {
        DeviceTrust::Unknown => Requester::Unknown(client.ip),
        DeviceTrust::Network | DeviceTrust::Device => Requester::Known,
    })?;
    let free = state.config.account.free_failures;
    let (user, charged) = state
        .db
        .write(move |conn| {
            let (key, network) = (name.key(), &origin.network);
            let device = origin.device.as_ref().unwrap_or(network);
            let charged = match device_trust {
                DeviceTrust::Unknown => throttle::charge(conn, key, network, free, now)?,
                DeviceTrust::Network => throttle::charge_trusted(conn, key, network, free, now)?,
                DeviceTrust::Device => throttle::charge_trusted(conn, key, device, free, now)?,
            };
            Ok::<_, ApiError>((users::by_name(conn, key)?, charged))
        })
        .await?;
    let stored_hash = user.as_ref().map(|user| user.password_hash.clone());
    let password = login.password;
    let outcome = permit.compare(password.clone(), stored_hash).await?;
    if outcome == Match::No {
        sign_in_log::log_failure(state, client, user).await?;
        return Err(ApiError::new(ErrorKind::BadCredentials));
    }
    let mut user = user.ok_or_else(|| ApiError::new(ErrorKind::BadCredentials))?;
    if user.disabled {
        sign_in_log::log_failure(state, client, Some(user)).await?;
        return Err(ApiError::new(ErrorKind::AccountDisabled));
    }
    if outcome == Match::YesOutdated {
        user.password_hash = rehash_password(state, accounts, &user, password).await?;
    }
    Ok((user, charged))
}

/// Rehashes the password with the current parameters and stores it.
async fn rehash_password(
    state: &AppState,
    accounts: &Accounts,
    user: &UserRow,
    password: Password,
) -> Result<String, ApiError> {
    let permit = accounts.hasher.permit(Requester::Known)?;
    let hash = permit.hash(password).await?;
    let (id, compared, now) = (user.id, user.password_hash.clone(), state.now());
    let stored_hash = hash.clone();
    state
        .db
        .execute(move |conn| {
            users::replace_password(conn, id, &compared, &stored_hash, now)?;
            Ok(())
        })
        .await?;
    Ok(hash)
}

/// Checks the password of a signed-in member again. Failures from other networks do not block them.
pub(super) async fn confirm_password(
    state: &AppState,
    accounts: &Accounts,
    client: &Client,
    user: &UserRow,
    password: Password,
) -> Result<(), ApiError> {
    accounts.limits.password.admit(client.ip).await?;
    let permit = accounts.hasher.permit(Requester::Known)?;
    let (name, network, now) = (user.name_key.clone(), client.network(), state.now());
    let free = state.config.account.free_failures;
    state
        .db
        .write(move |conn| throttle::charge_network(conn, &name, &network, free, now))
        .await?;
    if permit
        .compare(password, Some(user.password_hash.clone()))
        .await?
        == Match::No
    {
        return Err(ApiError::new(ErrorKind::PasswordWrong));
    }
    let (name, network) = (user.name_key.clone(), client.network());
    state
        .db
        .write(move |conn| Ok(throttle::refund_network_attempt(conn, &name, &network)?))
        .await
}

/// Opens a session for an authenticated user, unless the password was changed or the user disabled meanwhile.
pub(super) async fn open_session(
    state: &AppState,
    accounts: &Accounts,
    client: &Client,
    user: UserRow,
    charged: Charged,
) -> Result<TokenPair, ApiError> {
    let now = state.now();
    let life = Lifetime::for_user(&state.config.account, &user);
    let origin = Origin::from_client(client);
    let session = SessionRow {
        id: state.ids.next(&*state.clock),
        user_id: user.id,
        counter: 1,
        network: client.network(),
        agent: client.agent.clone(),
        created_at: now,
        rotated_at: now,
        idle_until: now + life.idle_seconds,
        ends_at: now + life.session_seconds,
        revoked_at: None,
    };
    let refresh = Refresh {
        session_id: session.id,
        counter: session.counter,
    };
    let level = user.level(now).level_id;
    let id = user.id;
    let (is_operator, actor) = (user.is_operator(), Actor::signed_in(state, &user));
    state
        .db
        .write(move |conn| {
            users::lock_if_unchanged(conn, &user)?
                .then_some(())
                .ok_or_else(|| ApiError::new(ErrorKind::BadCredentials))?;
            throttle::refund_attempt(conn, &user.name_key, &charged)?;
            trusted_devices::remember(conn, id, &origin, now)?;
            sessions::open(conn, &session)?;
            if is_operator {
                sign_in_log::record_operator(conn, &actor, id, &session.network)?;
            }
            Ok::<_, ApiError>(())
        })
        .await?;
    sign_in_log::log_success(state, client, id, is_operator);
    pair(state, accounts, client, id, level, refresh)
}

pub(super) fn pair(
    state: &AppState,
    accounts: &Accounts,
    client: &Client,
    user_id: i64,
    level: i16,
    refresh: Refresh,
) -> Result<TokenPair, ApiError> {
    let claims = Claims {
        user_id,
        session_id: refresh.session_id,
    };
    let access = accounts
        .access
        .issue(claims, level, &client.bound_to, state.now())
        .map_err(anyhow::Error::from)?;
    Ok(TokenPair {
        access_token: access,
        refresh_token: accounts.refresh.issue(refresh, &client.bound_to),
        expires_in: accounts.access.life(),
    })
}
