//! Moderation: [`reports`] about works, and operators hiding, taking down and restoring works ([`visibility`],
//! [`works_routes`]).

pub mod reports;
pub mod visibility;
pub mod works_routes;

use std::time::Duration;

use yingku_access::auth::signing::limits::AddressLimit;
use yingku_base::keys::Secrets;
use yingku_http_kit::endpoint::Endpoints;
use yingku_platform::config::SupportConfig;
use yingku_platform::ephemeral::{Ephemeral, quota};

use reports::Reporters;

/// Reports of players per hour and address.
const PLAYBACK_PER_HOUR: u32 = 60;

/// The services of the moderation endpoints.
pub struct Moderation {
    /// Limit on reports per address.
    pub reports: AddressLimit,
    /// Limit on those of players, which leave the other to people.
    pub playback: AddressLimit,
    /// Pseudonyms of reporters.
    pub reporters: Reporters,
}

impl Moderation {
    /// From the settings.
    pub fn new(config: &SupportConfig, secrets: &Secrets, ephemeral: &Ephemeral) -> Self {
        let hour = Duration::from_secs(3_600);
        Self {
            reports: AddressLimit::new(ephemeral, "reports", quota(config.reports_per_hour, hour)),
            playback: AddressLimit::new(ephemeral, "playback", quota(PLAYBACK_PER_HOUR, hour)),
            reporters: Reporters::new(secrets),
        }
    }
}

/// The endpoints.
pub fn endpoints() -> Endpoints {
    reports::routes::endpoints()
        .and(reports::admin::routes::endpoints())
        .and(works_routes::endpoints())
}
