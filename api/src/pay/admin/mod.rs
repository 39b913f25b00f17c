//! The operators' side of orders: [`list`] and [`history`], querying the provider again ([`recheck`]), and recording
//! refunds ([`refund`]).

pub mod history;
pub mod list;
pub mod recheck;
pub mod refund;
pub mod routes;
