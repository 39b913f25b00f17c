//! Payment (R11): orders of VIP plans, paid through Alipay or WeChat Pay, or through a sandbox that speaks like
//! both.
//!
//! - [`crate::base::money`]: whole fen; [`signature`]: what both providers sign with;
//! - [`alipay`], [`weixin`]: the adapters behind [`gateway::PaymentGateway`], each with its wire format;
//! - [`orders`]: making, listing and asking about orders; [`notify`]: where providers tell of payments;
//! - [`pace`]: how often members order, and how often providers are asked for them;
//! - [`apply`]: the one function that pays an order; [`fulfil`]: what it gives then;
//! - [`reconciler`](self): what is asked, closed and told without anybody's doing;
//! - [`void`]: taking back what the sandbox gave, before real money comes in;
//! - [`admin`]: what operators see of orders, and what they do with them;
//! - [`scan_page`]: the page with WeChat's code; [`sandbox`]: the made-up provider.

pub mod admin;
pub mod alipay;
pub mod apply;
pub mod fulfil;
pub mod gateway;
pub mod html;
pub mod http;
pub mod notify;
pub mod orders;
pub mod pace;
pub mod personal_data;
mod providers;
mod reconciler;
pub mod sandbox;
pub mod scan_page;
mod service;
pub mod signature;
pub mod void;
pub mod weixin;

use actix_web::web;

pub use providers::{ALIPAY_NOTIFY, WEIXIN_NOTIFY};
pub use service::{Pay, Payments};

use crate::config::PayMode;
use crate::http::endpoint::Endpoints;

/// The calls of payment.
pub fn endpoints() -> Endpoints {
    orders::routes::endpoints()
        .and(orders::open::endpoints())
        .and(notify::endpoints())
        .and(admin::routes::endpoints())
}

/// The pages of payment; those of the sandbox only while it is the provider.
pub fn mount(mode: PayMode) -> impl FnOnce(&mut web::ServiceConfig) {
    move |config| {
        scan_page::mount(config);
        if mode == PayMode::Sandbox {
            sandbox::routes::mount(config);
        }
    }
}
