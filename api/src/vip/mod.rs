//! The paid group: what can be bought, and who has got how much of it.
//!
//! - [`plans`]: what is for sale;
//! - [`grants`]: the only way to become VIP or to stay it longer, each time with a row in the ledger;
//! - [`revoke`]: undoing one of these rows;
//! - [`codes`]: activation codes, which give days to whoever uses them first;
//! - [`downloads`]: what they ask the operators for;
//! - [`personal_data`]: what of it a member can take along.
//!
//! What a group may do is in [`crate::auth::level`].

pub mod codes;
pub mod downloads;
pub mod grants;
pub mod personal_data;
pub mod plans;
pub mod revoke;

use crate::http::endpoint::Endpoints;

/// The calls about VIP.
pub fn endpoints() -> Endpoints {
    plans::routes::endpoints()
        .and(plans::admin::routes::endpoints())
        .and(codes::admin::routes::endpoints())
        .and(downloads::admin::routes::endpoints())
        .and(codes::routes::endpoints())
        .and(downloads::routes::endpoints())
}
