//! Providers without money, in place of the real ones: what payment needs of the sandbox, which is a crate of its own.

use yingku_db::DbError;

use super::{alipay, weixin};

/// Path of the simulated Alipay's gateway.
pub const ALIPAY_GATEWAY: &str = "/sandbox/alipay/gateway.do";
/// Path below which the simulated WeChat Pay has its API.
pub const WEIXIN_API: &str = "/sandbox/weixin";

/// Both providers, simulated.
pub trait SimulatedProviders: Send + Sync {
    /// The merchant's credentials at Alipay.
    fn alipay_merchant(&self) -> anyhow::Result<alipay::Merchant>;

    /// The merchant's credentials at WeChat Pay.
    fn weixin_merchant(&self) -> anyhow::Result<weixin::Merchant>;

    /// Sends the due notifications.
    fn notify_due(&self) -> Result<(), DbError>;
}
