//! Every operator operation by every kind of caller: each role, a member, a visitor, and a bad token. An operation that
//! is missing here fails the test.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use yingku_base::role::Role;

use super::keys::{make_key, scopes};
use crate::support::TestApp;
use crate::support::client::Call;
use crate::support::member::Member;

/// Every operation, and the permissions of which it requires one.
const CALLS: &[(&str, &str, &str)] = &[
    ("GET", "/admin/audit", "audit:view"),
    ("GET", "/admin/dashboard", "dashboard:view"),
    ("GET", "/admin/messages", "messages:reply"),
    ("GET", "/admin/messages/{id}", "messages:reply"),
    ("POST", "/admin/messages/reply", "messages:reply"),
    ("POST", "/admin/messages/close", "messages:reply"),
    ("POST", "/admin/messages/edit", "messages:reply"),
    ("GET", "/admin/messages/templates", "messages:reply"),
    ("POST", "/admin/messages/templates", "messages:reply"),
    ("GET", "/admin/works", "works:edit"),
    ("GET", "/admin/works/{id}", "works:edit"),
    ("GET", "/admin/works/export", "works:edit"),
    ("POST", "/admin/works/create", "works:edit"),
    ("POST", "/admin/works/edit", "works:edit"),
    ("POST", "/admin/works/hide", "works:edit"),
    ("POST", "/admin/works/restore", "works:edit"),
    ("POST", "/admin/works/takedown", "works:edit"),
    ("POST", "/admin/works/bulk", "works:edit"),
    ("POST", "/admin/works/merge", "works:edit"),
    ("POST", "/admin/works/bulk/undo", "works:edit"),
    ("POST", "/admin/pictures", "works:edit or settings:edit"),
    ("GET", "/admin/terms", "terms:edit"),
    ("GET", "/admin/terms/{id}", "terms:edit"),
    ("POST", "/admin/terms/create", "terms:edit"),
    ("POST", "/admin/terms/edit", "terms:edit"),
    ("POST", "/admin/terms/merge", "terms:edit"),
    ("POST", "/admin/terms/delete", "terms:edit"),
    ("GET", "/admin/imports", "works:import"),
    ("POST", "/admin/imports", "works:import"),
    ("GET", "/admin/imports/{id}", "works:import"),
    ("POST", "/admin/imports/{id}/part", "works:import"),
    ("POST", "/admin/imports/{id}/preview", "works:import"),
    ("POST", "/admin/imports/{id}/start", "works:import"),
    ("POST", "/admin/imports/{id}/cancel", "works:import"),
    ("GET", "/admin/imports/{id}/refused", "works:import"),
    ("POST", "/admin/imports/{id}/undo", "works:import"),
    ("GET", "/admin/jobs", "works:import"),
    ("POST", "/admin/jobs", "works:import"),
    ("GET", "/admin/reports", "reports:handle"),
    ("POST", "/admin/reports/decide", "reports:handle"),
    ("POST", "/admin/reports/decisions", "reports:handle"),
    ("GET", "/admin/orders", "orders:view"),
    ("GET", "/admin/orders/sums", "orders:view"),
    ("GET", "/admin/orders/export", "orders:view"),
    ("GET", "/admin/orders/{id}", "orders:view"),
    ("POST", "/admin/orders/find", "orders:view"),
    ("POST", "/admin/orders/recheck", "orders:view"),
    ("POST", "/admin/orders/compare", "orders:view"),
    ("POST", "/admin/orders/grant", "orders:refund"),
    ("POST", "/admin/orders/grant/decide", "orders:refund"),
    ("POST", "/admin/orders/refund", "orders:refund"),
    ("GET", "/admin/plans", "plans:edit"),
    ("POST", "/admin/plans/create", "plans:edit"),
    ("POST", "/admin/plans/edit", "plans:edit"),
    ("GET", "/admin/codes", "codes:make"),
    ("GET", "/admin/codes/{batch}", "codes:make"),
    ("POST", "/admin/codes/create", "codes:make"),
    ("POST", "/admin/codes/revoke", "codes:make"),
    ("POST", "/admin/code/find", "codes:make"),
    ("POST", "/admin/code/revoke", "codes:make"),
    ("GET", "/admin/downloads", "downloads:handle"),
    ("POST", "/admin/downloads/decide", "downloads:handle"),
    ("GET", "/admin/members", "users:manage"),
    ("GET", "/admin/members/{id}", "users:manage"),
    ("POST", "/admin/members/disable", "users:manage"),
    ("POST", "/admin/members/enable", "users:manage"),
    ("POST", "/admin/members/days", "users:manage"),
    ("POST", "/admin/members/password", "users:manage"),
    ("POST", "/admin/members/role", "users:manage"),
    ("GET", "/admin/settings", "settings:view"),
    ("GET", "/admin/checklist", "settings:view"),
    ("GET", "/admin/statistics", "dashboard:view"),
    ("GET", "/admin/site", "settings:edit"),
    ("POST", "/admin/site/edit", "settings:edit"),
];

