//! Recovery mails, written and sent after the response: neither the response nor its timing reveals whether the member
//! exists.

use actix_web::web;
use yingku_access::auth::user_name::UserName;
use yingku_access::auth::users::{self, UserRow};
use yingku_platform::mail::MailPermit;
use yingku_platform::state::AppState;

use super::code::RecoveryCode;
use super::queries::{self, Kind};

/// How long a mailed code works, seconds.
const CODE_LIFETIME: i64 = 30 * 60;
/// Minimum interval between two mails to one member, seconds.
const MIN_INTERVAL: i64 = 2 * 60;

/// Mails a code if the email is the account's.
pub(super) fn send_code(
    state: web::Data<AppState>,
    permit: MailPermit,
    name: UserName,
    email: String,
) {
    let now = state.now();
    actix_web::rt::spawn(async move {
        if let Err(error) = write_and_send(&state, permit, name, email, now).await {
            tracing::warn!(event = "recovery_mail_failed", %error, "failed to send a recovery mail");
        }
    });
}

async fn write_and_send(
    state: &AppState,
    permit: MailPermit,
    name: UserName,
    email: String,
    now: i64,
) -> anyhow::Result<()> {
    let found = state
        .db
        .query_fresh(move |conn| users::by_name(conn, name.key()));
    let addressee = found
        .await?
        .filter(|user| !user.disabled && user.email.eq_ignore_ascii_case(&email));
    let Some(user) = addressee else { return Ok(()) };
    let code = RecoveryCode::random()?;
    let (key, stored) = ((user.id, Kind::Mailed), code.clone());
    let times = (now, Some(now + CODE_LIFETIME));
    let is_new = state
        .db
        .execute(move |conn| queries::replace(conn, key, &stored, times, MIN_INTERVAL));
    if is_new.await? {
        let text = code_text(&user, &code, &state.config.pay.public_url);
        permit.send(&user.email, "找回密码", text).await?;
    }
    Ok(())
}

fn code_text(user: &UserRow, code: &RecoveryCode, site: &str) -> String {
    format!(
        "用户名 {} 的恢复码：\n\n{}\n\n请在 {} 分钟内打开 {site}/recover 填写，只能使用一次。\n\n如果不是您本人申请的，请忽略这封邮件，您的密码没有改变。\n",
        user.name,
        code.grouped(),
        CODE_LIFETIME / 60,
    )
}

/// Notifies the former address that it is no longer the security email.
pub(super) fn send_farewell(permit: MailPermit, user: UserRow) {
    actix_web::rt::spawn(async move {
        let text = format!(
            "用户名 {} 的安全邮箱已改为另一个地址。\n\n如果不是您本人操作，请立即用恢复码找回密码，或联系客服。\n",
            user.name
        );
        if let Err(error) = permit.send(&user.email, "安全邮箱已更改", text).await {
            tracing::warn!(event = "email_change_mail_failed", %error, "failed to notify the former security email");
        }
    });
}
