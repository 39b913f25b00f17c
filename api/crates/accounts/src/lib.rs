//! Accounts (R7, R16). A password opens a *session*; the session issues short-lived access tokens
//! ([`yingku_access::auth::access_token`]) and a refresh token that changes with every use ([`refresh_token`], [`sessions`]). A
//! login runs its checks from cheap to expensive: form, address limits ([`throttle`]), captcha ([`yingku_access::captcha`]),
//! the delay of the name, and only then argon2 ([`hashing`]). [`yingku_access::auth::caller`] authenticates later requests.

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod admin;
mod common_words;
pub mod forms;
pub mod hashing;
pub mod password;
pub mod personal_data;
pub mod profile;
pub mod program_keys;
pub mod recovery;
pub mod refresh_token;
pub mod routes;
pub mod session_routes;
pub mod sessions;
pub mod sign_in;
mod sign_in_log;
pub mod throttle;
pub mod trusted_devices;

use std::sync::Arc;

use yingku_access::auth::access_token::AccessTokens;
use yingku_access::auth::personal_data::PersonalData;
use yingku_access::captcha::{self, Captcha};
use yingku_base::clock::Clock;
use yingku_base::keys::Secrets;
use yingku_http_kit::endpoint::Endpoints;
use yingku_platform::config::Config;
use yingku_platform::ephemeral::Ephemeral;
use yingku_platform::mail::Mailer;

use hashing::Hasher;
use refresh_token::RefreshTokens;
use throttle::AddressLimits;

/// Captcha attempts stored at a time; beyond that, requests get 503.
const MAX_CAPTCHAS: usize = 1_000_000;

/// The services of the account endpoints.
pub struct Accounts {
    /// Captchas.
    pub captcha: Arc<Captcha>,
    /// Access tokens.
    pub access: Arc<AccessTokens>,
    /// Refresh tokens.
    pub refresh: RefreshTokens,
    /// Hashing of passwords.
    pub hasher: Hasher,
    /// Mail; none without a mail server.
    pub mailer: Option<Mailer>,
    /// Rate limits per address.
    pub limits: AddressLimits,
    /// The export and erasure hooks of all features.
    pub personal_data: &'static [PersonalData],
}

impl Accounts {
    /// Built from the settings; keys are derived from the server's secrets.
    pub fn new(
        config: &Config,
        secrets: &Secrets,
        ephemeral: &Ephemeral,
        clock: &Arc<dyn Clock>,
        personal_data: &'static [PersonalData],
    ) -> anyhow::Result<Self> {
        let (signing, account) = (&config.signing, &config.account);
        let tried = ephemeral.once("captcha", captcha::LIFE_MS, MAX_CAPTCHAS);
        Ok(Self {
            captcha: Arc::new(Captcha::new(secrets, Arc::clone(clock), tried)),
            access: Arc::new(AccessTokens::new(
                secrets,
                &signing.app_id,
                account.access_seconds,
            )),
            refresh: RefreshTokens::new(secrets),
            hasher: Hasher::new(config.service.processors())?,
            mailer: config.mail.as_ref().map(Mailer::new).transpose()?,
            limits: AddressLimits::new(account, ephemeral),
            personal_data,
        })
    }
}

/// The account endpoints.
pub fn endpoints() -> Endpoints {
    routes::endpoints()
        .and(session_routes::endpoints())
        .and(profile::endpoints())
        .and(recovery::routes::endpoints())
        .and(admin::routes::endpoints())
}
