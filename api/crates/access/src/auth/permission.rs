//! The permissions of an operator's endpoint, of which the caller needs one, checked before its handler.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::{Error, HttpMessage as _, HttpRequest, Route};
use yingku_base::role::Permission;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::state::{AppState, part};

use super::caller::{CallerId, Operator, find};
use super::program_key;
use super::signing::CallerIp;

/// Wraps a route in its permission check.
pub fn protected(route: Route, permissions: &'static [Permission]) -> Route {
    route.wrap(from_fn(move |request, next| {
        permitted(permissions, request, next)
    }))
}

/// Requires one of the permissions, and stores the caller as the request's [`Operator`].
async fn permitted(
    permissions: &[Permission],
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    match operator(request.request(), permissions).await {
        Ok(operator) => {
            request.extensions_mut().insert(operator);
            Ok(next.call(request).await?.map_into_boxed_body())
        }
        Err(error) => Ok(request.error_response(error)),
    }
}

/// Authenticates the operator of a request that needs one of these permissions.
pub async fn operator(request: &HttpRequest, needed: &[Permission]) -> Result<Operator, ApiError> {
    let state = part::<AppState>(request)?;
    if let Some(key) = program_key::of_headers(request.headers()) {
        return of_program(&state, request, key, needed).await;
    }
    let member = find(&state, request)
        .await?
        .ok_or_else(|| ApiError::new(ErrorKind::LoginRequired))?;
    let permissions = member.permissions();
    let may = needed.iter().any(|one| permissions.0.contains(one));
    if !may || !from_allowed_network(&state, request) {
        return Err(ApiError::new(ErrorKind::Forbidden));
    }
    member.require_own_password()?;
    if state.now() >= member.opened_at + state.config.account.operator_session_seconds {
        return Err(ApiError::new(ErrorKind::SessionEnded));
    }
    Ok(Operator {
        id: member.id,
        name: member.user.name,
        permissions,
        program: None,
    })
}

/// The operator whose program calls. A key outlives sessions, so their age does not matter.
async fn of_program(
    state: &AppState,
    request: &HttpRequest,
    key: &str,
    needed: &[Permission],
) -> Result<Operator, ApiError> {
    let operator = program_key::operator(state, key).await?;
    let may = needed.iter().any(|one| operator.may(*one));
    if !may || !from_allowed_network(state, request) {
        return Err(ApiError::new(ErrorKind::Forbidden));
    }
    request.extensions_mut().insert(CallerId(operator.id));
    Ok(operator)
}

/// Whether operators may send requests from this address.
fn from_allowed_network(state: &AppState, request: &HttpRequest) -> bool {
    let allowed = &state.config.account.admin_networks;
    let ip = request.extensions().get::<CallerIp>().map(|ip| ip.0);
    allowed.is_empty() || ip.is_some_and(|ip| allowed.iter().any(|network| network.holds(ip)))
}
