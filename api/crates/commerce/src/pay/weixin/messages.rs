//! What WeChat Pay writes in its responses and notifications.

use serde::Deserialize;

/// A payment in a notification or a query.
#[derive(Debug, Deserialize)]
pub(super) struct Transaction {
    pub(super) appid: String,
    pub(super) mchid: String,
    pub(super) out_trade_no: String,
    pub(super) trade_state: String,
    #[serde(default)]
    pub(super) transaction_id: String,
    #[serde(default)]
    pub(super) amount: Amount,
}

/// A refund in a notification.
#[derive(Debug, Deserialize)]
pub(super) struct RefundNotice {
    pub(super) mchid: String,
    pub(super) out_trade_no: String,
    pub(super) transaction_id: String,
    #[serde(default)]
    pub(super) out_refund_no: String,
    pub(super) refund_status: String,
    pub(super) amount: RefundAmount,
}

/// A refund in the response to a request or a query of it.
#[derive(Debug, Deserialize)]
pub(super) struct RefundReply {
    pub(super) out_refund_no: String,
    pub(super) transaction_id: String,
    pub(super) status: String,
    pub(super) amount: RefundAmount,
}

#[derive(Debug, Deserialize)]
pub(super) struct RefundAmount {
    pub(super) refund: i64,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Amount {
    #[serde(default)]
    pub(super) total: i64,
    #[serde(default)]
    pub(super) currency: String,
}

/// A notification with its encrypted resource.
#[derive(Debug, Deserialize)]
pub(super) struct Envelope {
    pub(super) event_type: String,
    pub(super) resource: EncryptedResource,
}

#[derive(Debug, Deserialize)]
pub(super) struct EncryptedResource {
    pub(super) algorithm: String,
    pub(super) ciphertext: String,
    pub(super) nonce: String,
    #[serde(default)]
    pub(super) associated_data: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Created {
    pub(super) h5_url: String,
    pub(super) code_url: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Failure {
    pub(super) code: String,
    pub(super) message: String,
}
