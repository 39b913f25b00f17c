//! The payment providers by name.

use crate::string_enum;

string_enum! {
    /// A payment provider.
    pub enum PayChannel {
        /// Alipay.
        Alipay = "alipay",
        /// WeChat Pay.
        Weixin = "weixin",
    }
}

impl PayChannel {
    /// Whether the provider accepts an order number again only for an identical request, so that an order begun on one
    /// kind of device cannot be paid on the other. (WeChat Pay, `OUT_TRADE_NO_USED`)
    pub const fn keeps_device(self) -> bool {
        matches!(self, Self::Weixin)
    }
}
