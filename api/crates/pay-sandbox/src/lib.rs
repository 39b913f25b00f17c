//! The sandbox of payments: a provider inside the service that speaks the formats of Alipay and WeChat Pay with its own
//! keys and moves no money. The adapters only know its URLs. On its checkout page a tester chooses what goes wrong. Not
//! allowed in production.

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod action;
mod addresses;
pub mod alipay;
mod checkout_page;
pub mod notifications;
mod refunds;
pub mod routes;
mod sandbox;
pub mod trades;
pub mod weixin;

pub use routes::mount;
pub use sandbox::{APP_ID, MCH_ID, MERCHANT_SERIAL, PROVIDER_KEY_ID, SELLER_ID, Sandbox};
