//! The status of an order, and where its money was received.

use yingku_base::{code_enum, string_enum};
use yingku_http_kit::error::ErrorKind;

code_enum! {
    /// The status of an order. An unknown stored number needs an operator.
    pub enum OrderStatus {
        /// Unpaid.
        Unpaid = 0,
        /// Paid and fulfilled.
        Paid = 1,
        /// Paid, but not on its terms: needs an operator.
        Abnormal = 2,
        /// Not paid in time.
        Closed = 3,
        /// Refunded.
        Refunded = 4,
    } else Abnormal
}

string_enum! {
    /// Where the money of an order was received.
    pub enum MoneyChannel {
        /// Alipay.
        Alipay = "alipay",
        /// WeChat Pay.
        Weixin = "weixin",
        /// Elsewhere, such as by transfer; only by an operator's word.
        Other = "other",
    } else Other
}

impl OrderStatus {
    /// The statuses in which a payment is still accepted; closed orders accept late payments.
    pub const OPEN: [Self; 2] = [Self::Unpaid, Self::Closed];
    /// The statuses of orders that can be refunded.
    pub const REFUNDABLE: [Self; 2] = [Self::Paid, Self::Abnormal];

    /// Why an order with another status cannot be refunded.
    pub fn refund_rejection(self) -> ErrorKind {
        if self.is_open() {
            ErrorKind::OrderUnpaid
        } else {
            ErrorKind::OrderRefunded
        }
    }

    /// Whether a payment is still accepted.
    pub fn is_open(self) -> bool {
        Self::OPEN.contains(&self)
    }
}
