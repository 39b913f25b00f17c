//! The recovery endpoints.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::{Client, Member, Visitor};
use yingku_access::auth::users::{self, UserChange};
use yingku_base::values::Time;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Done};
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_http_kit::json::Json;
use yingku_platform::state::AppState;

use super::code::{NewRecoveryCode, RecoveryCode};
use super::forms::{EmailForm, ForgottenPasswordForm, RecoveryCodeForm, RecoveryMailForm};
use super::mails;
use super::queries::{self, Kind};
use crate::admin::changes::{Cause, set_password};
use crate::forms::email;
use crate::hashing::Requester;
use crate::password::Password;
use crate::sign_in::confirm_password;
use crate::{Accounts, sign_in_log, throttle};

pub(crate) fn endpoints() -> Endpoints {
    endpoints![
        get_recovery,
        create_recovery_code,
        request_recovery_mail,
        reset_forgotten_password,
        change_email
    ]
}

/// How a forgotten password can be replaced.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryOptions {
    /// Whether the site mails recovery codes.
    #[schema(example = true)]
    pub by_mail: bool,
    /// When the caller's recovery code was created; absent for visitors and without a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code_time: Option<Time>,
}

/// Get the recovery options
///
/// Whether the site mails recovery codes, and when the caller's own code was created.
#[utoipa::path(
    get, path = "/v2/user/recovery", tag = "account", security((), ("bearer" = [])),
    responses((status = 200, description = "The ways", body = Data<RecoveryOptions>)),
)]
async fn get_recovery(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    visitor: Visitor,
) -> Result<Data<RecoveryOptions>, ApiError> {
    let code_time = match visitor.member_id() {
        Some(member) => {
            let created = state
                .db
                .query_fresh(move |conn| queries::made_at(conn, member, Kind::Kept));
            created.await?.map(Time)
        }
        None => None,
    };
    Ok(Data::new(RecoveryOptions {
        by_mail: accounts.mailer.is_some(),
        code_time,
    }))
}

/// Create a recovery code
///
/// A code that replaces a forgotten password. It is shown only once and replaces the previous one.
#[utoipa::path(
    post, path = "/v2/user/recovery/code", tag = "account", security(("bearer" = [])), request_body = RecoveryCodeForm,
    responses(
        (status = 200, description = "The code", body = Data<NewRecoveryCode>),
        (status = 422, description = "The password is wrong", body = ErrorBody),
        (status = 429, description = "Too many attempts", body = ErrorBody),
    ),
)]
async fn create_recovery_code(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    client: Client,
    member: Member,
    form: Json<RecoveryCodeForm>,
) -> Result<Data<NewRecoveryCode>, ApiError> {
    let password = Password::parse(&form.password)?;
    confirm_password(&state, &accounts, &client, &member.user, password).await?;
    let (code, now) = (RecoveryCode::random()?, state.now());
    let answer = NewRecoveryCode::from(&code);
    let user = member.user;
    state
        .db
        .write(move |conn| {
            if !users::lock_if_unchanged(conn, &user)? {
                return Err(ApiError::new(ErrorKind::PasswordWrong));
            }
            Ok(queries::renew(conn, user.id, &code, now)?)
        })
        .await?;
    Ok(Data::new(answer))
}

/// Request a recovery code by mail
///
/// Mails a code valid once within 30 minutes, if the email is the account's security email. The response does not
/// reveal whether it is. An account gets at most one mail every two minutes.
#[utoipa::path(
    post, path = "/v2/user/recovery/mail", tag = "account", request_body = RecoveryMailForm,
    responses(
        (status = 200, description = "A mail is sent if they belong together", body = Done),
        (status = 422, description = "The captcha is wrong or used up, or the site sends no mail", body = ErrorBody),
        (status = 429, description = "Too many mails from this address", body = ErrorBody),
    ),
)]
async fn request_recovery_mail(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    client: Client,
    form: Json<RecoveryMailForm>,
) -> Result<Done, ApiError> {
    let form = form.parse(&state.config)?;
    let mailer = accounts.mailer.as_ref();
    let mailer = mailer.ok_or_else(|| ApiError::new(ErrorKind::MailOff))?;
    accounts.limits.password.admit(client.ip).await?;
    accounts.captcha.check_answer(form.captcha.as_ref()).await?;
    accounts.limits.recovery_mail.admit(client.ip).await?;
    let permit = mailer.permit()?;
    mails::send_code(state, permit, form.name, form.email);
    Ok(Done::new())
}

