//! Operator endpoints for members.

use actix_web::web;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::Operator;
use yingku_access::auth::users::UserRow;
use yingku_db::Conn;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Done, Rows};
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::json::Json;
use yingku_http_kit::params::{PageParams, PageQuery, Params};
use yingku_http_kit::sorting::Sorting;
use yingku_http_kit::version;
use yingku_platform::state::AppState;

use super::changes::{self, Cause};
use super::forms::{DaysForm, GeneratedPassword, MemberReasonForm, RoleForm};
use super::list::{self, AdminMember, MemberSort, MembersFilter};
use super::policy::{Intent, lock_user};
use crate::Accounts;
use crate::hashing::Requester;
use crate::password::{Password, generate_password};

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_admin_members needs UsersManage,
        disable_admin_member needs UsersManage,
        enable_admin_member needs UsersManage,
        change_admin_member_days needs UsersManage,
        reset_admin_member_password needs UsersManage,
        change_admin_member_role needs UsersManage,
    ]
}

/// List members
///
/// Newest first.
#[utoipa::path(
    get, path = "/admin/members", tag = "operators", security(("bearer" = [])), params(PageParams, MembersFilter, Sorting<MemberSort>),
    responses((status = 200, description = "One page of members", body = Rows<AdminMember>)),
)]
async fn list_admin_members(
    state: web::Data<AppState>,
    Params(filter): Params<MembersFilter>,
    sorting: Sorting<MemberSort>,
    PageQuery(page): PageQuery,
) -> Result<Rows<AdminMember>, ApiError> {
    let now = state.now();
    let (rows, total) = state
        .db
        .query_fresh(move |conn| list::list(conn, &filter, sorting, page, now))
        .await?;
    let rows = rows.into_iter().map(|row| AdminMember::from_row(row, now));
    Ok(Rows::of(rows, total))
}

/// Disable a member
///
/// Ends all their sessions at once; they cannot sign in. Disabling a disabled member changes nothing.
#[utoipa::path(
    post, path = "/admin/members/disable", tag = "operators", security(("bearer" = [])), request_body = MemberReasonForm,
    responses(
        (status = 200, description = "The account is disabled", body = Done),
        (status = 404, description = "No such member", body = ErrorBody),
        (status = 409, description = "Somebody has changed the member since (`edit_conflict`)", body = ErrorBody),
        (status = 422, description = "It is the caller's own account (`own_account`)", body = ErrorBody),
    ),
)]
async fn disable_admin_member(
    state: web::Data<AppState>,
    operator: Operator,
    form: Json<MemberReasonForm>,
) -> Result<Done, ApiError> {
    let (member, reason) = form.parse()?;
    let (change, seen) = ((member, Intent::Restrict, reason), form.version);
    apply(&state, operator, change, move |conn, cause, user| {
        version::check(user.version, seen)?;
        changes::set_disabled(conn, cause, user, true)
    })
    .await
}

/// Enable a member
///
/// They can sign in again. Repeating it changes nothing.
#[utoipa::path(
    post, path = "/admin/members/enable", tag = "operators", security(("bearer" = [])), request_body = MemberReasonForm,
    responses(
        (status = 200, description = "The account is enabled", body = Done),
        (status = 404, description = "No such member", body = ErrorBody),
        (status = 409, description = "Somebody has changed the member since (`edit_conflict`)", body = ErrorBody),
    ),
)]
async fn enable_admin_member(
    state: web::Data<AppState>,
    operator: Operator,
    form: Json<MemberReasonForm>,
) -> Result<Done, ApiError> {
    let (member, reason) = form.parse()?;
    let (change, seen) = ((member, Intent::Assist, reason), form.version);
    apply(&state, operator, change, move |conn, cause, user| {
        version::check(user.version, seen)?;
        changes::set_disabled(conn, cause, user, false)
    })
    .await
}

