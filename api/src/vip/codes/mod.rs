//! Activation codes: each stands for days of VIP, once. The database keeps a keyed hash of a code and never the
//! code: it leaves the program when it is made, and the one of a paid order can be made again from its number.
//!
//! - [`code`]: what a code looks like, and how it is read;
//! - [`keys`]: its hash, and the code of an order;
//! - [`store`]: making, listing and revoking;
//! - [`batches`]: those that are made together, by a command or an operator;
//! - [`admin`]: the operators' calls about them;
//! - [`orders`]: the codes that were bought;
//! - [`redeem`]: using one;
//! - [`routes`]: the call.

pub mod admin;
pub mod batches;
pub mod code;
pub mod keys;
pub mod orders;
pub mod redeem;
pub mod routes;
pub mod store;

pub use orders::issue_for_order;
