//! The 404 status for addresses of works and terms that do not exist. The page itself says so too; the status is for
//! clients that do not render pages, such as search engines and link checkers.

use std::time::Duration;

use actix_web::HttpRequest;
use diesel::OptionalExtension as _;
use yingku_access::auth::caller::Client;
use yingku_catalogue::terms::{detail, names};
use yingku_catalogue::works::queries;
use yingku_db::Conn;
use yingku_http_kit::error::ApiError;

use super::preloaded_response::work_key;
use super::site_routes::{Named, id_in, named};
use crate::app::App;

/// How long a page waits for its status.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Whether the address of a screen names something that does not exist. False if that is not known in time: the page is
/// the same, and the site makes its own request.
pub(super) async fn is_missing(app: &App, request: &HttpRequest) -> bool {
    let Some((named, id)) = named(request.path()) else {
        return false;
    };
    let Some(number) = id_in(id) else {
        return true;
    };
    if named == Named::Work && is_cached(app, id) {
        return false;
    }
    // Not signed, but it reads the database: it counts as an API request.
    let client = Client::of(&app.state, request);
    if app.protection.admit(client.ip).await.is_err() {
        return false;
    }
    let read = app.state.db.read(move |conn: &mut Conn| match named {
        Named::Work => work_exists(conn, number),
        Named::Term => term_exists(conn, number),
    });
    matches!(tokio::time::timeout(TIMEOUT, read).await, Ok(Ok(false)))
}

fn is_cached(app: &App, id: &str) -> bool {
    app.response_cache.get(&work_key(id), &app.index).is_some()
}

fn work_exists(conn: &mut Conn, id: i64) -> Result<bool, ApiError> {
    Ok(queries::by_id(conn, id).optional()?.is_some())
}

fn term_exists(conn: &mut Conn, id: i64) -> Result<bool, ApiError> {
    let id = names::resolve(conn, id)?;
    Ok(detail::queries::listed(conn, id).optional()?.is_some())
}
