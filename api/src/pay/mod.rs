//! Payment.

pub mod alipay;
pub mod gateway;
pub mod http;
pub mod money;
pub mod signature;
pub mod weixin;
