//! The forms for plans and their validation.

use serde::Deserialize;
use utoipa::ToSchema;
use yingku_base::money::Fen;
use yingku_base::values::Id;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::fields::{optional_whole_number, whole_number};
use yingku_platform::config::Config;

use crate::vip::plans::{PlanKind, PlanRow};

/// Highest price, fen: 1,000,000.00 yuan.
const MAX_FEN: i64 = 100_000_000;
/// Longest name, in code points; it appears on orders and on the provider's checkout page.
const NAME_CHARS: usize = 40;
/// Longest remark, in code points.
const REMARK_CHARS: usize = 120;
/// Longest duration, days.
const MAX_DAYS: i64 = 36_500;
/// The groups a plan can grant.
const LEVELS: std::ops::RangeInclusive<i64> = 2..=9;
/// The last position in the shop.
const MAX_POSITION: i64 = 999;

/// A new plan.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanForm {
    /// The name; not blank.
    #[schema(
        min_length = 1,
        max_length = 40,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "VIP周卡"
    )]
    pub name: String,
    /// The price in yuan, 0.01 to 1000000.00.
    #[schema(pattern = r"^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$", example = "9.90")]
    pub price: String,
    /// Days of VIP.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i32, minimum = 1, maximum = 36500, example = 365)]
    pub days: i64,
    /// What a buyer gets.
    pub kind: PlanKind,
    /// Optional fields.
    #[serde(flatten)]
    pub more: PlanOptions,
}

/// An edit of a plan: the fields sent replace the current ones.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanEditForm {
    /// Id of the plan.
    pub id: Id,
    /// Increases with every change; an edit sends the one it is based on.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// The name; not blank.
    #[serde(default)]
    #[schema(
        min_length = 1,
        max_length = 40,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "VIP周卡"
    )]
    pub name: Option<String>,
    /// The price in yuan, 0.01 to 1000000.00.
    #[serde(default)]
    #[schema(pattern = r"^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$", example = "9.90")]
    pub price: Option<String>,
    /// Days of VIP.
    #[serde(default, deserialize_with = "optional_whole_number")]
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 36500, example = 365)]
    pub days: Option<i64>,
    /// What a buyer gets.
    #[serde(default)]
    pub kind: Option<PlanKind>,
    /// Optional fields.
    #[serde(flatten)]
    pub more: PlanOptions,
}

/// The optional fields of a plan.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanOptions {
    /// The application it is sold in; any if empty or omitted.
    #[serde(default)]
    #[schema(max_length = 64, example = "")]
    pub app: Option<String>,
    /// The description.
    #[serde(default)]
    #[schema(max_length = 120, example = "7天 · 不限次数复制磁力链接")]
    pub remark: Option<String>,
    /// The original price in yuan, not below the price; equal to it if omitted from a new plan.
    #[serde(default)]
    #[schema(pattern = r"^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$", example = "9.90")]
    pub price_before: Option<String>,
    /// The group it grants; VIP if omitted from a new plan.
    #[serde(default, deserialize_with = "optional_whole_number")]
    #[schema(value_type = Option<i32>, minimum = 2, maximum = 9, example = 2)]
    pub level_id: Option<i64>,
    /// Position in the shop.
    #[serde(default, deserialize_with = "optional_whole_number")]
    #[schema(value_type = Option<i32>, minimum = 0, maximum = 999, example = 4)]
    pub position: Option<i64>,
    /// Whether it is on sale.
    #[serde(default)]
    #[schema(example = true)]
    pub on_sale: Option<bool>,
}

/// The new values of the fields to change.
#[derive(Debug, Default)]
pub struct PlanChange {
    app: Option<String>,
    name: Option<String>,
    remark: Option<String>,
    price_fen: Option<i64>,
    price_before_fen: Option<i64>,
    days: Option<i32>,
    kind: Option<PlanKind>,
    level_id: Option<i16>,
    position: Option<i16>,
    on_sale: Option<bool>,
}

impl PlanForm {
    /// Validates every field.
    pub fn parse(self, config: &Config) -> Result<PlanChange, ApiError> {
        let form = PlanEditForm {
            id: Id(0),
            version: 0,
            name: Some(self.name),
            price: Some(self.price),
            days: Some(self.days),
            kind: Some(self.kind),
            more: self.more,
        };
        form.parse(config)
    }
}

impl PlanEditForm {
    /// Validates the fields that were sent.
    pub fn parse(self, config: &Config) -> Result<PlanChange, ApiError> {
        let more = self.more;
        Ok(PlanChange {
            app: more.app.map(|app| parse_app(app, config)).transpose()?,
            name: self.name.map(|name| parse_name(&name)).transpose()?,
            remark: more.remark.map(|text| parse_remark(&text)).transpose()?,
            price_fen: self
                .price
                .map(|text| parse_price("price", &text))
                .transpose()?,
            price_before_fen: more
                .price_before
                .map(|text| parse_price("priceBefore", &text))
                .transpose()?,
            days: whole("days", self.days, 1..=MAX_DAYS)?,
            kind: self.kind,
            level_id: whole("levelId", more.level_id, LEVELS)?,
            position: whole("position", more.position, 0..=MAX_POSITION)?,
            on_sale: more.on_sale,
        })
    }
}

