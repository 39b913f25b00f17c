//! Support: [`messages`] between members and operators.

pub mod messages;

use std::time::Duration;

use yingku_access::auth::signing::limits::AddressLimit;
use yingku_http_kit::endpoint::Endpoints;
use yingku_platform::config::SupportConfig;
use yingku_platform::ephemeral::{Ephemeral, Presence, quota};

/// How long an operator counts as answering after the last sign of it, ms: twice the interval of the console.
const ANSWERING_MS: i64 = 40_000;

/// The services of the support endpoints.
pub struct Support {
    /// Limit on messages per address.
    pub messages: AddressLimit,
    /// Who is answering which conversation.
    pub answering: Presence,
}

impl Support {
    /// From the settings.
    pub fn new(config: &SupportConfig, ephemeral: &Ephemeral) -> Self {
        let minute = Duration::from_secs(60);
        Self {
            messages: AddressLimit::new(
                ephemeral,
                "messages",
                quota(config.messages_per_minute, minute),
            ),
            answering: ephemeral.presence("answering", ANSWERING_MS),
        }
    }
}

/// The endpoints.
pub fn endpoints() -> Endpoints {
    messages::routes::endpoints().and(messages::admin::routes::endpoints())
}
