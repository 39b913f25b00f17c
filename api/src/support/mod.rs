//! What people write to the operators, and what the operators answer.
//!
//! - [`messages`]: conversations between a member and support;
//! - [`reports`]: what is said to be wrong about a work.
//!
//! The files of the operators' side begin with `desk`.

pub mod messages;
pub mod reports;

use std::time::Duration;

use crate::account::keys::Secrets;
use crate::account::throttle::Limit;
use crate::config::SupportConfig;
use crate::ephemeral::Ephemeral;
use crate::http::endpoint::Endpoints;
use reports::Reporters;

/// What support needs while the service runs.
pub struct Support {
    /// Questions and what follows them, of each address.
    pub messages: Limit,
    /// Reports of each address.
    pub reports: Limit,
    /// Who has reported what.
    pub reporters: Reporters,
}

impl Support {
    /// As the settings say, with a key of the server's.
    pub fn new(config: &SupportConfig, secrets: &Secrets, ephemeral: &Ephemeral) -> Self {
        let (minute, hour) = (Duration::from_secs(60), Duration::from_secs(3_600));
        let (messages, reports) = (config.messages_per_minute, config.reports_per_hour);
        Self {
            messages: Limit::new(ephemeral, "messages", (messages, minute)),
            reports: Limit::new(ephemeral, "reports", (reports, hour)),
            reporters: Reporters::new(secrets),
        }
    }
}

/// The calls to support, and the operators' calls about them.
pub fn endpoints() -> Endpoints {
    messages::routes::endpoints()
        .and(messages::desk_routes::endpoints())
        .and(reports::routes::endpoints())
        .and(reports::desk_routes::endpoints())
}
