//! The endpoints of program keys.

use actix_web::web;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Member;
use yingku_access::auth::program_key;
use yingku_base::values::Id;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Done};
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::PathId;
use yingku_platform::state::AppState;

use super::model::{self, NewKey, ProgramKey, ProgramKeyForm};
use super::queries::{self, NewRow};

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![list_program_keys, create_program_key, delete_program_key]
}

/// List program keys
///
/// At most five, newest first, without their digits.
#[utoipa::path(
    get, path = "/v2/user/keys", tag = "account", security(("bearer" = [])),
    responses((status = 200, description = "The keys", body = Data<Vec<ProgramKey>>)),
)]
async fn list_program_keys(
    state: web::Data<AppState>,
    member: Member,
) -> Result<Data<Vec<ProgramKey>>, ApiError> {
    let keys = state
        .db
        .query_fresh(move |conn| queries::list(conn, member.id))
        .await?;
    Ok(Data::new(keys))
}

/// Create a program key
///
/// With it a program searches as the caller, at `/torznab/api`; with scopes it makes operators' calls instead, unsigned, as
/// bearer. It is shown only once.
#[utoipa::path(
    post, path = "/v2/user/keys", tag = "account", security(("bearer" = [])), request_body = ProgramKeyForm,
    responses(
        (status = 200, description = "The key", body = Data<NewKey>),
        (status = 422, description = "There are five already", body = ErrorBody),
    ),
)]
async fn create_program_key(
    state: web::Data<AppState>,
    member: Member,
    form: Json<ProgramKeyForm>,
) -> Result<Data<NewKey>, ApiError> {
    let spec = form.into_inner().checked(&member.permissions())?;
    let (id, now) = (state.ids.next(state.clock.as_ref()), state.now());
    let (key, hash) = match spec.scopes.as_str() {
        "" => model::random_key()?,
        _ => program_key::create(id)?,
    };
    let row = NewRow {
        id,
        user_id: member.id,
        name: spec.name,
        key_hash: hash,
        created_at: now,
        scopes: spec.scopes,
        expires_at: spec.valid_seconds.map(|seconds| now + seconds),
    };
    let actor = Actor::signed_in(&state, &member.user);
    state
        .db
        .write(move |conn| queries::add(conn, &actor, &row))
        .await?;
    Ok(Data::new(NewKey { id: Id(id), key }))
}

/// Delete a program key
///
/// The key stops working at once.
#[utoipa::path(
    post, path = "/v2/user/keys/{id}/delete", tag = "account", security(("bearer" = [])),
    params(("id" = String, Path, description = "Id of the key", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000021")),
    responses(
        (status = 200, description = "The key is deleted", body = Done),
        (status = 404, description = "Not the caller's key", body = ErrorBody),
    ),
)]
async fn delete_program_key(
    state: web::Data<AppState>,
    member: Member,
    PathId(id): PathId,
) -> Result<Done, ApiError> {
    let actor = Actor::signed_in(&state, &member.user);
    state
        .db
        .write(move |conn| queries::delete(conn, &actor, (member.id, id)))
        .await?;
    Ok(Done::new())
}
