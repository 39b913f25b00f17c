//! Orders: forms and responses (R11.4 to R11.7).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yingku_base::time::format_shanghai;
use yingku_base::values::{Id, Time, Yuan};
use yingku_http_kit::error::ApiError;
use yingku_http_kit::fields::check_app;
use yingku_platform::config::Config;

use super::row::OrderRow;
use super::schedule::CLOSES_AFTER;
use super::states::OrderProblem;
use super::status::OrderStatus;
use crate::pay::gateway::{Device, PayChannel};
use crate::vip::codes::keys::CodeKeys;
use crate::vip::plans::PlanKind;

/// A new order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderForm {
    /// Id of the application.
    #[serde(default)]
    #[schema(max_length = 64, example = "yingku")]
    pub app_id: Option<String>,
    /// Id of the plan.
    pub group_id: Id,
    /// The payment channel.
    pub pay_channel: PayChannel,
    /// The payer's device; detected from the user agent if omitted.
    #[serde(default)]
    pub scene: Option<Device>,
}

impl OrderForm {
    /// The plan's id.
    pub fn plan(&self, config: &Config) -> Result<i64, ApiError> {
        check_app(&config.signing.app_id, self.app_id.as_deref())?;
        Ok(self.group_id.0)
    }
}

/// A new order and where to pay it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedOrder {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// A text for the user, in Chinese.
    #[schema(example = "操作成功")]
    pub msg: &'static str,
    /// The URL to pay at, or `error` when the payment system is unavailable.
    #[schema(
        example = "https://openapi.alipay.com/gateway.do?app_id=2021000000000001&method=alipay.trade.page.pay"
    )]
    pub data: String,
    /// The order's number.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
}

/// An order in its member's list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// The order's number.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
    /// The plan's name.
    #[schema(example = "VIP年卡")]
    pub pay_name: String,
    /// When it was created.
    pub create_time: Time,
    /// The status.
    pub status: OrderStatus,
    /// The price in yuan.
    pub price: Yuan,
    /// The payment channel.
    pub pay_channel: PayChannel,
    /// When it was paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-09-21 21:35:02")]
    pub paid_time: Option<String>,
    /// The activation code; only on paid orders of such plans.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "7K2MQ-9TXWB-4HNPD-RC6VE-3SAJ8")]
    pub activation_code: Option<String>,
    /// Whether the code has been used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = false)]
    pub activation_used: Option<bool>,
    /// `time`: days of VIP; `code`: an activation code for them.
    pub kind: PlanKind,
    /// Seconds left to pay an unpaid order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 1800, example = 1740)]
    pub seconds_left: Option<i64>,
    /// What is wrong with an abnormal order, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "金额不符")]
    pub reason: Option<&'static str>,
}

/// What a response needs besides the order's row.
#[derive(Debug, Default, Clone, Copy)]
pub struct OrderContext {
    /// Whether its code, if any, has been used.
    pub used: Option<bool>,
    /// What is wrong with it.
    pub problem: Option<OrderProblem>,
    /// The time, seconds.
    pub now: i64,
}

impl Order {
    /// Builds the response.
    pub fn from_row(row: OrderRow, context: OrderContext, codes: &CodeKeys) -> Self {
        let is = |status: OrderStatus| row.status == status;
        let used = context.used.filter(|_| is(OrderStatus::Paid));
        let left = (row.created_at + CLOSES_AFTER - context.now).clamp(0, CLOSES_AFTER);
        Self {
            activation_code: used.map(|_| codes.for_order(&row.number).to_string()),
            activation_used: used,
            seconds_left: is(OrderStatus::Unpaid).then_some(left),
            reason: context.problem.map(OrderProblem::words),
            order_id: row.number,
            pay_name: row.plan_name,
            create_time: Time(row.created_at),
            status: row.status,
            price: Yuan(row.fen),
            pay_channel: row.channel,
            paid_time: row.paid_at.map(format_shanghai),
            kind: row.kind,
        }
    }
}

/// The status of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderState {
    /// The order's number.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
    /// The status.
    pub status: OrderStatus,
}
