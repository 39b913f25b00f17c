//! The page with WeChat's QR code for payers at a desktop, since browsers cannot open `weixin://…`. It reloads until the
//! order is paid. Its path contains a secret token of the order.

use std::fmt::Write as _;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use qrcodegen::{QrCode, QrCodeEcc};
use yingku_base::money::yuan;
use yingku_base::random::is_token;
use yingku_http_kit::error::ApiError;
use yingku_platform::state::AppState;

use super::html::{Page, escape, facts};
use super::orders::row::OrderRow;
use super::orders::status::OrderStatus;
use super::orders::{queries, states};
use crate::pay::service::Pay;

/// WeChat's green.
pub const GREEN: &str = "#067a3e";
/// Reload interval, seconds.
const RETRY_INTERVAL: u32 = 3;

/// The path of an order's page.
pub fn path(page: &str) -> String {
    format!("/cashier/weixin/{page}")
}

/// Mounts the route.
pub fn mount(config: &mut web::ServiceConfig) {
    config.service(
        web::resource("/cashier/weixin/{page}")
            .route(web::get().to(show))
            .route(web::head().to(show)),
    );
}

async fn show(
    state: web::Data<AppState>,
    pay: web::Data<Pay>,
    page: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let page = page.into_inner();
    if !is_token(&page) {
        return Err(ApiError::not_found());
    }
    let order = state
        .db
        .query_fresh(move |conn| queries::by_page(conn, &page))
        .await?;
    let sandbox = pay.is_simulated();
    Ok(answer(&order, &state.config.pay.public_url, sandbox))
}

fn answer(order: &OrderRow, public_url: &str, sandbox: bool) -> HttpResponse {
    let waiting = order.status == OrderStatus::Unpaid && !order.scan.is_empty();
    let head = if waiting {
        waiting_part(order, sandbox)
    } else {
        let mark = if order.status == OrderStatus::Paid {
            "✓"
        } else {
            "!"
        };
        let text = if order.status == OrderStatus::Closed {
            "订单已关闭，请重新下单"
        } else {
            states::text(order, None)
        };
        format!("<div class=\"mark\" aria-hidden=\"true\">{mark}</div><h1>{text}</h1>")
    };
    let price = yuan(order.fen);
    let facts = facts(&[
        ("商品", &order.plan_name),
        ("金额", &format!("{price} 元")),
        ("订单号", &order.number),
    ]);
    let body = format!(
        "<section class=\"card\">{head}{facts}</section>\
         <a class=\"button first\" href=\"{}/orders\">查看订单</a>",
        escape(public_url)
    );
    Page {
        status: StatusCode::OK,
        title: "微信支付",
        banner: sandbox.then_some("沙箱 · 仅供测试，不会产生真实扣款"),
        accent: GREEN,
        again: waiting.then_some(RETRY_INTERVAL),
        body,
    }
    .answer()
}

fn waiting_part(order: &OrderRow, sandbox: bool) -> String {
    let code = svg(&order.scan).unwrap_or_default();
    // The sandbox's code is a URL, which needs no second device.
    let direct = if sandbox {
        format!(
            "<p><a href=\"{}\">直接打开沙箱收银台</a></p>",
            escape(&order.scan)
        )
    } else {
        String::new()
    };
    format!(
        "<h1>微信扫码支付</h1><div class=\"amount\"><small>¥</small>{}</div>{code}\
         <p>请使用微信“扫一扫”完成支付</p><p>支付后本页会自动更新</p>{direct}",
        yuan(order.fen)
    )
}

/// A text as a QR code; none when it is too long.
fn svg(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in (0..size).filter(|x| code.get_module(*x, y)) {
            let _ = write!(path, "M{x} {y}h1v1h-1z");
        }
    }
    Some(format!(
        "<svg class=\"code\" viewBox=\"0 0 {size} {size}\" role=\"img\" aria-label=\"支付二维码\" \
         shape-rendering=\"crispEdges\"><path fill=\"#000\" d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qr_code_has_three_finder_patterns_and_a_quiet_zone() {
        let svg = svg("weixin://wxpay/bizpayurl?pr=abcdefg").unwrap();
        let size: i32 = svg
            .split("viewBox=\"0 0 ")
            .nth(1)
            .unwrap()
            .split(' ')
            .next()
            .unwrap()
            .parse()
            .unwrap();
        assert_eq!((size - 17) % 4, 0);
        for (x, y) in [(0, 0), (size - 1, 0), (0, size - 1)] {
            assert!(svg.contains(&format!("M{x} {y}h1v1h-1z")), "{x} {y}");
        }
        assert!(!svg.contains(&format!("M{size} ")));
        // The corner without a mark has its quiet ring.
        assert!(!svg.contains("M7 0h"));
        assert!(super::svg(&"x".repeat(5_000)).is_none());
    }
}
