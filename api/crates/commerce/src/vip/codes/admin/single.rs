//! Requests and responses of the operator endpoints for one code.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yingku_base::time::format_shanghai;
use yingku_base::values::{Id, Time};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::reason::{OperatorReason, parse_reason};
use yingku_platform::config::OrderMode;

use crate::vip::codes::code::{ActivationCode, MAX_CHARS};
use crate::vip::codes::single::FoundCode;
use crate::vip::codes::store::CodeState;

/// A whole code, as somebody has written it. In a body, because addresses are logged on the way.
#[derive(Deserialize, ToSchema)]
pub struct CodeForm {
    /// The code: 25 letters and digits in any case, with or without hyphens and spaces.
    #[schema(
        min_length = 1,
        max_length = 64,
        example = "7K2MQ-9TXWB-4HNPD-RC6VE-3SAJ8"
    )]
    code: String,
}

impl CodeForm {
    /// The code.
    ///
    /// # Errors
    /// 422 when it is not a whole one, or mistyped.
    pub fn parse(&self) -> Result<ActivationCode, ApiError> {
        if self.code.is_empty() || self.code.chars().count() > MAX_CHARS {
            return Err(ApiError::bad_request("激活码限制为1-64个字符"));
        }
        let text = "激活码不完整或有错字，请粘贴完整的25位激活码";
        ActivationCode::parse(&self.code)
            .ok_or_else(|| ApiError::with_message(ErrorKind::CodeInvalid, text))
    }
}

/// A code to revoke.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RevokeCodeForm {
    /// Its id.
    id: Id,
    /// The reason, for the audit log; not blank.
    #[schema(value_type = OperatorReason)]
    reason: String,
}

impl RevokeCodeForm {
    /// The id and the reason.
    pub fn parse(&self) -> Result<(i64, String), ApiError> {
        Ok((self.id.0, parse_reason(&self.reason)?))
    }
}

/// Everything about a code but the code itself.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeDetail {
    /// The id.
    pub id: Id,
    /// Its last four characters.
    #[schema(example = "SAJ8", min_length = 4, max_length = 4)]
    pub last4: String,
    /// Its state.
    pub state: CodeState,
    /// Name of its batch; empty if it was bought.
    #[schema(example = "autumn-2026", max_length = 64)]
    pub batch: String,
    /// Number of the order that it was bought with; empty if it is of a batch.
    #[schema(example = "", max_length = 24)]
    pub order_id: String,
    /// Whether it was bought in the sandbox, without real money.
    #[schema(example = false)]
    pub sandbox: bool,
    /// The plan's name.
    #[schema(example = "年卡VIP-激活码", max_length = 64)]
    pub plan_name: String,
    /// Days of VIP.
    #[schema(minimum = 1, maximum = 36500, example = 365)]
    pub days: i32,
    /// When it was created.
    pub create_time: Time,
    /// Until when it is valid; empty = forever.
    #[schema(example = "2027-11-20 08:00:00")]
    pub valid_until: String,
    /// The id of its user; empty if unused, or the account is deleted.
    #[schema(example = "910000000000000001", max_length = 19)]
    pub user_id: String,
    /// The name of its user, likewise.
    #[schema(example = "lin_xia", max_length = 32)]
    pub used_by: String,
    /// When it was used; empty if unused.
    #[schema(example = "2026-11-20 08:00:00")]
    pub use_time: String,
    /// When it was revoked; empty if not.
    #[schema(example = "")]
    pub revoke_time: String,
}

impl CodeDetail {
    /// The state at `now`, seconds.
    pub fn new(found: FoundCode, now: i64) -> Self {
        let time = |at: Option<i64>| at.map(format_shanghai).unwrap_or_default();
        let FoundCode {
            row,
            plan_name,
            user_name,
        } = found;
        Self {
            id: Id(row.id),
            state: row.state(now),
            sandbox: row.mode != OrderMode::Live,
            days: row.days,
            create_time: Time(row.created_at),
            valid_until: time(row.expires_at),
            user_id: row.used_by.map(|id| id.to_string()).unwrap_or_default(),
            used_by: user_name.unwrap_or_default(),
            use_time: time(row.used_at),
            revoke_time: time(row.revoked_at),
            last4: row.last4,
            batch: row.batch,
            order_id: row.order_no.unwrap_or_default(),
            plan_name,
        }
    }
}
