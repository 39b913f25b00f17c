//! The providers' payment notifications (webhooks). They carry no AV1 signature; the provider's own signature over
//! the exact body authenticates them.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};

use super::apply::Outcome;
use super::gateway::{Ack, Notification, Notify, NotifyError, PayChannel};
use crate::pay::service::Pay;

/// Largest notification, bytes.
const MAX_BYTES: usize = 16 * 1024;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![receive_alipay_notice, receive_weixin_notice]
}

/// Receive an Alipay notification
///
/// Called by Alipay, with its RSA2 signature in the form. An accepted notification, also a repeated one, gets the text
/// `success`; any other gets `failure` and is sent again.
#[utoipa::path(
    post, path = "/v2/pay/notify/alipay", tag = "orders", security(()),
    request_body(content = AlipayNotification, description = "Alipay's form, at most 16 KiB", content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "Accepted", body = String, content_type = "text/plain", example = "success"),
        (status = 400, description = "Rejected", body = String, content_type = "text/plain", example = "failure"),
        (status = 404, description = "The provider is not configured", body = ErrorBody),
        (status = 500, description = "Not stored; send it again", body = String, content_type = "text/plain", example = "failure"),
    ),
)]
async fn receive_alipay_notice(
    pay: web::Data<Pay>,
    request: HttpRequest,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    receive(&pay, PayChannel::Alipay, &request, &body).await
}

/// Receive a WeChat Pay notification
///
/// Called by WeChat Pay, API v3, with its signature in four headers and the payment encrypted in the body. Accepted
/// ones, including repeats, get an empty response; others are sent again.
#[utoipa::path(
    post, path = "/v2/pay/notify/weixin", tag = "orders", security(()),
    request_body(content = WeixinNotification, description = "At most 16 KiB", content_type = "application/json"),
    responses(
        (status = 204, description = "Accepted"),
        (status = 400, description = "Rejected", body = WeixinFailure),
        (status = 404, description = "The provider is not configured", body = ErrorBody),
        (status = 500, description = "Not stored; send it again", body = WeixinFailure),
    ),
)]
async fn receive_weixin_notice(
    pay: web::Data<Pay>,
    request: HttpRequest,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    receive(&pay, PayChannel::Weixin, &request, &body).await
}

/// The fields of Alipay's notification that are used; all are signed.
#[derive(Debug, ToSchema)]
pub struct AlipayNotification {
    /// Id of our application.
    #[schema(example = "2021000000000001")]
    pub app_id: String,
    /// Id of our seller.
    #[schema(example = "2088000000000001")]
    pub seller_id: String,
    /// The order's number.
    #[schema(example = "202609210123456789012345")]
    pub out_trade_no: String,
    /// Alipay's trade number.
    #[schema(example = "2026092122001400000000000001")]
    pub trade_no: String,
    /// TRADE_SUCCESS or TRADE_FINISHED if paid.
    #[schema(example = "TRADE_SUCCESS")]
    pub trade_status: String,
    /// The amount paid in yuan.
    #[schema(example = "198.00")]
    pub total_amount: String,
    /// Always RSA2.
    #[schema(example = "RSA2")]
    pub sign_type: String,
    /// Alipay's signature in base64.
    #[schema(example = "bm90IGEgc2lnbmF0dXJl")]
    pub sign: String,
}

/// A WeChat Pay webhook.
#[derive(Debug, ToSchema)]
pub struct WeixinNotification {
    /// TRANSACTION.SUCCESS for a payment.
    #[schema(example = "TRANSACTION.SUCCESS")]
    pub event_type: String,
    /// The encrypted payment.
    pub resource: WeixinResource,
}

/// A payment encrypted with the APIv3 key.
#[derive(Debug, ToSchema)]
pub struct WeixinResource {
    /// Always AEAD_AES_256_GCM.
    #[schema(example = "AEAD_AES_256_GCM")]
    pub algorithm: String,
    /// Ciphertext and tag in base64.
    #[schema(example = "bm90IHNlYWxlZA==")]
    pub ciphertext: String,
    /// The nonce, 12 characters.
    #[schema(example = "0123456789ab")]
    pub nonce: String,
    /// The additional authenticated data.
    #[schema(example = "transaction")]
    pub associated_data: String,
}

/// A failure in WeChat's format.
#[derive(Debug, Serialize, ToSchema)]
pub struct WeixinFailure {
    /// Always FAIL.
    #[schema(example = "FAIL")]
    pub code: &'static str,
    /// Always 失败: the reason is not disclosed.
    #[schema(example = "失败")]
    pub message: &'static str,
}

async fn receive(
    pay: &Pay,
    channel: PayChannel,
    request: &HttpRequest,
    body: &[u8],
) -> Result<HttpResponse, ApiError> {
    let gateway = pay.gateway(channel).ok_or_else(ApiError::not_found)?;
    if body.len() > MAX_BYTES {
        return Err(ApiError::new(ErrorKind::BodyTooLarge));
    }
    let notify = Notify {
        headers: request.headers(),
        body,
    };
    let ack = match gateway.verify_notify(notify) {
        Ok(Notification::Paid(fact)) => match pay.apply(fact).await {
            Ok(Outcome::Unknown) => Ack::Rejected,
            Ok(_) => Ack::Accepted,
            Err(error) => log_unstored(channel, error.into()),
        },
        Ok(Notification::Refunded(fact)) => match pay.apply_refund(fact).await {
            Ok(()) => Ack::Accepted,
            Err(error) => log_unstored(channel, error.into()),
        },
        Ok(Notification::Other) => Ack::Accepted,
        Err(reason) => {
            log_rejected(channel, reason);
            Ack::Rejected
        }
    };
    let mut response = gateway.ack(ack);
    if ack != Ack::Accepted {
        debug_assert_ne!(response.status(), StatusCode::OK);
        // Close the connection of clients that send junk.
        response
            .head_mut()
            .set_connection_type(actix_web::http::ConnectionType::Close);
    }
    Ok(response)
}

/// Logs a notification that must come again.
fn log_unstored(channel: PayChannel, error: anyhow::Error) -> Ack {
    let cause = format!("{error:#}");
    tracing::error!(
        event = "payment_store_failed",
        channel = channel.as_str(),
        cause,
        "failed to store payment"
    );
    Ack::Retry
}

/// Logs a rejected notification; a probe is expected.
fn log_rejected(channel: PayChannel, reason: NotifyError) {
    let channel = channel.as_str();
    if reason == NotifyError::Probe {
        tracing::debug!(
            event = "webhook_probe_rejected",
            channel,
            "payment webhook rejected: signature probe"
        );
    } else {
        tracing::warn!(event = "webhook_rejected", channel, %reason, "payment webhook rejected");
    }
}
