//! `GET /admin/members`, `GET /admin/members/{id}`, `POST /admin/members/disable`, `…/enable`, `…/days`,
//! `…/password` and `…/role`.

use actix_web::web;

use super::changes::{self, Cause};
use super::forms::{DaysForm, FreshPassword, MemberReasonForm, RoleForm};
use super::list::{self, ListedMember, MemberSort, MembersFilter};
use super::policy::{Intent, hold};
use crate::account::Accounts;
use crate::account::hashing::Whose;
use crate::account::password::{Password, fresh_password};
use crate::audit::Actor;
use crate::auth::caller::Operator;
use crate::auth::users::UserRow;
use crate::db::Conn;
use crate::db::page::Page;
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::{Data, Done, Rows};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::params::{PageParams, Params};
use crate::http::sorting::Sorting;
use crate::http::version;
use crate::state::AppState;

/// The operators' calls about members.
pub fn endpoints() -> Endpoints {
    endpoints![
        list_admin_members needs UsersManage,
        update_admin_member_disabled needs UsersManage,
        update_admin_member_enabled needs UsersManage,
        create_admin_member_days needs UsersManage,
        update_admin_member_password needs UsersManage,
        update_admin_member_role needs UsersManage,
    ]
}

/// List members
///
/// The newest first. Past the end there are no rows.
#[utoipa::path(
    get, path = "/admin/members", tag = "operators", security(("bearer" = [])), params(PageParams, MembersFilter, Sorting<MemberSort>),
    responses((status = 200, description = "One page of members", body = Rows<ListedMember>)),
)]
async fn list_admin_members(
    state: web::Data<AppState>,
    Params(wanted): Params<MembersFilter>,
    sorting: Sorting<MemberSort>,
    page: Page,
) -> Result<Rows<ListedMember>, ApiError> {
    let now = state.now();
    let (rows, total) = state
        .db
        .query_fresh(move |conn| list::list(conn, &wanted, sorting, page, now))
        .await?;
    let rows = rows.into_iter().map(|row| ListedMember::of(row, now));
    Ok(Rows::of(rows, total))
}

/// Disable a member
///
/// Ends all their sessions at once; they cannot sign in. Disabling them again changes nothing.
#[utoipa::path(
    post, path = "/admin/members/disable", tag = "operators", security(("bearer" = [])), request_body = MemberReasonForm,
    responses(
        (status = 200, description = "The account is disabled", body = Done),
        (status = 404, description = "No such member", body = ErrorBody),
        (status = 409, description = "Somebody has changed the member since (`edit_conflict`)", body = ErrorBody),
        (status = 422, description = "It is the caller's own (`own_account`), or the last admin's (`last_admin`)", body = ErrorBody),
    ),
)]
async fn update_admin_member_disabled(
    state: web::Data<AppState>,
    operator: Operator,
    form: web::Json<MemberReasonForm>,
) -> Result<Done, ApiError> {
    let (member, reason) = form.parse()?;
    let (wish, seen) = ((member, Intent::Lock, reason), form.version);
    carry_out(&state, operator, wish, move |conn, cause, user| {
        version::check(user.version, seen)?;
        changes::set_disabled(conn, cause, user, true)
    })
    .await
}

/// Enable a member
///
/// They can sign in again. Enabling them again changes nothing.
#[utoipa::path(
    post, path = "/admin/members/enable", tag = "operators", security(("bearer" = [])), request_body = MemberReasonForm,
    responses(
        (status = 200, description = "The account is enabled", body = Done),
        (status = 404, description = "No such member", body = ErrorBody),
        (status = 409, description = "Somebody has changed the member since (`edit_conflict`)", body = ErrorBody),
    ),
)]
async fn update_admin_member_enabled(
    state: web::Data<AppState>,
    operator: Operator,
    form: web::Json<MemberReasonForm>,
) -> Result<Done, ApiError> {
    let (member, reason) = form.parse()?;
    let (wish, seen) = ((member, Intent::Care, reason), form.version);
    carry_out(&state, operator, wish, move |conn, cause, user| {
        version::check(user.version, seen)?;
        changes::set_disabled(conn, cause, user, false)
    })
    .await
}

