//! What operators see across features: the dashboard, everything about a member, the log of changes, the settings. What
//! they do with one feature's things is in that feature's own `admin`.

pub mod audit_list;
mod audit_targets;
pub mod dashboard;
mod dashboard_model;
pub mod member_detail;
mod overview;
pub mod settings;

use crate::http::endpoint::Endpoints;

/// The calls across features.
pub fn endpoints() -> Endpoints {
    dashboard::endpoints()
        .and(member_detail::endpoints())
        .and(audit_list::endpoints())
        .and(settings::endpoints())
}
