//! Settings of accounts: captcha, tokens, sessions and limits.

use secrecy::SecretString;
use yingku_base::network::Network;
use yingku_base::time::DAY;

use super::source::Source;

const MINUTE: i64 = 60;
const HOUR: i64 = 3_600;

/// Accounts.
#[derive(Debug, Clone)]
pub struct AccountConfig {
    /// Whether login and registration need a captcha.
    pub captcha: bool,
    /// Whether tokens work only with the client key they were issued to.
    pub token_binding: bool,
    /// Lifetime of an access token, seconds.
    pub access_seconds: i64,
    /// A session ends after this time without use, seconds.
    pub idle_seconds: i64,
    /// A session ends after this time in any case, seconds.
    pub session_seconds: i64,
    /// `idle_seconds` of an operator's session.
    pub operator_idle_seconds: i64,
    /// `session_seconds` of an operator's session.
    pub operator_session_seconds: i64,
    /// Networks that operators may connect from; empty = all.
    pub admin_networks: Vec<Network>,
    /// Captchas per minute for each address.
    pub captcha_per_minute: u32,
    /// Password attempts per minute for each address.
    pub login_per_minute: u32,
    /// Wrong passwords for a name from one network before it is throttled.
    pub free_failures: i32,
    /// New accounts per hour for each address.
    pub register_per_hour: u32,
    /// Exports per hour for each address.
    pub export_per_hour: u32,
    /// Mails with a recovery code per hour for each address.
    pub recovery_mails_per_hour: u32,
    /// The previous secret; may be empty.
    pub previous_secret: SecretString,
}

impl AccountConfig {
    pub(super) fn read(source: &mut Source) -> Self {
        Self {
            captcha: source.is_on("CAPTCHA"),
            token_binding: source.is_on("TOKEN_BINDING"),
            access_seconds: source.number::<i64>("ACCESS_TOKEN_MINUTES", 1, 1_440) * MINUTE,
            idle_seconds: source.number::<i64>("SESSION_IDLE_DAYS", 1, 3_650) * DAY,
            session_seconds: source.number::<i64>("SESSION_DAYS", 1, 3_650) * DAY,
            operator_idle_seconds: source.number::<i64>("OPERATOR_IDLE_MINUTES", 1, 525_600)
                * MINUTE,
            operator_session_seconds: source.number::<i64>("OPERATOR_SESSION_HOURS", 1, 8_760)
                * HOUR,
            admin_networks: source.parsed_list("ADMIN_NETWORKS"),
            captcha_per_minute: source.number("CAPTCHA_PER_MINUTE", 1, 1_000_000),
            login_per_minute: source.number("LOGIN_PER_MINUTE", 1, 1_000_000),
            free_failures: source.number("LOGIN_FREE_FAILURES", 1, 1_000_000),
            register_per_hour: source.number("REGISTER_PER_HOUR", 1, 1_000_000),
            export_per_hour: source.number("EXPORT_PER_HOUR", 1, 1_000_000),
            recovery_mails_per_hour: source.number("RECOVERY_MAILS_PER_HOUR", 1, 1_000_000),
            previous_secret: SecretString::from(source.text("SERVER_SECRET_PREVIOUS")),
        }
    }
}
