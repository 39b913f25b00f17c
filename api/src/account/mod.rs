//! Accounts: who may sign in, with what, and for how long (R7, R16). A password opens a *session*;
//! the session gives short access tokens ([`crate::auth::access_token`]) and a refresh token that changes with every
//! use ([`refresh_token`], [`sessions`]). The order of a login goes from cheap to dear: form, limits of
//! the address ([`throttle`]), captcha ([`crate::captcha`]), wait of the name, and only then argon2
//! ([`hashing`]). Who a call belongs to is found out in [`crate::auth::caller`].

pub mod admin;
mod door;
pub mod familiar;
pub mod forms;
pub mod hashing;
pub mod password;
pub mod personal_data;
pub mod profile;
pub mod refresh_token;
pub mod routes;
pub mod session_routes;
pub mod sessions;
pub mod sign_in;
pub mod throttle;

use std::sync::Arc;

use crate::auth::access_token::AccessTokens;
use crate::auth::personal_data::PersonalData;
use crate::base::keys::Secrets;
use hashing::Hasher;
use refresh_token::RefreshTokens;
use throttle::AddressLimits;

use crate::base::clock::Clock;
use crate::captcha::{self, Captcha};
use crate::config::Config;
use crate::ephemeral::Ephemeral;
use crate::http::endpoint::Endpoints;

/// Captchas tried in one window; more callers than that are told to come back.
const MOST_CAPTCHAS: usize = 1_000_000;

/// What accounts need while the service runs.
pub struct Accounts {
    /// Captchas.
    pub captcha: Arc<Captcha>,
    /// Access tokens.
    pub access: Arc<AccessTokens>,
    /// Refresh tokens.
    pub refresh: RefreshTokens,
    /// Hashing of passwords.
    pub hasher: Hasher,
    /// Limits of each address.
    pub limits: AddressLimits,
    /// What is kept about a member.
    pub personal_data: &'static [PersonalData],
}

impl Accounts {
    /// As the settings say, with keys of the server's secrets.
    pub fn new(
        config: &Config,
        secrets: &Secrets,
        ephemeral: &Ephemeral,
        clock: &Arc<dyn Clock>,
        personal_data: &'static [PersonalData],
    ) -> anyhow::Result<Self> {
        let (signing, account) = (&config.signing, &config.account);
        let tried = ephemeral.once("captcha", captcha::LIFE_MS, MOST_CAPTCHAS);
        Ok(Self {
            captcha: Arc::new(Captcha::new(secrets, Arc::clone(clock), tried)),
            access: Arc::new(AccessTokens::new(
                secrets,
                &signing.app_id,
                account.access_seconds,
            )),
            refresh: RefreshTokens::new(secrets),
            hasher: Hasher::new()?,
            limits: AddressLimits::new(account, ephemeral),
            personal_data,
        })
    }
}

/// The account calls.
pub fn endpoints() -> Endpoints {
    routes::endpoints()
        .and(session_routes::endpoints())
        .and(profile::endpoints())
        .and(admin::routes::endpoints())
}
