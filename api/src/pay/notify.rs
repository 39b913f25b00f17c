//! `POST /v2/pay/notify/alipay` and `POST /v2/pay/notify/weixin`: where the providers tell of payments. They
//! carry no signature of ours; what counts is the provider's own, over the very bytes of the body.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::apply::Outcome;
use super::gateway::{Ack, Notice, Notify, NotifyError, PayChannel};
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::error::{ApiError, ErrorBody, ErrorKind};
use crate::pay::Pay;

/// Longest notice that is looked at, bytes.
const MOST_BYTES: usize = 16 * 1024;

/// The calls of the providers.
pub fn endpoints() -> Endpoints {
    endpoints![create_alipay_notice, create_weixin_notice]
}

/// Tell of a payment through Alipay
///
/// Called by Alipay, with its RSA2 signature in the form. What is taken, or was before, is answered with the
/// word `success`; everything else with `failure`, and comes again.
#[utoipa::path(
    post, path = "/v2/pay/notify/alipay", tag = "orders", security(()),
    request_body(content = AlipayNotice, description = "Alipay's form, at most 16 KiB", content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "Taken", body = String, content_type = "text/plain", example = "success"),
        (status = 400, description = "Not believed", body = String, content_type = "text/plain", example = "failure"),
        (status = 404, description = "There is no such provider here", body = ErrorBody),
        (status = 500, description = "It could not be kept, and should come again", body = String, content_type = "text/plain", example = "failure"),
    ),
)]
async fn create_alipay_notice(
    pay: web::Data<Pay>,
    request: HttpRequest,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    take(&pay, PayChannel::Alipay, &request, &body).await
}

/// Tell of a payment through WeChat Pay
///
/// Called by WeChat Pay, API v3, with its signature in four headers and the payment sealed in the body. What
/// is taken, or was before, is answered without a body; everything else comes again.
#[utoipa::path(
    post, path = "/v2/pay/notify/weixin", tag = "orders", security(()),
    request_body(content = WeixinNotice, description = "WeChat's notice, at most 16 KiB", content_type = "application/json"),
    responses(
        (status = 204, description = "Taken"),
        (status = 400, description = "Not believed", body = WeixinFailure),
        (status = 404, description = "There is no such provider here", body = ErrorBody),
        (status = 500, description = "It could not be kept, and should come again", body = WeixinFailure),
    ),
)]
async fn create_weixin_notice(
    pay: web::Data<Pay>,
    request: HttpRequest,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    take(&pay, PayChannel::Weixin, &request, &body).await
}

/// What Alipay tells, as far as we look at it. Every field it sends is signed.
#[derive(Debug, ToSchema)]
pub struct AlipayNotice {
    /// Id of our application.
    #[schema(example = "2021000000000001")]
    pub app_id: String,
    /// Id of our seller.
    #[schema(example = "2088000000000001")]
    pub seller_id: String,
    /// The order's number.
    #[schema(example = "202609210123456789012345")]
    pub out_trade_no: String,
    /// Alipay's number of the payment.
    #[schema(example = "2026092122001400000000000001")]
    pub trade_no: String,
    /// TRADE_SUCCESS or TRADE_FINISHED when it is paid.
    #[schema(example = "TRADE_SUCCESS")]
    pub trade_status: String,
    /// What was paid, yuan.
    #[schema(example = "198.00")]
    pub total_amount: String,
    /// Always RSA2.
    #[schema(example = "RSA2")]
    pub sign_type: String,
    /// Alipay's signature in base64.
    #[schema(example = "bm90IGEgc2lnbmF0dXJl")]
    pub sign: String,
}

/// What WeChat Pay tells.
#[derive(Debug, ToSchema)]
pub struct WeixinNotice {
    /// TRANSACTION.SUCCESS when something is paid.
    #[schema(example = "TRANSACTION.SUCCESS")]
    pub event_type: String,
    /// The payment, sealed.
    pub resource: WeixinResource,
}

/// A payment, sealed with the APIv3 key.
#[derive(Debug, ToSchema)]
pub struct WeixinResource {
    /// Always AEAD_AES_256_GCM.
    #[schema(example = "AEAD_AES_256_GCM")]
    pub algorithm: String,
    /// The payment and its tag in base64.
    #[schema(example = "bm90IHNlYWxlZA==")]
    pub ciphertext: String,
    /// 12 characters.
    #[schema(example = "0123456789ab")]
    pub nonce: String,
    /// What is sealed along.
    #[schema(example = "transaction")]
    pub associated_data: String,
}

/// How WeChat wants a refusal.
#[derive(Debug, Serialize, ToSchema)]
pub struct WeixinFailure {
    /// Always FAIL.
    #[schema(example = "FAIL")]
    pub code: &'static str,
    /// Always 失败: nobody is told why.
    #[schema(example = "失败")]
    pub message: &'static str,
}

async fn take(
    pay: &Pay,
    channel: PayChannel,
    request: &HttpRequest,
    body: &[u8],
) -> Result<HttpResponse, ApiError> {
    let gateway = pay.gateway(channel).ok_or_else(ApiError::not_found)?;
    if body.len() > MOST_BYTES {
        return Err(ApiError::new(ErrorKind::BodyTooLarge));
    }
    let notify = Notify {
        headers: request.headers(),
        body,
    };
    let ack = match gateway.verify_notify(notify) {
        Ok(Notice::Paid(fact)) => match pay.apply(fact).await {
            Ok(Outcome::Unknown) => Ack::Refused,
            Ok(_) => Ack::Taken,
            Err(error) => {
                let cause = format!("{:#}", anyhow::Error::from(error));
                tracing::error!(
                    channel = channel.word(),
                    cause,
                    "a payment could not be kept"
                );
                Ack::Later
            }
        },
        Ok(Notice::Other) => Ack::Taken,
        Err(reason) => {
            refused(channel, reason);
            Ack::Refused
        }
    };
    let mut response = gateway.ack(ack);
    if ack != Ack::Taken {
        debug_assert_ne!(response.status(), StatusCode::OK);
        // Whoever sends junk does not keep a connection for it.
        response
            .head_mut()
            .set_connection_type(actix_web::http::ConnectionType::Close);
    }
    Ok(response)
}

/// A probe is no alarm: it has to be refused, and is.
fn refused(channel: PayChannel, reason: NotifyError) {
    let channel = channel.word();
    if reason == NotifyError::Probe {
        tracing::debug!(channel, "a probe of signatures was refused");
    } else {
        tracing::warn!(channel, %reason, "a notice is not believed");
    }
}
