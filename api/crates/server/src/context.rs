//! The outermost middleware. It adds a request id and the security headers to every response, writes error bodies and
//! logs the request. What it writes is never compressed.

use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue,
};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, web};
use uuid::Uuid;
use yingku_access::auth::caller::{CallerId, Client};
use yingku_access::auth::signing::SignedClient;
use yingku_http_kit::RequestId;
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_platform::telemetry::request_log;
use yingku_platform::telemetry::security_log::Event;
use yingku_platform::telemetry::traces::{CallSpan, within};

use super::app::App;
use super::common_headers::{ROBOTS, put_common_headers};
use super::incoming;
use super::pages::robots;
use super::special_endpoints::ADMIN_PREFIX;

/// The middleware.
pub async fn response_context(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let started = Instant::now();
    let request_id = RequestId(Uuid::now_v7());
    let mut digits = Uuid::encode_buffer();
    let id: &str = request_id.0.hyphenated().encode_lower(&mut digits);
    request.extensions_mut().insert(request_id);
    let body = incoming::fix_request(&mut request);
    let span = arrived(&request);
    let mut response = within(span.as_ref(), next.call(request))
        .await?
        .map_into_boxed_body();
    if let Some(body) = error_body(&mut response) {
        log_rejection(&response, &body, request_id);
        response = with_error(response, body, id);
    }
    let may_be_listed = robots::may_be_listed(&response);
    let of_the_api = response.request().path().starts_with(yingku_http_kit::BASE);
    let headers = response.headers_mut();
    // API responses are not cached unless they say so.
    if of_the_api && !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if !may_be_listed {
        headers.insert(ROBOTS, robots::NOT_LISTED);
    }
    // It only kept the inner layers from compressing.
    if headers
        .get(CONTENT_ENCODING)
        .is_some_and(|coding| coding == "identity")
    {
        headers.remove(CONTENT_ENCODING);
    }
    put_common_headers(headers, id);
    let took = started.elapsed();
    let app = response.request().app_data::<web::Data<App>>().cloned();
    let integrity = app.as_ref().map(|app| &app.integrity);
    let outcome = request_log::write(&response, id, took, integrity);
    if let Some(app) = app {
        record_visit(&app, &response);
        if let Some(metrics) = &app.metrics {
            metrics.answered(&response, took, outcome);
        }
        app.probes.draining.close_after(&mut response);
    }
    if let Some(span) = span {
        span.end(&response, id);
    }
    Ok(match body {
        Some(body) => body.retain_in(response),
        None => response,
    })
}

/// Notices a proxy that is not trusted, and begins the span of a traced request.
fn arrived(request: &ServiceRequest) -> Option<CallSpan> {
    let app = request.app_data::<web::Data<App>>()?;
    let trusted = &app.state.config.network.trusted_proxies;
    app.untrusted_proxy.observe(request, trusted);
    app.traces.as_ref()?.begin(request)
}

/// Counts a successful signed call as part of a visit; operators at work are no visitors.
fn record_visit(app: &App, response: &ServiceResponse<BoxBody>) {
    let request = response.request();
    let is_work = request.path().contains(ADMIN_PREFIX);
    let extensions = request.extensions();
    if let Some(client) = extensions.get::<SignedClient>()
        && response.status().is_success()
        && !is_work
    {
        app.visitors.record_call(&client.device_id, client.ip);
    }
}

/// The response with the body of its error.
fn with_error(
    response: ServiceResponse<BoxBody>,
    body: ErrorBody,
    id: &str,
) -> ServiceResponse<BoxBody> {
    let request_id = id.to_owned();
    let text = serde_json::to_vec(&ErrorBody { request_id, ..body }).unwrap_or_default();
    let mut response = response.map_body(|_, _| BoxBody::new(text));
    response.headers_mut().insert(
        CONTENT_TYPE,
        HeaderValue::from_static("application/json; charset=utf-8"),
    );
    // These described the replaced body.
    response.headers_mut().remove(CONTENT_LENGTH);
    response.headers_mut().remove(CONTENT_ENCODING);
    response
}

/// Logs an error as a security event, if it is one.
fn log_rejection(response: &ServiceResponse<BoxBody>, body: &ErrorBody, id: RequestId) {
    let request = response.request();
    let app = request.app_data::<web::Data<App>>();
    if let (Some(app), Some(event)) = (app, Event::of_error(&body.error)) {
        let user = request.extensions().get::<CallerId>().map(|id| id.0);
        let network = Client::of(&app.state, request).network();
        let error = &body.error;
        app.state
            .security
            .write(event, user, &network, error, Some(id));
    }
}

/// The body of an error. Our own errors leave it in the extensions; the framework's (bad path, broken body, …) get the
/// row of the error table with their status.
fn error_body(response: &mut ServiceResponse<BoxBody>) -> Option<ErrorBody> {
    let own = response
        .response_mut()
        .extensions_mut()
        .remove::<ErrorBody>();
    if own.is_some() {
        return own;
    }
    let status = response.status();
    let framework = response.response().error().is_some()
        && (status.is_client_error() || status.is_server_error());
    framework.then(|| ApiError::new(kind_of_status(status.as_u16())).body(""))
}

/// The row of the error table for a status of the framework.
pub fn kind_of_status(status: u16) -> ErrorKind {
    match status {
        404 => ErrorKind::NotFound,
        405 => ErrorKind::MethodNotAllowed,
        408 => ErrorKind::BodyTimeout,
        413 => ErrorKind::BodyTooLarge,
        415 => ErrorKind::UnsupportedContent,
        429 => ErrorKind::RateLimited,
        503 => ErrorKind::Busy,
        400..=499 => ErrorKind::BadRequest,
        _ => ErrorKind::Internal,
    }
}