fn parse_app(app: String, config: &Config) -> Result<String, ApiError> {
    if app.is_empty() || app == config.signing.app_id {
        return Ok(app);
    }
    if app.chars().count() > 64 {
        return Err(ApiError::bad_request("参数app最多64个字符"));
    }
    Err(ApiError::new(ErrorKind::AppUnknown))
}

fn parse_name(text: &str) -> Result<String, ApiError> {
    let name = text.trim();
    if name.is_empty() || text.chars().count() > NAME_CHARS || text.contains('\0') {
        return Err(ApiError::bad_request("套餐名称限制为1-40个字符"));
    }
    Ok(name.to_owned())
}

fn parse_remark(text: &str) -> Result<String, ApiError> {
    if text.chars().count() > REMARK_CHARS || text.contains('\0') {
        return Err(ApiError::bad_request("套餐说明最多120个字符"));
    }
    Ok(text.trim().to_owned())
}

/// Parses yuan into fen: 400 for a malformed amount, 422 for one out of bounds.
fn parse_price(name: &str, text: &str) -> Result<i64, ApiError> {
    if !is_amount(text) {
        return Err(ApiError::bad_request(format!("参数{name}不是有效的金额")));
    }
    Fen::from_yuan(text)
        .map(Fen::get)
        .filter(|fen| *fen <= MAX_FEN)
        .ok_or_else(|| rejected("价格必须在0.01到1000000.00元之间"))
}

fn is_amount(text: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (yuan, places) = text.split_once('.').unwrap_or((text, "0"));
    let canonical = yuan == "0" || !(yuan.is_empty() || yuan.starts_with('0'));
    canonical
        && yuan.len() <= 9
        && (1..=2).contains(&places.len())
        && digits(yuan)
        && digits(places)
}

fn whole<T: TryFrom<i64>>(
    name: &str,
    number: Option<i64>,
    bounds: std::ops::RangeInclusive<i64>,
) -> Result<Option<T>, ApiError> {
    let (min, max) = (*bounds.start(), *bounds.end());
    number
        .map(|number| {
            let within = Some(number).filter(|number| bounds.contains(number));
            within
                .and_then(|number| T::try_from(number).ok())
                .ok_or_else(|| {
                    ApiError::bad_request(format!("参数{name}必须是{min}到{max}之间的整数"))
                })
        })
        .transpose()
}

fn rejected(text: &'static str) -> ApiError {
    ApiError::with_message(ErrorKind::PlanRefused, text)
}

impl PlanChange {
    /// The new price, fen.
    pub fn price(&self) -> Option<i64> {
        self.price_fen
    }

    /// Applies the change; 422 if the original price ends up below the price.
    pub fn apply(self, plan: &mut PlanRow) -> Result<(), ApiError> {
        fn set<T>(field: &mut T, new: Option<T>) {
            if let Some(new) = new {
                *field = new;
            }
        }
        set(&mut plan.app, self.app);
        set(&mut plan.name, self.name);
        set(&mut plan.remark, self.remark);
        set(&mut plan.price_fen, self.price_fen);
        set(&mut plan.price_before_fen, self.price_before_fen);
        set(&mut plan.days, self.days);
        set(&mut plan.kind, self.kind);
        set(&mut plan.level_id, self.level_id);
        set(&mut plan.position, self.position);
        set(&mut plan.on_sale, self.on_sale);
        if plan.price_before_fen < plan.price_fen {
            return Err(rejected("原价不能低于现价"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_an_amount_within_bounds() {
        let kind = |text: &str| parse_price("price", text).map_err(|error| error.kind);
        assert_eq!(kind("9.9"), Ok(990));
        assert_eq!(kind("1000000.00"), Ok(MAX_FEN));
        for none in [
            "",
            "1.",
            ".5",
            "01",
            "1.234",
            "-1",
            "1e3",
            "１",
            "1,000",
            "9999999999",
        ] {
            assert_eq!(kind(none), Err(ErrorKind::BadRequest), "{none}");
        }
        for wrong in ["0", "0.00", "1000000.01", "999999999"] {
            assert_eq!(kind(wrong), Err(ErrorKind::PlanRefused), "{wrong}");
        }
    }

    #[test]
    fn whole_numbers_have_bounds() {
        assert_eq!(
            whole::<i16>("position", Some(999), 0..=999).unwrap(),
            Some(999)
        );
        assert_eq!(whole::<i16>("position", None, 0..=999).unwrap(), None);
        assert!(whole::<i16>("position", Some(1_000), 0..=999).is_err());
        assert!(whole::<i16>("position", Some(-1), 0..=999).is_err());
    }
}