/// Set a new password with a recovery code
///
/// Ends all sessions of the account and returns a new recovery code. A code works once. An unknown name and a wrong
/// code get the same response.
#[utoipa::path(
    post, path = "/v2/user/recovery/password", tag = "account", request_body = ForgottenPasswordForm,
    responses(
        (status = 200, description = "The next code", body = Data<NewRecoveryCode>),
        (status = 403, description = "The account is disabled", body = ErrorBody),
        (status = 422, description = "The captcha is wrong, the passwords differ, or name and code do not match", body = ErrorBody),
        (status = 429, description = "Too many attempts from this address", body = ErrorBody),
    ),
)]
async fn reset_forgotten_password(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    client: Client,
    form: Json<ForgottenPasswordForm>,
) -> Result<Data<NewRecoveryCode>, ApiError> {
    let form = form.parse(&state.config)?;
    accounts.limits.password.admit(client.ip).await?;
    accounts.captcha.check_answer(form.captcha.as_ref()).await?;
    let (name, code, now) = (form.name, form.recovery_code, state.now());
    let (key, tried) = (name.key().to_owned(), code.clone());
    let owner = state
        .db
        .query_fresh(move |conn| queries::owner(conn, &key, &tried, now))
        .await?;
    let Some(user) = owner else {
        sign_in_log::log_failure(&state, &client, None).await?;
        return Err(ApiError::new(ErrorKind::RecoveryRefused));
    };
    if user.disabled {
        return Err(ApiError::new(ErrorKind::AccountDisabled));
    }
    let permit = accounts.hasher.permit(Requester::Known)?;
    let (permit, password) = permit.check_strength(form.password).await?;
    let hash = permit.hash(password).await?;
    let next = RecoveryCode::random()?;
    let answer = NewRecoveryCode::from(&next);
    let (id, is_operator, network) = (user.id, user.is_operator(), client.network());
    let actor = Actor::signed_in(&state, &user);
    state
        .db
        .write(move |conn| {
            if !queries::consume_code(conn, id, &code)? {
                return Err(ApiError::new(ErrorKind::RecoveryRefused));
            }
            let reason = "恢复码";
            let cause = Cause {
                actor: &actor,
                reason,
            };
            set_password(conn, cause, id, (hash, false))?;
            queries::renew(conn, id, &next, now)?;
            Ok(throttle::refund_network_attempt(
                conn,
                name.key(),
                &network,
            )?)
        })
        .await?;
    sign_in_log::log_recovery(&state, &client, id, is_operator);
    Ok(Data::new(answer))
}

/// Change my security email
///
/// Recovery codes go there from now on. The former address is notified if the site sends mail.
#[utoipa::path(
    post, path = "/v2/user/email", tag = "account", security(("bearer" = [])), request_body = EmailForm,
    responses(
        (status = 200, description = "The email is changed", body = Done),
        (status = 422, description = "The password is wrong", body = ErrorBody),
        (status = 429, description = "Too many attempts", body = ErrorBody),
    ),
)]
async fn change_email(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    client: Client,
    member: Member,
    form: Json<EmailForm>,
) -> Result<Done, ApiError> {
    let (password, email) = (Password::parse(&form.password)?, email(&form.email)?);
    confirm_password(&state, &accounts, &client, &member.user, password).await?;
    let (user, now) = (member.user, state.now());
    let former = user.clone();
    state
        .db
        .write(move |conn| {
            if !users::lock_if_unchanged(conn, &user)? {
                return Err(ApiError::new(ErrorKind::PasswordWrong));
            }
            let change = UserChange {
                email: Some(email),
                ..UserChange::default()
            };
            users::change(conn, user.id, &change, now)?;
            Ok(queries::invalidate_mailed_code(conn, user.id)?)
        })
        .await?;
    if let Some(permit) = accounts
        .mailer
        .as_ref()
        .and_then(|mailer| mailer.permit().ok())
    {
        mails::send_farewell(permit, former);
    }
    Ok(Done::new())
}
