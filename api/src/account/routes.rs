//! `GET /v2/user/captcha`, `POST /v2/user/register` and `POST /v2/user/login`.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use super::forms::{LoginForm, RegisterForm};
use super::hashing::Whose;
use super::member_data;
use super::sign_in::{TokenPair, authenticate, check_captcha, open_session};
use crate::auth::caller::Client;
use crate::auth::user_name::UserName;
use crate::auth::users::{self, UserRow};
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::{Data, Done, OK, OK_TEXT};
use crate::http::error::{ApiError, ErrorBody, ErrorKind};
use crate::server::MEMBER_DATA;
use crate::server::app::App;

/// The calls that need no token.
pub(super) fn endpoints() -> Endpoints {
    endpoints![get_captcha, create_user, create_session]
}

/// A captcha, or word that none is needed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaptchaAnswer {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// Fit to show.
    #[schema(example = "操作成功")]
    pub msg: &'static str,
    /// Whether login and registration ask for a captcha.
    #[schema(example = true)]
    pub captcha_on_off: bool,
    /// The picture as a `data:` address; only when one is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 8192, example = "data:image/png;base64,iVBORw0KGgo=")]
    pub img: Option<String>,
    /// Id to send back with the answer; only when one is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 36, example = "01a0d3f5-6c00-7000-8000-000000000001")]
    pub uuid: Option<String>,
}

/// Get a captcha
///
/// A picture of four symbols, upper and lower case alike. It is good for one attempt within three
/// minutes. While captchas are off there is no picture, and none is asked for.
#[utoipa::path(
    get, path = "/v2/user/captcha", tag = "account",
    responses((status = 200, description = "The captcha", body = CaptchaAnswer)),
)]
async fn get_captcha(
    app: web::Data<App>,
    client: Client,
) -> Result<web::Json<CaptchaAnswer>, ApiError> {
    let on = app.config.account.captcha;
    let issued = if on {
        app.accounts.limits.captcha.take(client.ip).await?;
        Some(app.accounts.captcha.issue()?)
    } else {
        None
    };
    let (img, uuid) = issued
        .map(|issued| (issued.image, issued.uuid.to_string()))
        .unzip();
    Ok(web::Json(CaptchaAnswer {
        code: OK,
        msg: OK_TEXT,
        captcha_on_off: on,
        img,
        uuid,
    }))
}

/// Register
///
/// Makes an account. It does not sign in: that is the login's affair.
#[utoipa::path(
    post, path = "/v2/user/register", tag = "account", request_body = RegisterForm,
    responses(
        (status = 200, description = "The account is there", body = Done),
        (status = 400, description = "A field breaks its rule", body = ErrorBody),
        (status = 409, description = "The name is taken", body = ErrorBody),
        (status = 422, description = "The captcha is wrong or used up, or the passwords differ", body = ErrorBody),
        (status = 429, description = "Too many attempts, or accounts, from this address", body = ErrorBody),
        (status = 503, description = "Busy; try again later", body = ErrorBody),
    ),
)]
async fn create_user(
    app: web::Data<App>,
    client: Client,
    form: web::Json<RegisterForm>,
) -> Result<web::Json<Done>, ApiError> {
    let registration = form.parse(&app.config)?;
    app.accounts.limits.password.take(client.ip).await?;
    check_captcha(&app, registration.captcha.as_ref()).await?;
    refuse_taken(&app, &registration.name).await?;
    let (name, email) = (registration.name, registration.email);
    // Before the limit: whoever is told to come back has used none of it up, nor has who chose a poor password.
    let turn = app.accounts.hasher.turn(Whose::Stranger(client.ip))?;
    let (turn, password) = turn.judge(registration.password).await?;
    app.accounts.limits.register.take(client.ip).await?;
    let hash = turn.hash(password).await?;
    add_user(&app, (name, email, hash)).await?;
    Ok(web::Json(Done::new()))
}

/// Spares whoever chose a taken name the limit on new accounts; who is first settles the unique key.
async fn refuse_taken(app: &App, name: &UserName) -> Result<(), ApiError> {
    let key = name.key().to_owned();
    let taken = app
        .db
        .read(move |conn| Ok::<_, ApiError>(users::by_name(conn, &key)?))
        .await?;
    match taken {
        Some(_) => Err(ApiError::new(ErrorKind::NameTaken)),
        None => Ok(()),
    }
}

async fn add_user(
    app: &App,
    (name, email, hash): (UserName, String, String),
) -> Result<(), ApiError> {
    let (id, now) = (app.ids.next(&*app.clock), app.now());
    let user = UserRow::new(id, &name, email, hash, now);
    app.db
        .write(move |conn| {
            if member_data::join(MEMBER_DATA, conn, &user)? {
                Ok(())
            } else {
                Err(ApiError::new(ErrorKind::NameTaken))
            }
        })
        .await
}

/// Log in
///
/// Opens a session. The tokens work with the client key of this call only. An unknown name and a wrong
/// password are answered alike.
#[utoipa::path(
    post, path = "/v2/user/login", tag = "account", request_body = LoginForm,
    responses(
        (status = 200, description = "The tokens", body = Data<TokenPair>),
        (status = 400, description = "A field breaks its rule", body = ErrorBody),
        (status = 403, description = "The account is disabled", body = ErrorBody),
        (status = 422, description = "The captcha is wrong or used up, or name and password do not fit", body = ErrorBody),
        (status = 429, description = "Too many attempts from this address, or at this name", body = ErrorBody),
        (status = 503, description = "Busy; try again later", body = ErrorBody),
    ),
)]
async fn create_session(
    app: web::Data<App>,
    client: Client,
    form: web::Json<LoginForm>,
) -> Result<web::Json<Data<TokenPair>>, ApiError> {
    let login = form.parse(&app.config)?;
    app.accounts.limits.password.take(client.ip).await?;
    check_captcha(&app, login.captcha.as_ref()).await?;
    let (user, charged) = authenticate(&app, &client, login).await?;
    let tokens = open_session(&app, &client, user, charged).await?;
    Ok(web::Json(Data::new(tokens)))
}
