//! The sandbox's routes, mounted in sandbox mode only.

use actix_web::http::StatusCode;
use actix_web::http::header::{AUTHORIZATION, LOCATION, REFERER};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use yingku_base::random::is_token;
use yingku_commerce::pay::simulated::WEIXIN_API;
use yingku_http_kit::error::ApiError;
use yingku_platform::state::AppState;

use super::action::{Action, payment};
use super::addresses::checkout_page_path;
use super::alipay::GatewayRejection;
use super::sandbox::Sandbox;
use super::trades::{self, TradeRow};
use super::{checkout_page, weixin};

/// Largest request, bytes.
const MAX_BYTES: usize = 16 * 1024;

/// Mounts the routes.
pub fn mount(config: &mut web::ServiceConfig) {
    config.service(
        web::scope("/sandbox")
            .app_data(web::PayloadConfig::new(MAX_BYTES))
            .app_data(web::FormConfig::default().limit(MAX_BYTES))
            .service(
                web::resource("/alipay/gateway.do")
                    .route(web::get().to(alipay))
                    .route(web::post().to(alipay)),
            )
            .route("/weixin-h5/{token}", web::get().to(enter_weixin))
            .route("/weixin/{tail:.*}", web::get().to(respond_to_weixin))
            .route("/weixin/{tail:.*}", web::post().to(respond_to_weixin))
            .service(
                web::resource("/cashier/{token}")
                    .route(web::get().to(show))
                    .route(web::post().to(act)),
            ),
    );
}

/// Runs blocking work on the blocking pool.
async fn in_background<T: Send + 'static>(
    sandbox: &web::Data<Sandbox>,
    work: impl FnOnce(&Sandbox) -> T + Send + 'static,
) -> Result<T, ApiError> {
    let sandbox = sandbox.clone();
    tokio::task::spawn_blocking(move || work(&sandbox))
        .await
        .map_err(|error| anyhow::Error::from(error).into())
}

/// A payer opens a page of the merchant's, or the merchant sends a request. Like the real gateway, it takes both by GET
/// and by POST, with the parameters in the query, in the body or in both.
async fn alipay(
    sandbox: web::Data<Sandbox>,
    request: HttpRequest,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    let mut form = request.query_string().as_bytes().to_vec();
    if !form.is_empty() && !body.is_empty() {
        form.push(b'&');
    }
    form.extend_from_slice(&body);
    if Sandbox::is_checkout_request(&form) {
        open_alipay(&sandbox, form).await
    } else {
        respond_to_alipay(&sandbox, form).await
    }
}

async fn open_alipay(
    sandbox: &web::Data<Sandbox>,
    form: Vec<u8>,
) -> Result<HttpResponse, ApiError> {
    let opened = in_background(sandbox, move |sandbox| sandbox.open_alipay(&form));
    match opened.await? {
        Ok(token) => Ok(see(&checkout_page_path(&token))),
        Err(GatewayRejection::Signature) => Ok(checkout_page::error_page(
            StatusCode::BAD_REQUEST,
            "签名错误",
        )),
        Err(GatewayRejection::Parameter) => Ok(checkout_page::error_page(
            StatusCode::BAD_REQUEST,
            "支付参数有误",
        )),
        Err(GatewayRejection::Amount) => Ok(checkout_page::error_page(
            StatusCode::CONFLICT,
            "订单金额不一致",
        )),
        Err(GatewayRejection::Db(error)) => Err(error.into()),
        Err(GatewayRejection::Internal(error)) => Err(error.into()),
    }
}

async fn respond_to_alipay(
    sandbox: &web::Data<Sandbox>,
    form: Vec<u8>,
) -> Result<HttpResponse, ApiError> {
    let answered = in_background(sandbox, move |sandbox| sandbox.respond_to_alipay(&form));
    match answered.await? {
        Ok(answer) => Ok(HttpResponse::Ok()
            .content_type("text/html;charset=utf-8")
            .body(answer)),
        Err(GatewayRejection::Db(error)) => Err(error.into()),
        Err(GatewayRejection::Internal(error)) => Err(error.into()),
        Err(rejection) => Err(ApiError::bad_request(rejection.to_string())),
    }
}

