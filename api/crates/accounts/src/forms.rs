//! Request bodies of the account endpoints and their validated forms (R7.1 to R7.4).

use serde::Deserialize;
use utoipa::ToSchema;
use yingku_access::auth::user_name::UserName;
use yingku_access::captcha::{self, CaptchaAnswer};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::fields::check_app;
use yingku_platform::config::Config;

use super::password::{NewPassword, Password};

/// Length of an email address, in characters (R7.3).
const EMAIL_CHARS: std::ops::RangeInclusive<usize> = 8..=120;
/// Longer input is rejected before trimming, bytes.
const EMAIL_BYTES: usize = 1_024;
/// The message for every invalid email address (R7.3).
const EMAIL_TEXT: &str = "安全邮箱";

/// Login.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginForm {
    /// Id of the application.
    #[schema(max_length = 64, example = "yingku")]
    pub app_id: Option<String>,
    /// Letters, digits, `_`, `-`, `.` or Chinese characters; case-insensitive.
    #[schema(
        min_length = 6,
        max_length = 32,
        pattern = "^[A-Za-z0-9_.\\u4e00-\\u9fff-]+$",
        example = "lin_xia"
    )]
    pub user_name: String,
    /// The password.
    #[schema(min_length = 8, max_length = 32, example = "quiet-river-27")]
    pub password: String,
    /// Ignored by the server: whether the browser remembers the password.
    pub remember_me: Option<bool>,
    /// The four symbols of the captcha; may be omitted while captchas are off.
    #[schema(max_length = 8, example = "K7RX")]
    pub code: Option<String>,
    /// Id of the captcha; may be omitted while captchas are off.
    #[schema(max_length = 64, example = "01a0d3f5-6c00-7000-8000-000000000001")]
    pub uuid: Option<String>,
}

/// Registration.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterForm {
    /// Id of the application.
    #[schema(max_length = 64, example = "yingku")]
    pub app_id: Option<String>,
    /// Letters, digits, `_`, `-`, `.` or Chinese characters; case-insensitive.
    #[schema(
        min_length = 6,
        max_length = 32,
        pattern = "^[A-Za-z0-9_.\\u4e00-\\u9fff-]+$",
        example = "lin_xia"
    )]
    pub user_name: String,
    /// No spaces at either end; not a common password.
    #[schema(min_length = 8, max_length = 32, example = "quiet-river-27")]
    pub password: String,
    /// The password again.
    #[schema(min_length = 8, max_length = 32, example = "quiet-river-27")]
    pub confirm_password: String,
    /// Security email.
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

/// A change of password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordForm {
    /// The current password.
    #[schema(min_length = 8, max_length = 32, example = "quiet-river-27")]
    pub old_password: String,
    /// The new password; no spaces at either end.
    #[schema(min_length = 8, max_length = 32, example = "loud-river-28")]
    pub new_password: String,
    /// Confirms the password.
    #[schema(min_length = 8, max_length = 32, example = "loud-river-28")]
    pub confirm_password: String,
}

/// Deletion of the account.
#[derive(Deserialize, ToSchema)]
pub struct DeleteAccountForm {
    /// The current password.
    #[schema(min_length = 8, max_length = 32, example = "quiet-river-27")]
    pub password: String,
}

/// A validated login.
pub struct Login {
    /// The name.
    pub name: UserName,
    /// The password.
    pub password: Password,
    /// The captcha; none while captchas are off.
    pub captcha: Option<CaptchaAnswer>,
}

/// A validated registration.
pub struct Registration {
    /// The name.
    pub name: UserName,
    /// The password; its strength is not checked yet.
    pub password: NewPassword,
    /// The captcha; none while captchas are off.
    pub captcha: Option<CaptchaAnswer>,
    /// The email address.
    pub email: String,
}

