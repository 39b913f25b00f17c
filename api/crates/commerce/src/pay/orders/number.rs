//! The numbers of orders.

use chrono::{DateTime, FixedOffset};
use yingku_base::time::SHANGHAI_SECONDS;
use yingku_http_kit::error::ApiError;

/// A number for an order created at `now` (seconds): the day in Shanghai and 16 digits of `random`.
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

/// Validates an order number in a form.
pub fn parse_number(text: &str) -> Result<String, ApiError> {
    if is_order_number(text) {
        Ok(text.to_owned())
    } else {
        Err(ApiError::bad_request("参数orderId不是有效的订单号"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_starts_with_the_day_in_shanghai() {
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
}
