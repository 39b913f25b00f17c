//! What people write to the operators, and what the operators answer.
//!
//! [`messages`]: conversations between a member and support.

pub mod messages;

use std::time::Duration;

use crate::auth::signing::limits::AddressLimit;
use crate::config::SupportConfig;
use crate::ephemeral::{Ephemeral, quota};
use crate::http::endpoint::Endpoints;

/// What support needs while the service runs.
pub struct Support {
    /// Questions and what follows them, of each address.
    pub messages: AddressLimit,
}

impl Support {
    /// As the settings say.
    pub fn new(config: &SupportConfig, ephemeral: &Ephemeral) -> Self {
        let minute = Duration::from_secs(60);
        Self {
            messages: AddressLimit::new(
                ephemeral,
                "messages",
                quota(config.messages_per_minute, minute),
            ),
        }
    }
}

/// The calls to support, and the operators' calls about them.
pub fn endpoints() -> Endpoints {
    messages::routes::endpoints().and(messages::admin::routes::endpoints())
}
