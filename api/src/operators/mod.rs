//! What is the same for everything that operators do: the log of their changes. Who may do what is in
//! [`crate::account::role`]; who is calling is [`crate::http::caller::Operator`].
//!
//! - [`audit`]: entering a change, in the transaction that makes it;
//! - [`audit_list`]: looking it up;
//! - [`reason`]: why something is changed;
//! - [`settings_list`]: the settings, to look at;
//! - [`version`]: who saves what has changed since is told.

pub mod audit;
pub mod audit_list;
mod audit_targets;
pub mod reason;
pub mod settings_list;
pub mod version;

use crate::http::endpoint::Endpoints;

/// The calls about what operators have done, and what holds on the machine.
pub fn endpoints() -> Endpoints {
    audit_list::endpoints().and(settings_list::endpoints())
}
