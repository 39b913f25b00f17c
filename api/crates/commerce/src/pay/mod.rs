//! Payment (R11): orders of VIP plans, paid through Alipay or WeChat Pay, or through a sandbox that speaks both protocols
//! ([`simulated`]). The adapters [`alipay`] and [`weixin`] implement [`gateway::PaymentGateway`]. Payments arrive by
//! [`notify`], by a member's status query ([`orders`]) or by the reconciler; all go through [`apply`], and [`fulfil`]
//! grants what was bought. [`refunds`] sends money back; [`announced`] marks an order as refunded when the provider says so.

pub mod admin;
pub mod alipay;
mod announced;
pub mod apply;
pub mod fulfil;
pub mod gateway;
pub mod html;
pub mod http;
pub mod notify;
pub mod orders;
pub mod personal_data;
mod providers;
pub mod rate_limit;
mod reconciler;
pub mod refunds;
mod revocation;
pub mod scan_page;
mod service;
mod shared;
pub mod signature;
pub mod simulated;
pub mod void;
pub mod weixin;

pub use providers::{ALIPAY_NOTIFY, WEIXIN_NOTIFY, check_keys};
pub use service::Pay;
pub use shared::Payments;

use yingku_http_kit::endpoint::Endpoints;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    orders::routes::endpoints()
        .and(orders::open::endpoints())
        .and(notify::endpoints())
        .and(admin::routes::endpoints())
}
