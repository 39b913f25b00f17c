//! The paid group: what can be bought, and who has got how much of it.
//!
//! - [`plans`]: what is for sale, and [`plan_routes`], which lists it;
//! - [`grants`]: the only way to become VIP or to stay it longer, each time with a row in the ledger;
//! - [`member_data`]: what of it a member can take along.
//!
//! What a group may do is in [`crate::account::level`].

pub mod grants;
pub mod member_data;
pub mod plan_routes;
pub mod plans;
