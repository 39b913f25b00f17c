//! The caller's own account: who they are, password, export and deletion.

use actix_web::http::header::{CONTENT_DISPOSITION, ContentType};
use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;
use yingku_access::audit::Actor;
use yingku_access::auth::caller::{Client, Member, NewMember, Visitor};
use yingku_access::auth::level::Level;
use yingku_access::auth::personal_data;
use yingku_access::auth::users::{self, UserRow};
use yingku_base::role::Permissions;
use yingku_base::values::{Count, Id, Time};
use yingku_base::workers::Housekeeper;
use yingku_commerce::vip::downloads;
use yingku_community::support::messages::queries::count_unread;
use yingku_db::Conn;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::{Data, Done, OK, OK_TEXT};
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_http_kit::json::Json;
use yingku_platform::state::AppState;

use super::admin::policy::require_another_admin;
use super::forms::{DeleteAccountForm, PasswordForm};
use super::hashing::Requester;
use super::password::Password;
use super::program_keys;
use super::recovery::{self, NewRecoveryCode, RecoveryCode};
use super::sessions;
use super::sign_in::confirm_password;
use crate::Accounts;

/// Library rows deleted within the request that deletes the account.
const AT_ONCE: i64 = 500;

pub(super) fn endpoints() -> Endpoints {
    endpoints![get_user_info, change_password, export_data, delete_account]
}

/// The caller.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserInfo {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// A text for the user, in Chinese.
    #[schema(example = "操作成功")]
    pub msg: &'static str,
    /// The member; none for visitors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<User>,
    /// The caller's group.
    pub level: Level,
    /// The caller's role; empty for a visitor.
    #[schema(example = json!(["member"]))]
    pub roles: Vec<&'static str>,
    /// The caller's permissions beyond those of members.
    #[schema(value_type = Vec<String>, example = json!([]))]
    pub permissions: Permissions,
    /// Support conversations with an unread answer.
    pub unread: Count,
    /// Unread decisions about download requests.
    pub decided: Count,
}

/// A member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// The id.
    pub user_id: Id,
    /// The name as entered at registration.
    #[schema(example = "lin_xia")]
    pub user_name: String,
    /// The avatar's path below the image base.
    #[schema(example = "avatars/910000000000000001.svg")]
    pub avatar: String,
    /// The security email, mostly masked.
    #[schema(example = "l***@example.org")]
    pub email: String,
    /// When the account was created.
    pub create_time: Time,
    /// An operator has set the password: until it is changed, most calls return 403 `password_change_required`.
    #[schema(example = false)]
    pub must_change_password: bool,
}

impl From<UserRow> for User {
    fn from(row: UserRow) -> Self {
        Self {
            user_id: Id(row.id),
            user_name: row.name,
            avatar: format!("avatars/{}.svg", row.id),
            email: masked(&row.email),
            create_time: Time(row.created_at),
            must_change_password: row.must_change_password,
        }
    }
}

/// Shows the first character of the local part, and the host.
fn masked(email: &str) -> String {
    let (name, host) = email.split_once('@').unwrap_or((email, ""));
    match name.chars().next() {
        Some(first) => format!("{first}***@{host}"),
        None => String::new(),
    }
}

/// Get the current user
///
/// With group, roles and permissions. Visitors get 200 as well, without `user`.
#[utoipa::path(
    get, path = "/v2/user/getInfo", tag = "account", security((), ("bearer" = [])),
    responses((status = 200, description = "The caller", body = UserInfo)),
)]
async fn get_user_info(
    state: web::Data<AppState>,
    visitor: Visitor,
) -> Result<web::Json<UserInfo>, ApiError> {
    let (unread, decided) = match visitor.member_id() {
        Some(member) => {
            let count = move |conn: &mut Conn| {
                let decided = downloads::queries::count_unread(conn, member)?;
                Ok((count_unread(conn, member)?, decided))
            };
            state.db.query_fresh(count).await?
        }
        None => (0, 0),
    };
    let (user, level, roles, permissions) = match visitor.0 {
        Some(member) => {
            let (role, permissions) = (member.role(), member.permissions());
            let user = User::from(member.user);
            (Some(user), member.level, vec![role.as_str()], permissions)
        }
        None => (None, Level::visitor(), Vec::new(), Permissions::default()),
    };
    Ok(web::Json(UserInfo {
        code: OK,
        msg: OK_TEXT,
        user,
        level,
        roles,
        permissions,
        unread: Count(unread),
        decided: Count(decided),
    }))
}

