//! What may be on the site: reports by visitors, and operators hiding, taking down and restoring works.
//!
//! - [`reports`]: what is said to be wrong about a work, and what is decided;
//! - [`standing`]: taking a work off the site and letting it back, and [`works_routes`], which does it.

pub mod reports;
pub mod standing;
pub mod works_routes;

use std::time::Duration;

use crate::auth::signing::limits::AddressLimit;
use crate::base::keys::Secrets;
use crate::config::SupportConfig;
use crate::ephemeral::{Ephemeral, quota};
use crate::http::endpoint::Endpoints;
use reports::Reporters;

/// What moderation needs while the service runs.
pub struct Moderation {
    /// Reports of each address.
    pub reports: AddressLimit,
    /// Who has reported what.
    pub reporters: Reporters,
}

impl Moderation {
    /// As the settings say, with a key of the server's.
    pub fn new(config: &SupportConfig, secrets: &Secrets, ephemeral: &Ephemeral) -> Self {
        let hour = Duration::from_secs(3_600);
        Self {
            reports: AddressLimit::new(ephemeral, "reports", quota(config.reports_per_hour, hour)),
            reporters: Reporters::new(secrets),
        }
    }
}

/// The calls about what may be on the site.
pub fn endpoints() -> Endpoints {
    reports::routes::endpoints()
        .and(reports::admin::routes::endpoints())
        .and(works_routes::endpoints())
}
