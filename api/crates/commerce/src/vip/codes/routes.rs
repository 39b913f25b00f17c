//! The activation endpoint.

use actix_web::web;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yingku_access::auth::caller::{Client, Member};
use yingku_access::auth::users::UserRow;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::OK;
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_http_kit::fields::check_app;
use yingku_http_kit::json::Json;
use yingku_platform::state::AppState;

use super::code::{self, ActivationCode, MAX_CHARS, MIN_CHARS};
use super::redeem::{Attempt, Redeemed, redeem};
use crate::vip::codes::keys::CodeKeys;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![redeem_code]
}

/// A code to redeem.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivationForm {
    /// Id of the application.
    #[serde(default)]
    #[schema(max_length = 64, example = "yingku")]
    pub app_id: Option<String>,
    /// The code: 25 letters and digits, case-insensitive, with or without hyphens and spaces.
    #[schema(max_length = 64, example = "7K3MP-XQ2VB-9DTRH-4WJ8N-5CYAE")]
    pub code: String,
}

/// The result of an activation.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivationResult {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// 激活成功, or 已激活 if the caller has used this code before.
    #[schema(example = "激活成功")]
    pub msg: &'static str,
    /// The caller's new group.
    pub data: ActivatedGroup,
}

/// The caller's group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivatedGroup {
    /// Its name.
    #[schema(example = "VIP会员")]
    pub group_name: &'static str,
    /// When VIP ends; only for VIP.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2027-09-21 22:13:20")]
    pub expire_time: Option<String>,
}

impl ActivationResult {
    fn with_message(msg: &'static str, user: &UserRow, now: i64) -> Self {
        let level = user.level(now);
        Self {
            code: OK,
            msg,
            data: ActivatedGroup {
                group_name: level.group_name,
                expire_time: level.expire_time,
            },
        }
    }
}

/// Redeem an activation code
///
/// Adds the code's days of VIP after the caller's remaining time. The same member using the same code again changes
/// nothing. Unknown, used and revoked codes get the same error. After five wrong codes in ten minutes the next attempt
/// has to wait.
#[utoipa::path(
    post, path = "/v2/user/activation", tag = "vip", security(("bearer" = [])), request_body = ActivationForm,
    responses(
        (status = 200, description = "The days are granted", body = ActivationResult),
        (status = 422, description = "The code is too short (`code_short`), invalid (`code_invalid`) or expired (`code_expired`), or it is another application (`app_unknown`)", body = ErrorBody),
        (status = 429, description = "Too many wrong codes or requests", body = ErrorBody, headers(("Retry-After" = u64, description = "Seconds to wait"))),
    ),
)]
async fn redeem_code(
    state: web::Data<AppState>,
    codes: web::Data<CodeKeys>,
    client: Client,
    member: Member,
    form: Json<ActivationForm>,
) -> Result<web::Json<ActivationResult>, ApiError> {
    let typed = form.parse(&state)?;
    let known = ActivationCode::parse(typed);
    let attempt = Attempt {
        id: state.ids.next(&*state.clock),
        grant_id: state.ids.next(&*state.clock),
        user: member.id,
        network: client.network(),
        last4: known
            .as_ref()
            .map_or_else(|| code::last4(typed), ActivationCode::last4),
        hash: known.map(|code| codes.hash(&code)),
        free_failures: state.config.vip.code_free_failures,
    };
    let now = state.now();
    let redeemed = state
        .db
        .execute(move |conn| redeem(conn, &attempt, now))
        .await?;
    match redeemed {
        Redeemed::Now(user) => Ok(web::Json(ActivationResult::with_message(
            "激活成功",
            &user,
            now,
        ))),
        Redeemed::Already(user) => Ok(web::Json(ActivationResult::with_message(
            "已激活",
            &user,
            now,
        ))),
        Redeemed::Expired => Err(ApiError::new(ErrorKind::CodeExpired)),
        Redeemed::Invalid => Err(ApiError::new(ErrorKind::CodeInvalid)),
        Redeemed::Wait(seconds) => Err(ApiError::new(ErrorKind::RateLimited).retry_after(seconds)),
    }
}

impl ActivationForm {
    /// Validates the form and returns the trimmed input.
    fn parse(&self, state: &AppState) -> Result<&str, ApiError> {
        check_app(&state.config.signing.app_id, self.app_id.as_deref())?;
        let typed = self.code.trim();
        if typed.contains('\0') {
            return Err(ApiError::bad_request("激活码包含无法识别的字符"));
        }
        let chars = typed.chars().count();
        if chars < MIN_CHARS {
            return Err(ApiError::new(ErrorKind::CodeShort));
        }
        if self.code.chars().count() > MAX_CHARS {
            return Err(ApiError::bad_request("激活码最多64位"));
        }
        Ok(typed)
    }
}
