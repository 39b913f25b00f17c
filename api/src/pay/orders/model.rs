//! Orders on the wire: the forms and the answers (R11.4 to R11.7).

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::queries::OrderRow;
use super::schedule::CLOSES;
use super::states::Fault;
use crate::base::time::{SHANGHAI_SECONDS, format_shanghai};
use crate::base::values::{Time, Yuan};
use crate::code_enum;
use crate::config::Config;
use crate::http::error::ApiError;
use crate::http::fields::IdText;
use crate::http::fields::check_app;
use crate::pay::gateway::{Device, PayChannel};
use crate::vip::codes::keys::CodeKeys;
use crate::vip::plans::PlanKind;

code_enum! {
    /// What an order can be in. An unknown number of the database needs an operator.
    pub enum OrderStatus {
        /// Waits for its payment.
        Unpaid = 0,
        /// Paid; what was bought has been given.
        Paid = 1,
        /// Paid otherwise than agreed: an operator has to look.
        Abnormal = 2,
        /// Not paid in time.
        Closed = 3,
        /// The money went back.
        Refunded = 4,
    } else Abnormal
}

impl OrderStatus {
    /// The statuses that a payment can still pay; a closed order does not refuse one that comes late.
    pub const OPEN: [Self; 2] = [Self::Unpaid, Self::Closed];

    /// Whether a payment can still pay it.
    pub fn is_open(self) -> bool {
        Self::OPEN.contains(&self)
    }
}

/// A number for an order made at `now` (seconds): the day in Shanghai and 16 digits of `random`.
pub fn order_number(now: i64, random: u64) -> String {
    let zone = FixedOffset::east_opt(SHANGHAI_SECONDS);
    let day = DateTime::from_timestamp(now, 0)
        .zip(zone)
        .map(|(time, zone)| time.with_timezone(&zone).format("%Y%m%d").to_string())
        .unwrap_or_else(|| "00000000".to_owned());
    format!("{day}{:016}", random % 10_000_000_000_000_000)
}

/// Whether `text` has the form of an [`order_number`].
pub fn is_order_number(text: &str) -> bool {
    text.len() == 24 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// What somebody wants to buy.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderForm {
    /// Id of the application.
    #[serde(default)]
    #[schema(max_length = 64, example = "yingku")]
    pub app_id: Option<String>,
    /// Id of the plan.
    pub group_id: IdText,
    /// How to pay.
    pub pay_channel: PayChannel,
    /// Where the payer is; when not given, told from the browser's name.
    #[serde(default)]
    pub scene: Option<Device>,
}

impl OrderForm {
    /// The plan.
    ///
    /// # Errors
    /// 400 when the id cannot be one, 422 for a form of another application.
    pub fn plan(&self, config: &Config) -> Result<i64, ApiError> {
        check_app(config, self.app_id.as_deref())?;
        self.group_id.parse("groupId")
    }
}

/// Where an order is paid.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderMade {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// A text for the user, in Chinese.
    #[schema(example = "操作成功")]
    pub msg: &'static str,
    /// The address to pay at, or the word `error` when the payment system is out of order.
    #[schema(
        example = "https://openapi.alipay.com/gateway.do?app_id=2021000000000001&method=alipay.trade.page.pay"
    )]
    pub data: String,
    /// The order's number.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
}

/// An order as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// Its number: the day and 16 digits.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
    /// What was bought.
    #[schema(example = "VIP年卡")]
    pub pay_name: String,
    /// When it was made, in Shanghai.
    pub create_time: Time,
    /// How it stands.
    pub status: OrderStatus,
    /// What it costs, yuan.
    pub price: Yuan,
    /// How it is paid.
    pub pay_channel: PayChannel,
    /// When it was paid, in Shanghai.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-09-21 21:35:02")]
    pub paid_time: Option<String>,
    /// The activation code that was bought; only on paid orders of such plans.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "7K2MQ-9TXWB-4HNPD-RC6VE-3SAJ8")]
    pub activation_code: Option<String>,
    /// Whether somebody has used the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = false)]
    pub activation_used: Option<bool>,
    /// What was bought: days of VIP, or an activation code for them.
    pub kind: PlanKind,
    /// How long an unpaid order still waits for its payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 1800, example = 1740)]
    pub seconds_left: Option<i64>,
    /// What is wrong with an abnormal order, as far as it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "金额不符")]
    pub reason: Option<&'static str>,
}

/// What is known about an order beside its row.
#[derive(Debug, Default, Clone, Copy)]
pub struct Known {
    /// Of an order that has a code, whether somebody has used it.
    pub used: Option<bool>,
    /// What is wrong with it.
    pub fault: Option<Fault>,
    /// The time, seconds.
    pub now: i64,
}

impl Order {
    /// As its owner sees it.
    pub fn of(row: OrderRow, known: Known, codes: &CodeKeys) -> Self {
        let is = |status: OrderStatus| row.status == status;
        let used = known.used.filter(|_| is(OrderStatus::Paid));
        let left = (row.created_at + CLOSES - known.now).clamp(0, CLOSES);
        Self {
            activation_code: used.map(|_| codes.for_order(&row.number).to_string()),
            activation_used: used,
            seconds_left: is(OrderStatus::Unpaid).then_some(left),
            reason: known.fault.map(Fault::words),
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

/// How an order is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderState {
    /// Its number.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
    /// How it stands.
    pub status: OrderStatus,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_begins_with_the_day_in_shanghai() {
        // 2026-09-21 16:00:00 UTC is the 22nd there.
        assert_eq!(order_number(1_790_006_400, 7), "202609220000000000000007");
        assert_eq!(
            order_number(1_790_006_399, u64::MAX),
            "202609216744073709551615"
        );
        assert!(is_order_number(&order_number(1_790_006_400, u64::MAX)));
        for bad in [
            "",
            "2026092200000000000000071",
            "20260922000000000000000x",
            "２",
        ] {
            assert!(!is_order_number(bad), "{bad}");
        }
    }

    #[test]
    fn a_phone_is_told_by_its_browsers_name_unless_the_form_says() {
        let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148";
        let desktop = "Mozilla/5.0 (X11; Linux x86_64)";
        assert_eq!(Device::told_or_guessed(None, phone), Device::Phone);
        assert_eq!(Device::told_or_guessed(None, desktop), Device::Desktop);
        let told = Some(Device::Desktop);
        assert_eq!(Device::told_or_guessed(told, phone), Device::Desktop);
    }
}
