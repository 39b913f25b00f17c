//! Request bodies of the operator endpoints for members.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;
use yingku_base::role::{Permission, Permissions, Role};
use yingku_base::values::Id;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::fields::{whole, whole_number};
use yingku_http_kit::reason::{OperatorReason, parse_reason};

/// Most days granted or revoked at once.
const MAX_DAYS: i64 = 3_650;
/// Most permissions a form may name.
const MAX_PERMISSIONS: usize = 32;
/// Length of an idempotency key.
const KEY_CHARS: std::ops::RangeInclusive<usize> = 16..=64;

/// A change of a member and its reason.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MemberReasonForm {
    /// Id of the member.
    pub id: Id,
    /// Increases with every change; an edit sends the one it is based on.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// The reason, for the audit log; not blank.
    #[schema(value_type = OperatorReason)]
    pub reason: String,
}

impl MemberReasonForm {
    /// The member and the reason.
    pub fn parse(&self) -> Result<(i64, String), ApiError> {
        Ok((self.id.0, parse_reason(&self.reason)?))
    }
}

/// Days of VIP for a member.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DaysForm {
    /// Id of the member.
    pub id: Id,
    /// Increases with every change; an edit sends the one it is based on.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// Days to add, or to remove when negative; not 0.
    #[schema(value_type = i32, minimum = -3650, maximum = 3650, example = 30)]
    pub days: Number,
    /// The reason, for the audit log; not blank.
    #[schema(value_type = OperatorReason)]
    pub reason: String,
    /// Idempotency key, new for each form that is filled in: a form sent twice takes effect once.
    #[schema(
        pattern = "^[A-Za-z0-9-]{16,64}$",
        example = "0198c0de-7000-7000-8000-000000000001"
    )]
    pub key: String,
}

/// A validated [`DaysForm`].
#[derive(Debug, PartialEq, Eq)]
pub struct Days {
    /// The member.
    pub member: i64,
    /// Days to grant, or to revoke when negative.
    pub days: i32,
    /// Why.
    pub reason: String,
    /// The idempotency key as stored with the grant.
    pub reference: String,
}

impl DaysForm {
    /// Validates every field.
    pub fn parse(&self) -> Result<Days, ApiError> {
        let days = whole(&self.days)
            .filter(|days| (-MAX_DAYS..=MAX_DAYS).contains(days))
            .and_then(|days| i32::try_from(days).ok())
            .ok_or_else(|| ApiError::bad_request("天数必须是-3650到3650之间的整数"))?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if !KEY_CHARS.contains(&self.key.len()) || !self.key.chars().all(is_plain) {
            return Err(ApiError::bad_request("参数key必须是16到64个字母、数字或-"));
        }
        let (member, reason) = (self.id.0, parse_reason(&self.reason)?);
        if days == 0 {
            return Err(ApiError::with_message(ErrorKind::VipDays, "天数不能为0"));
        }
        Ok(Days {
            member,
            days,
            reason,
            reference: format!("desk-{}", self.key),
        })
    }
}

/// A member's new role and permissions.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RoleForm {
    /// Id of the member.
    pub id: Id,
    /// Increases with every change; an edit sends the one it is based on.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// The role.
    pub role: Role,
    /// Permissions beyond those of the role.
    #[serde(default)]
    #[schema(max_items = 32)]
    pub permissions: Vec<Permission>,
    /// The reason, for the audit log; not blank.
    #[schema(value_type = OperatorReason)]
    pub reason: String,
}

/// A validated [`RoleForm`].
#[derive(Debug, PartialEq, Eq)]
pub struct Rights {
    /// The member.
    pub member: i64,
    /// The new role.
    pub role: Role,
    /// Permissions beyond those of the role.
    pub extra: Permissions,
    /// Why.
    pub reason: String,
}

impl RoleForm {
    /// Validates every field.
    pub fn parse(&self) -> Result<Rights, ApiError> {
        if self.permissions.len() > MAX_PERMISSIONS {
            return Err(ApiError::bad_request("参数permissions最多32项"));
        }
        let chosen: Permissions = self.permissions.iter().copied().collect();
        Ok(Rights {
            member: self.id.0,
            role: self.role,
            extra: Permissions(&chosen.0 - &Permissions::of(self.role).0),
            reason: parse_reason(&self.reason)?,
        })
    }
}

/// A generated password, shown once.
#[derive(Serialize, ToSchema)]
pub struct GeneratedPassword {
    /// To be passed on to the member; only its hash is stored.
    #[schema(min_length = 20, max_length = 20, example = "k7rxw2qmnb4tz8ycd3ph")]
    pub password: String,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn days(days: Value, key: &str) -> Result<Days, ApiError> {
        let form = json!({ "id": "910000000000000001", "version": 1, "days": days, "reason": "补偿", "key": key });
        serde_json::from_value::<DaysForm>(form).unwrap().parse()
    }

    #[test]
    fn days_have_bounds_and_the_form_has_an_idempotency_key() {
        let key = "0198c0de-7000-7000";
        for good in [1, 3_650, -1, -3_650] {
            assert_eq!(days(json!(good), key).unwrap().days, good);
        }
        for bad in [json!(0), json!(3_651), json!(-3_651), json!(1.5)] {
            assert!(days(bad.clone(), key).is_err(), "{bad}");
        }
        for bad in ["", "short", "0198c0de 7000 7000", &"x".repeat(65)] {
            assert!(days(json!(1), bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn only_permissions_beyond_the_role_are_stored() {
        let parse = |role: &str, permissions: &[&str]| {
            let form = json!({
                "id": "910000000000000001", "version": 1, "role": role, "permissions": permissions, "reason": "新同事",
            });
            let form: RoleForm = serde_json::from_value(form).ok()?;
            form.parse().ok()
        };
        let rights = parse("editor", &["audit:view", "works:edit", "audit:view"]).unwrap();
        assert_eq!(
            (rights.role, rights.extra),
            (Role::Editor, Permissions([Permission::AuditView].into()))
        );
        assert!(parse("king", &[]).is_none());
        for unknown in ["fly", "", "audit:view,works:edit"] {
            assert!(parse("editor", &[unknown]).is_none(), "{unknown:?}");
        }
        assert!(parse("editor", &["audit:view"; 32]).is_some());
        assert!(parse("editor", &["audit:view"; 33]).is_none());
    }
}
