//! Activation codes: each grants days of VIP, once. The database stores a keyed hash of a code, never the code itself:
//! codes of a [batch](batches) are shown once, and the code of a paid [order](orders) is derived from its number.

pub mod admin;
pub mod batches;
pub mod code;
pub mod keys;
pub mod orders;
pub mod redeem;
pub mod routes;
pub mod single;
pub mod store;

pub use orders::issue_for_order;