async fn respond_to_weixin(
    sandbox: web::Data<Sandbox>,
    request: HttpRequest,
    body: web::Bytes,
) -> Result<HttpResponse, ApiError> {
    let head = |value: Option<&actix_web::http::header::HeaderValue>| {
        value
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned()
    };
    let authorization = head(request.headers().get(AUTHORIZATION));
    let method = request.method().to_string();
    let target = request.uri().path_and_query().map(ToString::to_string);
    let target = target.unwrap_or_default();
    let body =
        String::from_utf8(body.to_vec()).map_err(|_| ApiError::bad_request("请求内容不是UTF-8"))?;
    let answered = in_background(&sandbox, move |sandbox| {
        sandbox.respond_to_weixin(weixin::Call {
            method: &method,
            target: target.strip_prefix(WEIXIN_API).unwrap_or(&target),
            authorization: &authorization,
            body: &body,
        })
    });
    let answer = answered.await??;
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = HttpResponse::build(status);
    for (name, value) in answer.message.headers {
        response.insert_header((name, value));
    }
    Ok(response
        .content_type(answer.message.content_type)
        .body(answer.message.body))
}

async fn trade(state: &AppState, token: String) -> Result<Option<TradeRow>, ApiError> {
    if !is_token(&token) {
        return Ok(None);
    }
    state
        .db
        .read_fresh(move |conn| Ok(trades::by_token(conn, &token)?))
        .await
}

/// The payer opens WeChat's URL for phones. Without a Referer the real one rejects it: it cannot know whether the
/// domain is one that the merchant has registered.
async fn enter_weixin(
    request: HttpRequest,
    token: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    if !request.headers().contains_key(REFERER) {
        return Ok(checkout_page::error_page(
            StatusCode::FORBIDDEN,
            "商家参数格式有误，请联系商家解决（没有 Referer）",
        ));
    }
    if !is_token(&token) {
        return Ok(nothing());
    }
    Ok(see(&checkout_page_path(&token)))
}

async fn show(
    state: web::Data<AppState>,
    token: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    Ok(match trade(&state, token.into_inner()).await? {
        Some(trade) => checkout_page::page(&trade, false, state.now()),
        None => nothing(),
    })
}

/// The button that was pressed.
#[derive(Debug, Deserialize)]
struct Pressed {
    action: String,
}

async fn act(
    state: web::Data<AppState>,
    sandbox: web::Data<Sandbox>,
    token: web::Path<String>,
    pressed: web::Form<Pressed>,
) -> Result<HttpResponse, ApiError> {
    let action =
        Action::parse(&pressed.action).ok_or_else(|| ApiError::bad_request("没有这个操作"))?;
    let Some(trade) = trade(&state, token.into_inner()).await? else {
        return Ok(nothing());
    };
    if action == Action::Cancel {
        return Ok(checkout_page::page(&trade, true, state.now()));
    }
    let address = checkout_page_path(&trade.token);
    in_background(&sandbox, move |sandbox| sandbox.act(action, &trade)).await??;
    Ok(see(&address))
}

impl Sandbox {
    /// Applies a button to a trade, and sends the due notifications.
    fn act(&self, action: Action, trade: &TradeRow) -> anyhow::Result<()> {
        let now = self.now();
        if action == Action::Forge {
            return self.send_forged(trade);
        }
        if let Some(payment) = payment(action, trade, now) {
            self.db
                .execute_now(|conn| trades::pay(conn, &trade.token, payment, now))?;
        }
        Ok(self.send_due()?)
    }
}

fn nothing() -> HttpResponse {
    checkout_page::error_page(StatusCode::NOT_FOUND, "没有这笔交易")
}

/// Redirects after a form.
fn see(address: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((LOCATION, address))
        .finish()
}