impl LoginForm {
    /// Validates every field, in the order of the form.
    pub fn parse(&self, config: &Config) -> Result<Login, ApiError> {
        check_app(&config.signing.app_id, self.app_id.as_deref())?;
        Ok(Login {
            name: UserName::parse(&self.user_name)?,
            password: Password::parse(&self.password)?,
            captcha: captcha::answer(config, self.code.as_deref(), self.uuid.as_deref())?,
        })
    }
}

impl RegisterForm {
    /// Validates every field, in the order of the form.
    pub fn parse(&self, config: &Config) -> Result<Registration, ApiError> {
        check_app(&config.signing.app_id, self.app_id.as_deref())?;
        let name = UserName::parse(&self.user_name)?;
        let password = Password::parse_new(
            &self.password,
            &self.confirm_password,
            &[name.as_str(), self.email.trim()],
        )?;
        let email = email(&self.email)?;
        let captcha = captcha::answer(config, self.code.as_deref(), self.uuid.as_deref())?;
        if name.is_reserved() {
            return Err(ApiError::new(ErrorKind::NameTaken));
        }
        Ok(Registration {
            name,
            password,
            captcha,
            email,
        })
    }
}

impl PasswordForm {
    /// The current password and the new one.
    pub fn parse(&self) -> Result<(Password, NewPassword), ApiError> {
        Ok((
            Password::parse(&self.old_password)?,
            Password::parse_new(&self.new_password, &self.confirm_password, &[])?,
        ))
    }
}

/// Only the shape `name@host.domain` is checked: only a mail can show whether the address works.
pub fn email(text: &str) -> Result<String, ApiError> {
    if text.len() > EMAIL_BYTES {
        return Err(ApiError::bad_request(EMAIL_TEXT));
    }
    let text = text.trim();
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control();
    let has_form = text.split_once('@').is_some_and(|(name, host)| {
        let labels = || host.split('.');
        !name.is_empty()
            && !host.contains('@')
            && labels().count() > 1
            && labels().all(|label| !label.is_empty())
    });
    let good =
        EMAIL_CHARS.contains(&text.chars().count()) && text.chars().all(is_plain) && has_form;
    if good {
        Ok(text.to_owned())
    } else {
        Err(ApiError::bad_request(EMAIL_TEXT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message<T>(outcome: Result<T, ApiError>) -> String {
        outcome
            .err()
            .map(|error| error.body("").msg)
            .unwrap_or_default()
    }

    #[test]
    fn an_email_address_has_a_name_and_a_host() {
        let long = format!("{}@example.org", "a".repeat(109));
        for good in [
            "ab@cd.ef",
            " lin@example.org ",
            "a+b@x.example.org",
            "林@例子.example",
        ] {
            assert!(email(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "a@b.org",
            "nothing-at",
            "@example.org",
            "a@example",
            "a@@example.org",
            "a@.example",
            "a@example.",
            "a b@example.org",
            "a\0b@example.org",
            &long,
        ] {
            assert_eq!(message(email(bad)), "安全邮箱", "{bad:?}");
        }
    }

    #[test]
    fn rules_are_checked_in_the_order_of_the_form() {
        let config = Config::from_pairs(&[]).unwrap();
        let form = |name: &str, password: &str, repeated: &str, email: &str| RegisterForm {
            app_id: None,
            user_name: name.to_owned(),
            password: password.to_owned(),
            confirm_password: repeated.to_owned(),
            email: email.to_owned(),
            code: None,
            uuid: None,
        };
        for (form, text) in [
            (form("a", "1", "2", "x"), "用户名至少6位数"),
            (form("abcdef", "1", "2", "x"), "密码至少需要8位数"),
            (
                form("abcdef", "k7rx-w2q", "2", "x"),
                "两次密码输出不一致,请重新输入",
            ),
            (form("abcdef", "k7rx-w2q", "k7rx-w2q", "x"), "安全邮箱"),
            (
                form("abcdef", "k7rx-w2q", "k7rx-w2q", "a@b.example"),
                "请输入4位验证码",
            ),
        ] {
            assert_eq!(message(form.parse(&config)), text);
        }
    }
}
