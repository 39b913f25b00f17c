//! The operators' side of orders: [`list`] with its [`filter`] and [`search`], [`sums`] and an [`export`] of what is listed,
//! and [`history`]; querying the provider again ([`recheck`]), granting by hand ([`grant`], with a second person's
//! [`consent`]), recording refunds ([`refund`]) and sending them ([`send`]), and comparing a provider's [`bill`].

pub mod bill;
pub mod consent;
pub mod export;
pub mod filter;
pub mod grant;
pub mod history;
pub mod list;
pub mod recheck;
pub mod refund;
pub mod routes;
mod search;
mod send;
pub mod sums;