/// Change my password
///
/// Ends the caller's other sessions. Earlier recovery codes stop working, as someone who knew the old password may have
/// created one. The response has a new code, shown only once.
#[utoipa::path(
    post, path = "/v2/user/password", tag = "account", security(("bearer" = [])), request_body = PasswordForm,
    responses(
        (status = 200, description = "The password is changed", body = Data<NewRecoveryCode>),
        (status = 422, description = "The current password is wrong, or the new ones differ", body = ErrorBody),
        (status = 429, description = "Too many attempts", body = ErrorBody),
    ),
)]
async fn change_password(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    client: Client,
    member: NewMember,
    form: Json<PasswordForm>,
) -> Result<Data<NewRecoveryCode>, ApiError> {
    let NewMember(member) = member;
    let (old, new) = form.parse()?;
    confirm_password(&state, &accounts, &client, &member.user, old).await?;
    let (permit, new) = accounts
        .hasher
        .permit(Requester::Known)?
        .check_strength(new)
        .await?;
    let hash = permit.hash(new).await?;
    let actor = Actor::signed_in(&state, &member.user);
    let (compared, now) = (member.user.password_hash, state.now());
    let code = RecoveryCode::random()?;
    let answer = NewRecoveryCode::from(&code);
    state
        .db
        .write(move |conn| {
            if !users::replace_password(conn, member.id, &compared, &hash, now)? {
                return Err(ApiError::new(ErrorKind::PasswordWrong));
            }
            users::clear_password_change(conn, member.id)?;
            sessions::end_others(conn, member.id, Some(member.session_id), now)?;
            program_keys::delete_scoped(conn, &actor, member.id)?;
            Ok(recovery::renew(conn, member.id, &code, now)?)
        })
        .await?;
    Ok(Data::new(answer))
}

/// All stored data about a member, one part per feature.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Export {
    /// When the export was made.
    pub export_time: Time,
    /// The parts by name: `account`, `sessions` and those of other features.
    #[serde(flatten)]
    #[schema(value_type = std::collections::BTreeMap<String, Value>)]
    pub parts: serde_json::Map<String, serde_json::Value>,
}

/// Export my data
///
/// All stored data about the caller, as a file.
#[utoipa::path(
    get, path = "/v2/user/export", tag = "account", security(("bearer" = [])),
    responses(
        (status = 200, description = "The data", body = Data<Export>),
        (status = 429, description = "Too many exports from this address", body = ErrorBody),
    ),
)]
async fn export_data(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    client: Client,
    member: Member,
) -> Result<HttpResponse, ApiError> {
    accounts.limits.export.admit(client.ip).await?;
    let (now, parts) = (state.now(), accounts.personal_data);
    let parts = state
        .db
        .query_fresh(move |conn| personal_data::export(parts, conn, member.id, now))
        .await?;
    let export = Export {
        export_time: Time(now),
        parts,
    };
    Ok(HttpResponse::Ok()
        .insert_header(ContentType::json())
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"yingku.json\""))
        .json(Data::new(export)))
}

/// Delete my account
///
/// Takes effect at once, cannot be undone, and frees the name. The member's data is deleted, too; of a library of more
/// than 500 works the rest, with the counters of its works, follows within minutes. Orders stay for accounting, without
/// the member.
#[utoipa::path(
    post, path = "/v2/user/delete", tag = "account", security(("bearer" = [])), request_body = DeleteAccountForm,
    responses(
        (status = 200, description = "The account is deleted", body = Done),
        (status = 422, description = "The password is wrong, or it is the last admin's account (`last_admin`)", body = ErrorBody),
        (status = 429, description = "Too many attempts", body = ErrorBody),
    ),
)]
async fn delete_account(
    state: web::Data<AppState>,
    accounts: web::Data<Accounts>,
    housekeeper: web::Data<Housekeeper>,
    client: Client,
    member: Member,
    form: Json<DeleteAccountForm>,
) -> Result<Done, ApiError> {
    let password = Password::parse(&form.password)?;
    confirm_password(&state, &accounts, &client, &member.user, password).await?;
    let (compared, now) = (member.user.password_hash, state.now());
    let parts = accounts.personal_data;
    state
        .db
        .write(move |conn| {
            require_another_admin(conn, member.id)?;
            if !users::lock_for_deletion(conn, member.id, &compared)? {
                return Err(ApiError::new(ErrorKind::PasswordWrong));
            }
            if !personal_data::erase_step(parts, conn, member.id, now, AT_ONCE)?.gone {
                users::anonymize(conn, member.id, now)?;
            }
            Ok(())
        })
        .await?;
    // Housekeeping deletes what was too much for one transaction.
    housekeeper.wake();
    Ok(Done::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_address_is_shown_with_its_name_hidden() {
        assert_eq!(masked("lin.xia@example.org"), "l***@example.org");
        assert_eq!(masked("林@example.org"), "林***@example.org");
        assert_eq!(masked(""), "");
    }
}
