//! The paid group: what can be bought, and who has got how much of it.
//!
//! - [`plans`]: what is for sale, and [`plan_routes`], which lists it;
//!   [`plan_form`], [`plan_desk`], [`plan_desk_routes`]: what operators do with it;
//! - [`grants`]: the only way to become VIP or to stay it longer, each time with a row in the ledger;
//! - [`taking_back`]: undoing one of these rows;
//! - [`codes`]: activation codes, which give days to whoever uses them first;
//! - [`downloads`]: what they ask the operators for;
//! - [`member_data`]: what of it a member can take along.
//!
//! What a group may do is in [`crate::account::level`].

pub mod codes;
pub mod downloads;
pub mod grants;
pub mod member_data;
pub mod plan_desk;
pub mod plan_desk_routes;
pub mod plan_form;
pub mod plan_routes;
pub mod plans;
pub mod taking_back;

use crate::http::endpoint::Endpoints;

/// The calls about VIP.
pub fn endpoints() -> Endpoints {
    plan_routes::endpoints()
        .and(plan_desk_routes::endpoints())
        .and(codes::desk_routes::endpoints())
        .and(downloads::desk_routes::endpoints())
        .and(codes::routes::endpoints())
        .and(downloads::routes::endpoints())
}
