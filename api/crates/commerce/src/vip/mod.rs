//! The paid group. VIP changes only through [`grants`], with a row in the ledger each time, and [`revoke`] reverses one.
//! What a group may do is in [`yingku_access::auth::level`].

pub mod codes;
pub mod downloads;
pub mod grants;
pub mod personal_data;
pub mod plans;
pub mod revoke;

use yingku_http_kit::endpoint::Endpoints;

/// The VIP endpoints.
pub fn endpoints() -> Endpoints {
    plans::routes::endpoints()
        .and(plans::admin::routes::endpoints())
        .and(codes::admin::routes::endpoints())
        .and(downloads::admin::routes::endpoints())
        .and(codes::routes::endpoints())
        .and(downloads::routes::endpoints())
}
