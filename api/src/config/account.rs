//! Settings of accounts: captcha, tokens and how often an address may try.

use secrecy::SecretString;

use super::source::Source;
use crate::base::network::Network;

/// Seconds in a minute, in an hour and in a day.
const MINUTE: i64 = 60;
const HOUR: i64 = 3_600;
const DAY: i64 = 86_400;

/// Accounts.
#[derive(Debug, Clone)]
pub struct AccountConfig {
    /// Whether login and registration ask for a captcha.
    pub captcha: bool,
    /// Whether tokens work only with the client key they were given to.
    pub token_binding: bool,
    /// Life of an access token, seconds.
    pub access_seconds: i64,
    /// A session ends when it is not used for so long, seconds.
    pub idle_seconds: i64,
    /// A session ends after so long in any case, seconds.
    pub session_seconds: i64,
    /// An operator's session ends when it is not used for so long, seconds.
    pub operator_idle_seconds: i64,
    /// An operator's session ends after so long in any case, seconds.
    pub operator_session_seconds: i64,
    /// From where operators may call; nothing = from everywhere.
    pub admin_networks: Vec<Network>,
    /// Captchas a minute for each address.
    pub captcha_per_minute: u32,
    /// Attempts with a password a minute for each address.
    pub login_per_minute: u32,
    /// Wrong passwords for a name from one network that need no wait.
    pub free_failures: i32,
    /// New accounts an hour for each address.
    pub register_per_hour: u32,
    /// Exports an hour for each address.
    pub export_per_hour: u32,
    /// The secret before the present one; may be empty.
    pub previous_secret: SecretString,
}

pub(super) fn account(source: &mut Source) -> AccountConfig {
    AccountConfig {
        captcha: source.choice("CAPTCHA", &["on", "off"]) == "on",
        token_binding: source.choice("TOKEN_BINDING", &["on", "off"]) == "on",
        access_seconds: source.number::<i64>("ACCESS_TOKEN_MINUTES", 1, 1_440) * MINUTE,
        idle_seconds: source.number::<i64>("SESSION_IDLE_DAYS", 1, 3_650) * DAY,
        session_seconds: source.number::<i64>("SESSION_DAYS", 1, 3_650) * DAY,
        operator_idle_seconds: source.number::<i64>("OPERATOR_IDLE_MINUTES", 1, 525_600) * MINUTE,
        operator_session_seconds: source.number::<i64>("OPERATOR_SESSION_HOURS", 1, 8_760) * HOUR,
        admin_networks: source.parsed_list("ADMIN_NETWORKS"),
        captcha_per_minute: source.number("CAPTCHA_PER_MINUTE", 1, 1_000_000),
        login_per_minute: source.number("LOGIN_PER_MINUTE", 1, 1_000_000),
        free_failures: source.number("LOGIN_FREE_FAILURES", 1, 1_000_000),
        register_per_hour: source.number("REGISTER_PER_HOUR", 1, 1_000_000),
        export_per_hour: source.number("EXPORT_PER_HOUR", 1, 1_000_000),
        previous_secret: SecretString::from(source.text("SERVER_SECRET_PREVIOUS")),
    }
}