/// Give a member days of VIP, or take some back
///
/// After what is left, or from now on; negative days shorten what is left, at most to nothing. The same form counts
/// once.
#[utoipa::path(
    post, path = "/admin/members/days", tag = "operators", security(("bearer" = [])), request_body = DaysForm,
    responses(
        (status = 200, description = "The days are given or taken", body = Done),
        (status = 404, description = "No such member", body = ErrorBody),
        (status = 409, description = "Somebody has changed the member since (`edit_conflict`), or the key stands for another form (`form_reused`)", body = ErrorBody),
        (status = 422, description = "No days, nothing to take, or VIP would last too long (`vip_days`)", body = ErrorBody),
    ),
)]
async fn create_admin_member_days(
    state: web::Data<AppState>,
    operator: Operator,
    form: web::Json<DaysForm>,
) -> Result<Done, ApiError> {
    let seen = form.version;
    let form = form.parse()?;
    let wish = (form.member, Intent::Care, form.reason);
    carry_out(&state, operator, wish, move |conn, cause, user| {
        let days = (form.days, form.reference.as_str());
        // The same form again is told that it is done, though what it did has moved the version.
        if !changes::are_given(conn, user, days)? {
            version::check(user.version, seen)?;
            changes::add_days(conn, cause, user, days)?;
        }
        Ok(())
    })
    .await
}

/// Give a member a fresh password
///
/// Answers it this once, and ends all their sessions. They have to change it before they can do anything else.
#[utoipa::path(
    post, path = "/admin/members/password", tag = "operators", security(("bearer" = [])), request_body = MemberReasonForm,
    responses(
        (status = 200, description = "The new password", body = Data<FreshPassword>),
        (status = 404, description = "No such member", body = ErrorBody),
        (status = 409, description = "Somebody has changed the member since (`edit_conflict`)", body = ErrorBody),
        (status = 422, description = "It is the caller's own account (`own_account`)", body = ErrorBody),
    ),
)]
async fn update_admin_member_password(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    operator: Operator,
    form: web::Json<MemberReasonForm>,
) -> Result<Data<FreshPassword>, ApiError> {
    let (member, reason) = form.parse()?;
    let password = fresh_password()?;
    let turn = accounts.hasher.turn(Whose::Known)?;
    let hash = turn.hash(Password::parse(&password)?).await?;
    let (wish, seen) = ((member, Intent::Lock, reason), form.version);
    carry_out(&state, operator, wish, move |conn, cause, user| {
        version::check(user.version, seen)?;
        changes::set_password(conn, cause, user.id, (hash, true))
    })
    .await?;
    Ok(Data::new(FreshPassword { password }))
}

/// Change what a member is among the operators
///
/// Only admins may. It counts from their next call on.
#[utoipa::path(
    post, path = "/admin/members/role", tag = "operators", security(("bearer" = [])), request_body = RoleForm,
    responses(
        (status = 200, description = "The role and the permissions are theirs", body = Done),
        (status = 404, description = "No such member", body = ErrorBody),
        (status = 409, description = "Somebody has changed the member since (`edit_conflict`)", body = ErrorBody),
        (status = 422, description = "It is the caller's own account (`own_account`), or the last admin's (`last_admin`)", body = ErrorBody),
    ),
)]
async fn update_admin_member_role(
    state: web::Data<AppState>,
    operator: Operator,
    form: web::Json<RoleForm>,
) -> Result<Done, ApiError> {
    let seen = form.version;
    let form = form.parse()?;
    let wish = (form.member, Intent::Role, form.reason);
    carry_out(&state, operator, wish, move |conn, cause, user| {
        version::check(user.version, seen)?;
        changes::set_rights(conn, cause, user, (form.role, &form.beside))
    })
    .await
}

/// Holds the member, if the operator may do this with them, and changes them.
async fn carry_out(
    state: &AppState,
    operator: Operator,
    (member, intent, reason): (i64, Intent, String),
    change: impl FnOnce(&mut Conn, Cause<'_>, &UserRow) -> Result<(), ApiError> + Send + 'static,
) -> Result<Done, ApiError> {
    let actor = Actor::operator(state, operator);
    state
        .db
        .write(move |conn| {
            let user = hold(conn, &actor, member, intent)?;
            let cause = Cause {
                actor: &actor,
                reason: &reason,
            };
            change(conn, cause, &user)
        })
        .await?;
    Ok(Done::new())
}
