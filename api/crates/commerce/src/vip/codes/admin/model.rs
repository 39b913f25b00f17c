//! Requests and responses of the operator endpoints for codes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yingku_base::time::format_shanghai;
use yingku_base::values::{Id, Time};
use yingku_http_kit::error::ApiError;
use yingku_http_kit::fields::{optional_whole_number, whole_number};
use yingku_http_kit::reason::{OperatorReason, parse_reason};

use crate::vip::codes::batches::{self, BatchRow, Counts, NewBatchSpec, UsedCode};
use crate::vip::codes::store::CodeState;

/// Most codes of a batch.
const MAX_CODES: i64 = 5_000;
/// Longest validity, days.
const MAX_DAYS: i64 = 36_500;

/// A batch of codes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeBatch {
    /// The id.
    pub id: Id,
    /// Name of the batch.
    #[schema(example = "autumn", max_length = 64)]
    pub batch: String,
    /// The plan's name at that time.
    #[schema(example = "年卡VIP-激活码", max_length = 64)]
    pub plan_name: String,
    /// Days of VIP per code.
    #[schema(minimum = 1, maximum = 36500, example = 365)]
    pub days: i32,
    /// When they were created.
    pub create_time: Time,
    /// Until when they are valid; empty = forever.
    #[schema(example = "2027-11-20 08:00:00")]
    pub valid_until: String,
    /// Number of codes.
    #[schema(minimum = 0, example = 100)]
    pub count: i64,
    /// Used codes.
    #[schema(minimum = 0, example = 40)]
    pub used: i64,
    /// Revoked codes.
    #[schema(minimum = 0, example = 0)]
    pub revoked: i64,
    /// Expired codes.
    #[schema(minimum = 0, example = 0)]
    pub expired: i64,
}

impl From<(BatchRow, Counts)> for CodeBatch {
    fn from((row, counts): (BatchRow, Counts)) -> Self {
        Self {
            id: Id(row.id),
            batch: row.name,
            plan_name: row.plan_name,
            days: row.days,
            create_time: Time(row.created_at),
            valid_until: row.expires_at.map(format_shanghai).unwrap_or_default(),
            count: counts.all,
            used: counts.used,
            revoked: counts.revoked,
            expired: counts.expired,
        }
    }
}

/// A plan that codes can be created for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodePlan {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schema(example = "年卡VIP-激活码")]
    pub name: String,
    /// Days of VIP.
    #[schema(minimum = 1, maximum = 36500, example = 365)]
    pub days: i32,
}

/// One page of batches, and the plans for new codes.
#[derive(Debug, Serialize, ToSchema)]
pub struct CodeBatches {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// A text for the user, in Chinese.
    #[schema(example = "操作成功")]
    pub msg: &'static str,
    /// This page; empty past the end.
    pub rows: Vec<CodeBatch>,
    /// The total over all pages.
    #[schema(minimum = 0, example = 3)]
    pub total: i64,
    /// Every plan, on sale or not.
    pub plans: Vec<CodePlan>,
}

/// New codes to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCodesForm {
    /// Id of the plan.
    pub plan_id: Id,
    /// Number of codes.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i32, minimum = 1, maximum = 5000, example = 100)]
    pub count: i64,
    /// Days they are valid; forever if omitted.
    #[serde(default, deserialize_with = "optional_whole_number")]
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 36500, example = 365)]
    pub valid_days: Option<i64>,
    /// Name of the batch; generated if omitted.
    #[serde(default)]
    #[schema(
        min_length = 1,
        max_length = 40,
        pattern = "^[0-9A-Za-z_\\u4e00-\\u9fff-]{1,40}$",
        example = "autumn-2026"
    )]
    pub batch: Option<String>,
}

impl NewCodesForm {
    /// The plan's id and the batch to create.
    pub fn parse(&self) -> Result<(i64, NewBatchSpec), ApiError> {
        let plan = self.plan_id.0;
        let count = u32::try_from(self.count)
            .ok()
            .filter(|_| (1..=MAX_CODES).contains(&self.count))
            .ok_or_else(|| ApiError::bad_request("参数count必须是1到5000之间的整数"))?;
        let valid = |days: &i64| (1..=MAX_DAYS).contains(days);
        if !self.valid_days.as_ref().is_none_or(valid) {
            return Err(ApiError::bad_request(
                "参数validDays必须是1到36500之间的整数",
            ));
        }
        if !self.batch.as_deref().is_none_or(batches::is_name) {
            return Err(ApiError::bad_request(
                "批次名称限制为1-40个中文、字母、数字、_或-",
            ));
        }
        let spec = NewBatchSpec {
            count,
            valid_days: self.valid_days,
            name: self.batch.clone(),
        };
        Ok((plan, spec))
    }
}

/// New codes, shown once.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedCodes {
    /// Name of the batch.
    #[schema(example = "autumn-2026")]
    pub batch: String,
    /// Name of the plan.
    #[schema(example = "年卡VIP-激活码")]
    pub plan_name: String,
    /// The codes. They cannot be shown again.
    #[schema(example = json!(["7K2MQ-9TXWB-4HNPD-RC6VE-3SAJ8"]))]
    pub codes: Vec<String>,
}

/// A batch to revoke.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RevokeBatchForm {
    /// Name of the batch.
    #[schema(min_length = 1, max_length = 64, example = "autumn-2026")]
    pub batch: String,
    /// The reason, for the audit log; not blank.
    #[schema(value_type = OperatorReason)]
    pub reason: String,
}

impl RevokeBatchForm {
    /// The batch and the reason.
    pub fn parse(&self) -> Result<(String, String), ApiError> {
        let fits = (1..=64).contains(&self.batch.chars().count());
        if !fits || self.batch.contains('\0') {
            return Err(ApiError::bad_request("批次名称限制为1-64个字符"));
        }
        Ok((self.batch.clone(), parse_reason(&self.reason)?))
    }
}

/// How many codes were revoked.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevokeResult {
    /// The number.
    #[schema(minimum = 0, example = 60)]
    pub revoked: usize,
}

/// A code of a batch; the code itself is not shown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchCode {
    /// The id.
    pub id: Id,
    /// Its last four characters.
    #[schema(example = "SAJ8", min_length = 4, max_length = 4)]
    pub last4: String,
    /// Its state.
    pub state: CodeState,
    /// The name of the user; empty if unused, or the account is deleted.
    #[schema(example = "lin_xia", max_length = 32)]
    pub used_by: String,
    /// When it was used; empty if unused.
    #[schema(example = "2026-11-20 08:00:00")]
    pub use_time: String,
}

impl BatchCode {
    /// The state at `now`, seconds.
    pub fn from_row((row, user): UsedCode, now: i64) -> Self {
        Self {
            id: Id(row.id),
            state: row.state(now),
            last4: row.last4,
            used_by: user.unwrap_or_default(),
            use_time: row.used_at.map(format_shanghai).unwrap_or_default(),
        }
    }
}