/// Every role, and its permissions.
const ROLES: [(Role, &[&str]); 5] = [
    (Role::Member, &[]),
    (
        Role::Editor,
        &["works:edit", "works:import", "terms:edit", "dashboard:view"],
    ),
    (
        Role::Support,
        &[
            "messages:reply",
            "orders:view",
            "downloads:handle",
            "reports:handle",
            "dashboard:view",
        ],
    ),
    (
        Role::Cashier,
        &[
            "orders:view",
            "orders:refund",
            "codes:make",
            "dashboard:view",
        ],
    ),
    (
        Role::Admin,
        &[
            "works:edit",
            "works:import",
            "terms:edit",
            "messages:reply",
            "orders:view",
            "orders:refund",
            "codes:make",
            "plans:edit",
            "downloads:handle",
            "users:manage",
            "reports:handle",
            "audit:view",
            "dashboard:view",
            "settings:view",
            "settings:edit",
        ],
    ),
];

fn call(method: &str, path: &str) -> Call {
    let target = format!(
        "/prod-api{}",
        path.replace("{id}", "910000000000000009")
            .replace("{batch}", "none")
    );
    if method == "POST" {
        Call::post(&target, &json!({}))
    } else {
        Call::get(&target)
    }
}

#[test]
fn every_operator_operation_is_in_the_matrix_with_its_permission() {
    let document = serde_json::to_value(yingku_server::openapi::document()).unwrap();
    let mut described = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let named = operation.get("x-permission").map(Value::to_string);
            if path.contains("/admin") || named.is_some() {
                let permission = named.unwrap_or_default().replace('"', "");
                described.insert((method.to_uppercase(), path.clone(), permission));
            }
        }
    }
    let owned = |(method, path, permission): (&str, &str, &str)| {
        (method.to_owned(), path.to_owned(), permission.to_owned())
    };
    let tried: BTreeSet<_> = CALLS.iter().copied().map(owned).collect();
    assert_eq!(tried, described, "left: the matrix, right: the contract");
}

async fn everybody(t: &TestApp) -> Vec<(Member<'_>, &'static [&'static str])> {
    let mut all = Vec::new();
    for (role, may) in ROLES {
        let name = format!("office-{}", role.as_str());
        all.push((t.operator(&name, role).await, may));
    }
    all
}

both! {
    async fn a14_each_role_may_do_exactly_what_its_permissions_allow(t: &TestApp) {
        for (operator, may) in everybody(t).await {
            let info = operator.get("/user/getInfo").await.json();
            assert_eq!(info["permissions"], json!(may), "{}", operator.name);
            for &(method, path, permission) in CALLS {
                let answer = t.send(call(method, path).bearer(&operator.access)).await;
                let shown = format!("{} {method} {path}: {}", operator.name, answer.text());
                if permission.split(" or ").any(|one| may.contains(&one)) {
                    // The target does not exist, and no field is filled in.
                    assert!([200, 400, 404, 415].contains(&answer.status.as_u16()), "{shown}");
                } else {
                    answer.assert_fails(403, "forbidden");
                    assert_eq!((&answer.json()["code"], &answer.json()["msg"]), (&json!(402), &json!("没有权限")), "{shown}");
                }
            }
        }
    }

    async fn a14_a_key_makes_no_call_about_accounts_money_or_settings(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let (_, key) = make_key(&admin, scopes()).await;
        for &(method, path, permission) in CALLS {
            let answer = t.send(call(method, path).unsigned().bearer(&key)).await;
            let shown = format!("{method} {path}: {}", answer.text());
            if permission.split(" or ").any(|one| scopes().as_array().unwrap().contains(&json!(one))) {
                assert!([200, 400, 404, 415].contains(&answer.status.as_u16()), "{shown}");
            } else {
                answer.assert_fails(403, "forbidden");
            }
        }
    }

    async fn visitors_must_log_in_and_a_bad_token_is_rejected(t: &TestApp) {
        for &(method, path, _) in CALLS {
            let visitor = t.send(call(method, path)).await;
            visitor.assert_fails(403, "login_required");
            assert_eq!(visitor.json()["code"], 403);
            let bad = t.send(call(method, path).bearer("no.such.token")).await;
            bad.assert_fails(401, "token_invalid");
            assert_eq!(bad.json()["code"], 401);
        }
    }

    async fn a_revoked_role_applies_at_once(t: &TestApp) {
        let operator = t.operator("office-admin", Role::Admin).await;
        assert_eq!(operator.admin_get("/audit").await.status, 200);
        t.set_role(&operator, Role::Member);
        operator.admin_get("/audit").await.assert_fails(403, "forbidden");
    }
}
