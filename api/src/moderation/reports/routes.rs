//! `POST /v2/report`.

use actix_web::web;

use super::model::ReportForm;
use super::queries;
use crate::account::sign_in::check_captcha;
use crate::audit::Actor;
use crate::auth::caller::{Client, Visitor};
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::Done;
use crate::http::error::{ApiError, ErrorBody};
use crate::server::app::App;

/// The call.
pub fn endpoints() -> Endpoints {
    endpoints![create_report]
}

/// Report a work
///
/// Anybody may; who has not signed in reads a captcha. The same reason for the same work from the same caller again
/// changes nothing. For the reasons `minor` and `nonconsent` the work is off the site at once, until an operator has
/// decided; unless an operator has kept it before, or too many works have gone in this hour.
#[utoipa::path(
    post, path = "/v2/report", tag = "support", security((), ("bearer" = [])), request_body = ReportForm,
    responses(
        (status = 200, description = "It has arrived", body = Done),
        (status = 400, description = "A field breaks its rule", body = ErrorBody),
        (status = 404, description = "No such work", body = ErrorBody),
        (status = 422, description = "The captcha is wrong (`captcha_wrong`) or used up (`captcha_expired`)", body = ErrorBody),
        (status = 429, description = "Too many reports from this address", body = ErrorBody),
        (status = 503, description = "Captchas cannot be checked at the moment", body = ErrorBody),
    ),
)]
async fn create_report(
    app: web::Data<App>,
    client: Client,
    visitor: Visitor,
    form: web::Json<ReportForm>,
) -> Result<web::Json<Done>, ApiError> {
    let said = form.parse()?;
    if visitor.member_id().is_none() {
        check_captcha(&app, form.captcha(&app.config)?.as_ref()).await?;
    }
    app.moderation.reports.take(client.ip).await?;
    let reporter = app.moderation.reporters.reporter(&visitor, &client);
    let (user, actor) = (visitor.member_id(), Actor::system(&app));
    let most = app.config.support.hide_per_hour;
    app.db
        .write(move |conn| queries::add(conn, &actor, (user, reporter), said, most))
        .await?;
    app.tail.wake();
    Ok(web::Json(Done::saying("已提交")))
}
