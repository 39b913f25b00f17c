//! The report endpoint.

use actix_web::web;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::{Client, Visitor};
use yingku_access::captcha::Captcha;
use yingku_catalogue::writer::CatalogueWriter;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Done;
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_platform::state::AppState;

use super::model::{Reason, ReportForm};
use super::{playback, queries};
use crate::moderation::Moderation;

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![report_work]
}

/// Report a work
///
/// Open to everybody; visitors solve a captcha. The same reason for the same work from the same caller counts once;
/// `playback` is of players and adds to the work's open one. `minor` and `nonconsent` hide the work at once until an
/// operator decides, unless one has kept it before, or too many works were hidden in this hour.
#[utoipa::path(
    post, path = "/v2/report", tag = "support", security((), ("bearer" = [])), request_body = ReportForm,
    responses(
        (status = 200, description = "The report is received", body = Done),
        (status = 404, description = "No such work", body = ErrorBody),
        (status = 422, description = "`captcha_wrong` or `captcha_expired`", body = ErrorBody),
        (status = 429, description = "Too many reports from this address", body = ErrorBody),
        (status = 503, description = "Captchas cannot be checked at the moment", body = ErrorBody),
    ),
)]
async fn report_work(
    state: web::Data<AppState>,
    moderation: web::Data<Moderation>,
    captcha: web::Data<Captcha>,
    catalogue: web::Data<CatalogueWriter>,
    client: Client,
    visitor: Visitor,
    form: Json<ReportForm>,
) -> Result<Done, ApiError> {
    let new = form.parse()?;
    if visitor.member_id().is_none() {
        captcha
            .check_answer(form.captcha(&state.config)?.as_ref())
            .await?;
    }
    if new.reason == Reason::Playback {
        moderation.playback.admit(client.ip).await?;
        let actor = Actor::system(&state);
        catalogue
            .write(move |conn| playback::add(conn, &actor, new))
            .await?;
        return Ok(Done::with_message("已提交"));
    }
    moderation.reports.admit(client.ip).await?;
    let reporter = moderation.reporters.reporter(&visitor, &client);
    let (user, actor) = (visitor.member_id(), Actor::system(&state));
    let max = state.config.support.hide_per_hour;
    catalogue
        .write(move |conn| queries::add(conn, &actor, (user, reporter), new, max))
        .await?;
    Ok(Done::with_message("已提交"))
}
