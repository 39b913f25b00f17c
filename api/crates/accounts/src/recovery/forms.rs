//! Request bodies of the recovery endpoints and their validated forms.

use serde::Deserialize;
use utoipa::ToSchema;
use yingku_access::auth::user_name::UserName;
use yingku_access::captcha::{self, CaptchaAnswer};
use yingku_http_kit::error::ApiError;
use yingku_platform::config::Config;

use super::code::RecoveryCode;
use crate::forms::email;
use crate::password::{NewPassword, Password};

/// A new password in place of a forgotten one.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ForgottenPasswordForm {
    /// Letters, digits, `_`, `-`, `.` or Chinese characters; case-insensitive.
    #[schema(
        min_length = 6,
        max_length = 32,
        pattern = "^[A-Za-z0-9_.\\u4e00-\\u9fff-]+$",
        example = "lin_xia"
    )]
    pub user_name: String,
    /// The recovery code, written down or mailed; case, spaces and hyphens make no difference.
    #[schema(
        min_length = 20,
        max_length = 64,
        pattern = "^([A-KMNP-Za-kmnp-z2-9][ -]?){20}$",
        example = "k7rx-w2qa-bcde-fghj-mnpq"
    )]
    pub recovery_code: String,
    /// The new password; no spaces at either end.
    #[schema(min_length = 8, max_length = 32, example = "loud-river-28")]
    pub new_password: String,
    /// Confirms the password.
    #[schema(min_length = 8, max_length = 32, example = "loud-river-28")]
    pub confirm_password: String,
    /// The four symbols of the captcha; may be omitted while captchas are off.
    #[schema(max_length = 8, example = "K7RX")]
    pub code: Option<String>,
    /// Id of the captcha; may be omitted while captchas are off.
    #[schema(max_length = 64, example = "01a0d3f5-6c00-7000-8000-000000000001")]
    pub uuid: Option<String>,
}

/// A validated [`ForgottenPasswordForm`].
pub(super) struct ForgottenPassword {
    pub name: UserName,
    pub recovery_code: RecoveryCode,
    /// Its strength is not checked yet.
    pub password: NewPassword,
    pub captcha: Option<CaptchaAnswer>,
}

impl ForgottenPasswordForm {
    /// Validates every field, in the order of the form.
    pub(super) fn parse(&self, config: &Config) -> Result<ForgottenPassword, ApiError> {
        let name = UserName::parse(&self.user_name)?;
        let recovery_code = RecoveryCode::parse(&self.recovery_code)?;
        let password =
            Password::parse_new(&self.new_password, &self.confirm_password, &[name.as_str()])?;
        Ok(ForgottenPassword {
            recovery_code,
            password,
            captcha: captcha::answer(config, self.code.as_deref(), self.uuid.as_deref())?,
            name,
        })
    }
}

/// Request for a recovery mail.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecoveryMailForm {
    /// Letters, digits, `_`, `-`, `.` or Chinese characters; case-insensitive.
    #[schema(
        min_length = 6,
        max_length = 32,
        pattern = "^[A-Za-z0-9_.\\u4e00-\\u9fff-]+$",
        example = "lin_xia"
    )]
    pub user_name: String,
    /// The security email of the account.
    #[schema(
        min_length = 8,
        max_length = 120,
        pattern = "^[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$",
        example = "lin.xia@example.org"
    )]
    pub email: String,
    /// The four symbols of the captcha; may be omitted while captchas are off.
    #[schema(max_length = 8, example = "K7RX")]
    pub code: Option<String>,
    /// Id of the captcha; may be omitted while captchas are off.
    #[schema(max_length = 64, example = "01a0d3f5-6c00-7000-8000-000000000001")]
    pub uuid: Option<String>,
}

/// A validated [`RecoveryMailForm`].
pub(super) struct RecoveryMail {
    pub name: UserName,
    pub email: String,
    pub captcha: Option<CaptchaAnswer>,
}

impl RecoveryMailForm {
    /// Validates every field, in the order of the form.
    pub(super) fn parse(&self, config: &Config) -> Result<RecoveryMail, ApiError> {
        Ok(RecoveryMail {
            name: UserName::parse(&self.user_name)?,
            email: email(&self.email)?,
            captcha: captcha::answer(config, self.code.as_deref(), self.uuid.as_deref())?,
        })
    }
}

/// Confirms the caller with the password.
#[derive(Deserialize, ToSchema)]
pub(super) struct RecoveryCodeForm {
    /// The current password.
    #[schema(min_length = 8, max_length = 32, example = "quiet-river-27")]
    pub password: String,
}

/// A new security email.
#[derive(Deserialize, ToSchema)]
pub(super) struct EmailForm {
    /// The current password.
    #[schema(min_length = 8, max_length = 32, example = "quiet-river-27")]
    pub password: String,
    /// The new security email.
    #[schema(
        min_length = 8,
        max_length = 120,
        pattern = "^[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$",
        example = "lin.xia@example.org"
    )]
    pub email: String,
}
