//! Refunds that are sent through a provider (R11.22). [`begin`] stores one and reserves its amount before the provider is
//! asked, [`settle`] applies what the provider says, and [`check`] asks again about those without an answer. The number
//! that is stored first makes every repetition the same refund, here and there.

pub mod begin;
pub mod check;
pub mod settle;
pub mod store;
