//! Changes of members by operators.

use serde_json::{Value, json};
use uuid::Uuid;

use super::account::post;
use super::walk::{Walk, operation};
use crate::support::client::Call;
use crate::support::member::Member;

pub async fn walk(walk: &Walk<'_>) {
    let target = walk.t.member("lin_target").await;
    let days = operation("POST /admin/members/days").logged("users.days");
    walk.persist(days, async || {
        let key = Uuid::new_v4().to_string();
        change(walk, &target, "days", json!({ "days": 3, "key": key })).await
    })
    .await;
    let role = operation("POST /admin/members/role").logged("users.role");
    walk.persist(role, async || {
        let back =
            json!({ "id": target.id, "role": "member", "permissions": [], "reason": "试用" });
        walk.admin.admin_edit("/members/role", &back).await;
        let form = json!({ "role": "editor", "permissions": [] });
        change(walk, &target, "role", form).await
    })
    .await;
    let password = operation("POST /admin/members/password").logged("users.password");
    walk.persist(password, async || {
        let target = walk.t.member(&walk.name("forgetful")).await;
        change(walk, &target, "password", json!({})).await
    })
    .await;
    blocking(walk).await;
}

/// A form that changes a member, with the current version.
async fn change(walk: &Walk<'_>, target: &Member<'_>, what: &str, mut form: Value) -> Call {
    form["id"] = json!(target.id);
    form["reason"] = json!("本人要求");
    let path = format!("/members/{what}");
    let form = walk.admin.with_version(&path, &form).await;
    post(&walk.admin, &format!("/admin{path}"), &form)
}

async fn blocking(walk: &Walk<'_>) {
    let target = walk.t.member("lin_blocked").await;
    let form = json!({ "id": target.id, "reason": "违规" });
    let disable = operation("POST /admin/members/disable").logged("users.disable");
    walk.persist(disable, async || {
        walk.admin.admin_edit("/members/enable", &form).await;
        walk.t.signed_in("lin_blocked").await;
        change(walk, &target, "disable", json!({})).await
    })
    .await;
    let enable = operation("POST /admin/members/enable").logged("users.enable");
    walk.persist(enable, async || {
        walk.admin.admin_edit("/members/disable", &form).await;
        change(walk, &target, "enable", json!({})).await
    })
    .await;
}
