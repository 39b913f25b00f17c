//! The operators' side of orders: finding them, asking the provider anew, and marking what was sent back.
//!
//! - [`list`]: which orders; [`history`]: everything that happened to one;
//! - [`recheck`]: asking the provider now; [`refund`]: marking an order as refunded, and taking back what it gave;
//! - [`routes`]: the calls.

pub mod history;
pub mod list;
pub mod recheck;
pub mod refund;
pub mod routes;
