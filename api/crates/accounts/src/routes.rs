//! Captcha, registration and login.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_access::auth::caller::Client;
use yingku_access::auth::personal_data::{self, PersonalData};
use yingku_access::auth::user_name::UserName;
use yingku_access::auth::users::{self, UserRow};
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, OK, OK_TEXT};
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_http_kit::json::Json;
use yingku_platform::state::AppState;

use super::forms::{LoginForm, RegisterForm};
use super::hashing::Requester;
use super::recovery::{self, NewRecoveryCode, RecoveryCode};
use super::sign_in::{TokenPair, authenticate, open_session};
use crate::Accounts;

pub(super) fn endpoints() -> Endpoints {
    endpoints![get_captcha, register, login]
}

/// A captcha, or that none is needed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaptchaResponse {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// A text for the user, in Chinese.
    #[schema(example = "操作成功")]
    pub msg: &'static str,
    /// Whether login and registration need a captcha.
    #[schema(example = true)]
    pub captcha_on_off: bool,
    /// The picture as a `data:` URL; only when one is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 8192, example = "data:image/png;base64,iVBORw0KGgo=")]
    pub img: Option<String>,
    /// The captcha's id, to send with the answer; only when one is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 36, example = "01a0d3f5-6c00-7000-8000-000000000001")]
    pub uuid: Option<String>,
}

/// Get a captcha
///
/// A picture of four symbols, case-insensitive, valid for one attempt within three minutes. While captchas are off
/// there is no picture, and none is required.
#[utoipa::path(
    get, path = "/v2/user/captcha", tag = "account",
    responses((status = 200, description = "The captcha", body = CaptchaResponse)),
)]
async fn get_captcha(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    client: Client,
) -> Result<web::Json<CaptchaResponse>, ApiError> {
    let on = state.config.account.captcha;
    let issued = if on {
        accounts.limits.captcha.admit(client.ip).await?;
        Some(accounts.captcha.issue()?)
    } else {
        None
    };
    let (img, uuid) = issued
        .map(|issued| (issued.image, issued.uuid.to_string()))
        .unzip();
    Ok(web::Json(CaptchaResponse {
        code: OK,
        msg: OK_TEXT,
        captcha_on_off: on,
        img,
        uuid,
    }))
}

/// Register
///
/// Creates an account without signing in. The response has the recovery code for a forgotten password, shown only once.
#[utoipa::path(
    post, path = "/v2/user/register", tag = "account", request_body = RegisterForm,
    responses(
        (status = 200, description = "The account is created", body = Data<NewRecoveryCode>),
        (status = 409, description = "The name is taken", body = ErrorBody),
        (status = 422, description = "The captcha is wrong or used up, or the passwords differ", body = ErrorBody),
        (status = 429, description = "Too many attempts, or accounts, from this address", body = ErrorBody),
    ),
)]
async fn register(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    client: Client,
    form: Json<RegisterForm>,
) -> Result<Data<NewRecoveryCode>, ApiError> {
    let registration = form.parse(&state.config)?;
    accounts.limits.password.admit(client.ip).await?;
    accounts
        .captcha
        .check_answer(registration.captcha.as_ref())
        .await?;
    reject_taken_name(&state, &registration.name).await?;
    let (name, email) = (registration.name, registration.email);
    // Before the limit on new accounts: a busy queue or a weak password must not use it up.
    let permit = accounts.hasher.permit(Requester::Unknown(client.ip))?;
    let (permit, password) = permit.check_strength(registration.password).await?;
    accounts.limits.register.admit(client.ip).await?;
    let hash = permit.hash(password).await?;
    let code = RecoveryCode::random()?;
    let answer = NewRecoveryCode::from(&code);
    add_user(&state, accounts.personal_data, (name, email, hash), code).await?;
    Ok(Data::new(answer))
}

/// Rejects a taken name before the limit on new accounts is charged. The unique key settles races.
async fn reject_taken_name(state: &AppState, name: &UserName) -> Result<(), ApiError> {
    let key = name.key().to_owned();
    let taken = state
        .db
        .query(move |conn| users::by_name(conn, &key))
        .await?;
    match taken {
        Some(_) => Err(ApiError::new(ErrorKind::NameTaken)),
        None => Ok(()),
    }
}

async fn add_user(
    state: &AppState,
    parts: &'static [PersonalData],
    (name, email, hash): (UserName, String, String),
    code: RecoveryCode,
) -> Result<(), ApiError> {
    let (id, now) = (state.ids.next(&*state.clock), state.now());
    let user = UserRow::new(id, &name, email, hash, now);
    state
        .db
        .write(move |conn| {
            if !personal_data::join(parts, conn, &user)? {
                return Err(ApiError::new(ErrorKind::NameTaken));
            }
            Ok(recovery::renew(conn, id, &code, now)?)
        })
        .await
}

/// Log in
///
/// Opens a session. The tokens work only with this request's client key. An unknown name and a wrong password get the
/// same response.
#[utoipa::path(
    post, path = "/v2/user/login", tag = "account", request_body = LoginForm,
    responses(
        (status = 200, description = "The tokens", body = Data<TokenPair>),
        (status = 403, description = "The account is disabled", body = ErrorBody),
        (status = 422, description = "The captcha is wrong or used up, or name and password do not match", body = ErrorBody),
        (status = 429, description = "Too many attempts from this address, or at this name", body = ErrorBody),
    ),
)]
async fn login(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    client: Client,
    form: Json<LoginForm>,
) -> Result<Data<TokenPair>, ApiError> {
    let login = form.parse(&state.config)?;
    accounts.limits.password.admit(client.ip).await?;
    accounts
        .captcha
        .check_answer(login.captcha.as_ref())
        .await?;
    let (user, charged) = authenticate(&state, &accounts, &client, login).await?;
    let tokens = open_session(&state, &accounts, &client, user, charged).await?;
    Ok(Data::new(tokens))
}