/// Grant or revoke days of VIP
///
/// Days extend the remaining time, or begin now; negative ones shorten it. The same form takes effect once.
#[utoipa::path(
    post, path = "/admin/members/days", tag = "operators", security(("bearer" = [])), request_body = DaysForm,
    responses(
        (status = 200, description = "The days are granted or revoked", body = Done),
        (status = 404, description = "No such member", body = ErrorBody),
        (status = 409, description = "Somebody has changed the member since (`edit_conflict`), or the key was used for another form (`form_reused`)", body = ErrorBody),
        (status = 422, description = "No days, nothing to revoke, or VIP would last too long (`vip_days`)", body = ErrorBody),
    ),
)]
async fn change_admin_member_days(
    state: web::Data<AppState>,
    operator: Operator,
    form: Json<DaysForm>,
) -> Result<Done, ApiError> {
    let seen = form.version;
    let form = form.parse()?;
    let change = (form.member, Intent::Assist, form.reason);
    apply(&state, operator, change, move |conn, cause, user| {
        let days = (form.days, form.reference.as_str());
        // A retry succeeds although the first request changed the version.
        if !changes::is_granted(conn, user, days)? {
            version::check(user.version, seen)?;
            changes::add_days(conn, cause, user, days)?;
        }
        Ok(())
    })
    .await
}

/// Reset a member's password
///
/// Returns the new password once and ends all sessions of the member, who has to change it at the next login.
#[utoipa::path(
    post, path = "/admin/members/password", tag = "operators", security(("bearer" = [])), request_body = MemberReasonForm,
    responses(
        (status = 200, description = "The new password", body = Data<GeneratedPassword>),
        (status = 404, description = "No such member", body = ErrorBody),
        (status = 409, description = "Somebody has changed the member since (`edit_conflict`)", body = ErrorBody),
        (status = 422, description = "It is the caller's own account (`own_account`)", body = ErrorBody),
    ),
)]
async fn reset_admin_member_password(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    operator: Operator,
    form: Json<MemberReasonForm>,
) -> Result<Data<GeneratedPassword>, ApiError> {
    let (member, reason) = form.parse()?;
    let password = generate_password()?;
    let permit = accounts.hasher.permit(Requester::Known)?;
    let hash = permit.hash(Password::parse(&password)?).await?;
    let (change, seen) = ((member, Intent::Restrict, reason), form.version);
    apply(&state, operator, change, move |conn, cause, user| {
        version::check(user.version, seen)?;
        changes::set_password(conn, cause, user.id, (hash, true))
    })
    .await?;
    Ok(Data::new(GeneratedPassword { password }))
}

/// Change a member's role and permissions
///
/// For admins only. Applies from the member's next request.
#[utoipa::path(
    post, path = "/admin/members/role", tag = "operators", security(("bearer" = [])), request_body = RoleForm,
    responses(
        (status = 200, description = "Role and permissions are changed", body = Done),
        (status = 404, description = "No such member", body = ErrorBody),
        (status = 409, description = "Somebody has changed the member since (`edit_conflict`)", body = ErrorBody),
        (status = 422, description = "It is the caller's own account (`own_account`)", body = ErrorBody),
    ),
)]
async fn change_admin_member_role(
    state: web::Data<AppState>,
    operator: Operator,
    form: Json<RoleForm>,
) -> Result<Done, ApiError> {
    let seen = form.version;
    let form = form.parse()?;
    let change = (form.member, Intent::ChangeRole, form.reason);
    apply(&state, operator, change, move |conn, cause, user| {
        version::check(user.version, seen)?;
        changes::set_rights(conn, cause, user, form.role, form.extra)
    })
    .await
}

/// Locks the member if the operator may make this change, and makes it.
async fn apply(
    state: &AppState,
    operator: Operator,
    (member, intent, reason): (i64, Intent, String),
    change: impl FnOnce(&mut Conn, Cause<'_>, &UserRow) -> Result<(), ApiError> + Send + 'static,
) -> Result<Done, ApiError> {
    let actor = Actor::operator(state, operator);
    state
        .db
        .write(move |conn| {
            let user = lock_user(conn, &actor, member, intent)?;
            let cause = Cause {
                actor: &actor,
                reason: &reason,
            };
            change(conn, cause, &user)
        })
        .await?;
    Ok(Done::new())
}
