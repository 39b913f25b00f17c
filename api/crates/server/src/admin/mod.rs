//! Operator endpoints across features: the dashboard, the detail of a member, the audit log, the settings, the
//! checklist of a new site, bulk changes of works, and merging two of them. Each feature has its own `admin` module for
//! the rest.

pub mod audit_list;
mod audit_targets;
pub mod bulk;
mod checklist;
pub mod dashboard;
mod dashboard_model;
mod day_counts;
mod first_response;
pub mod member_detail;
pub mod merge;
pub mod overview;
pub mod settings;
mod statistics;

use yingku_http_kit::endpoint::Endpoints;

/// The endpoints across features.
pub fn endpoints() -> Endpoints {
    dashboard::endpoints()
        .and(member_detail::endpoints())
        .and(audit_list::endpoints())
        .and(settings::endpoints())
        .and(checklist::endpoints())
        .and(statistics::endpoints())
        .and(bulk::endpoints())
        .and(merge::endpoints())
}
