//! Finding, viewing and changing members.

use serde_json::{Value, json};
use yingku_base::role::Role;

use super::{assert_done, rows};
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::member::{Member, PASSWORD};

const KEY: &str = "0198c0de-7000-7000-8000-000000000001";

fn of(member: &Member<'_>) -> Value {
    json!({ "id": member.id, "reason": "多次违规" })
}

fn days(member: &Member<'_>, days: i32, key: &str) -> Value {
    json!({ "id": member.id, "days": days, "reason": "补偿", "key": key })
}

fn role(member: &Member<'_>, role: &str, permissions: &[&str]) -> Value {
    json!({ "id": member.id, "role": role, "permissions": permissions, "reason": "新同事" })
}

async fn names(admin: &Member<'_>, query: &str) -> Vec<String> {
    let rows = rows(admin, &format!("/members?{query}")).await;
    rows.iter()
        .map(|row| row["userName"].as_str().unwrap().to_owned())
        .collect()
}

async fn sheet(admin: &Member<'_>, member: &Member<'_>) -> Value {
    let answer = admin.admin_get(&format!("/members/{}", member.id)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["data"].clone()
}

async fn admin(t: &TestApp) -> Member<'_> {
    t.operator("office-admin", Role::Admin).await
}

#[track_caller]
fn rejected(answer: &Answer, word: &str) {
    answer.assert_fails(422, word);
}

both! {
    async fn members_are_found_by_name_prefix_or_whole_email(t: &TestApp) {
        let admin = admin(t).await;
        let first = t.member("lin_xiaoyue").await;
        t.clock.advance(1_000);
        t.member("linAxiaoyu").await;
        t.member("林晓月的小号").await;
        t.make_vip(&first, 30);
        assert_eq!(names(&admin, "").await, ["林晓月的小号", "linAxiaoyu", "lin_xiaoyue", "office-admin"]);
        assert_eq!(names(&admin, "keyword=LIN").await, ["linAxiaoyu", "lin_xiaoyue"]);
        // Wildcards are escaped, and only prefixes match.
        assert_eq!(names(&admin, "keyword=lin_").await, ["lin_xiaoyue"]);
        assert_eq!(names(&admin, "keyword=xiao").await, [""; 0]);
        assert_eq!(names(&admin, "keyword=%E6%9E%97").await, ["林晓月的小号"]);
        assert_eq!(names(&admin, "keyword=SOMEBODY%40example.org").await.len(), 4);
        assert_eq!(names(&admin, "keyword=somebody%40example").await, [""; 0]);
        assert_eq!(names(&admin, "role=admin").await, ["office-admin"]);
        assert_eq!(names(&admin, "vip=1").await, ["lin_xiaoyue"]);
        assert_eq!(names(&admin, "vip=0&role=member").await, ["林晓月的小号", "linAxiaoyu"]);
        assert_eq!(names(&admin, "pageSize=1&pageNum=2").await, ["linAxiaoyu"]);
        admin.admin_edit("/members/disable", &of(&first)).await;
        assert_eq!(names(&admin, "disabled=1").await, ["lin_xiaoyue"]);
        assert_eq!(names(&admin, "disabled=0&keyword=lin").await, ["linAxiaoyu"]);
        let found = &rows(&admin, "/members?disabled=1").await[0];
        assert_eq!(found, &json!({
            "id": first.id, "userName": "lin_xiaoyue", "level": 2, "vipUntil": "2026-10-21 22:13:21", "role": "member",
            "disabled": 1, "createTime": "2026-09-21 22:13:20",
        }));
        for bad in ["keyword=%20", "role=king", "disabled=2", "vip=yes", "pageNum=0"] {
            admin.admin_get(&format!("/members?{bad}")).await.assert_fails(400, "bad_request");
        }
    }

    async fn a_disabled_member_is_signed_out_at_once_and_cannot_sign_in(t: &TestApp) {
        let (admin, member) = (admin(t).await, t.member("lin_xiaoyue").await);
        for _ in 0..2 {
            assert_done(&admin.admin_edit("/members/disable", &of(&member)).await);
        }
        member.get("/user/getInfo").await.assert_fails(401, "token_invalid");
        member.refresh().await.assert_fails(403, "session_ended");
        t.login("lin_xiaoyue", PASSWORD).await.assert_fails(403, "account_disabled");
        let seen = sheet(&admin, &member).await;
        assert_eq!((&seen["disabled"], &seen["sessions"]), (&json!(1), &json!([])));
        for _ in 0..2 {
            assert_done(&admin.admin_edit("/members/enable", &of(&member)).await);
        }
        t.signed_in("lin_xiaoyue").await;
        let entries = rows(&admin, "/audit").await;
        let seen: Vec<_> = entries.iter().map(|row| (&row["action"], &row["before"], &row["after"])).collect();
        let (on, off) = (json!({ "disabled": false }), json!({ "disabled": true }));
        assert_eq!(seen, [(&json!("users.enable"), &off, &on), (&json!("users.disable"), &on, &off)]);
        assert_eq!((&entries[1]["targetId"], &entries[1]["reason"]), (&json!(member.id), &json!("多次违规")));
    }

    async fn days_are_granted_and_revoked_once_per_form(t: &TestApp) {
        let (admin, member) = (admin(t).await, t.member("lin_xiaoyue").await);
        rejected(&admin.admin_edit("/members/days", &days(&member, -1, KEY)).await, "vip_days");
        for _ in 0..2 {
            assert_done(&admin.admin_edit("/members/days", &days(&member, 30, KEY)).await);
        }
        assert_eq!(sheet(&admin, &member).await["vipUntil"], "2026-10-21 22:13:20");
        for other in [days(&member, 31, KEY), days(&admin, 30, KEY)] {
            admin.admin_edit("/members/days", &other).await.assert_fails(409, "form_reused");
        }
        assert_done(&admin.admin_edit("/members/days", &days(&member, -10, "another-key-of-a-form")).await);
        assert_eq!(sheet(&admin, &member).await["vipUntil"], "2026-10-11 22:13:20");
        assert_done(&admin.admin_edit("/members/days", &days(&member, -3650, "a-third-key-of-a-form")).await);
        let seen = sheet(&admin, &member).await;
        assert_eq!((&seen["level"], &seen["vipUntil"]), (&json!(1), &json!("")));
        let given: Vec<_> = seen["grants"].as_array().unwrap().iter().map(|row| row["days"].as_i64().unwrap()).collect();
        assert_eq!(given, [-3650, -10, 30]);
        let entries = seen["audit"].as_array().unwrap();
        assert_eq!(entries.len(), 3);
        assert_eq!((&entries[2]["action"], &entries[2]["reason"]), (&json!("users.days"), &json!("补偿")));
        assert_eq!((&entries[1]["before"], &entries[1]["after"]), (
            &json!({ "vipUntil": "2026-10-21 22:13:20" }),
            &json!({ "days": -10, "vipUntil": "2026-10-11 22:13:20" }),
        ));
        // Ten times ten years is the maximum.
        for number in 0..10 {
            let form = days(&member, 3650, &format!("key-number-{number:08}"));
            assert_done(&admin.admin_edit("/members/days", &form).await);
        }
        rejected(&admin.admin_edit("/members/days", &days(&member, 1, "one-day-more-than-that")).await, "vip_days");
    }

    async fn a_reset_password_is_shown_once_and_ends_every_session(t: &TestApp) {
        let (admin, member) = (admin(t).await, t.member("lin_xiaoyue").await);
        let answer = admin.admin_edit("/members/password", &of(&member)).await;
        assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
        let password = answer.json()["data"]["password"].as_str().unwrap().to_owned();
        assert_eq!(password.len(), 20);
        member.get("/user/getInfo").await.assert_fails(401, "token_invalid");
        t.login("lin_xiaoyue", PASSWORD).await.assert_fails(422, "bad_credentials");
        assert_eq!(t.login("lin_xiaoyue", &password).await.status, 200);
        let log = admin.admin_get("/audit").await;
        assert!(!log.text().contains(&password) && !log.text().contains("argon2"), "{}", log.text());
        assert_eq!(log.json()["rows"][0]["after"], json!({ "sessionsEnded": 1 }));
    }

    async fn only_admins_appoint_operators(t: &TestApp) {
        let (admin, member) = (admin(t).await, t.member("lin_xiaoyue").await);
        for _ in 0..2 {
            let form = role(&member, "support", &["users:manage", "orders:view"]);
            assert_done(&admin.admin_edit("/members/role", &form).await);
        }
        let seen = sheet(&admin, &member).await;
        assert_eq!((&seen["role"], &seen["permissions"], seen["audit"].as_array().unwrap().len()), (
            &json!("support"), &json!(["users:manage"]), 1,
        ));
        // A member manager who is no admin can neither change operators nor appoint any.
        let other = t.member("wang_yuanshan").await;
        assert_done(&member.admin_edit("/members/disable", &of(&other)).await);
        assert_done(&member.admin_edit("/members/enable", &of(&other)).await);
        for (call, form) in [
            ("role", role(&other, "editor", &[])), ("role", role(&member, "admin", &[])), ("disable", of(&admin)),
            ("password", of(&admin)), ("days", days(&member, 30, KEY)), ("enable", of(&admin)),
        ] {
            let answer = member.admin_edit(&format!("/members/{call}"), &form).await;
            assert!([403, 422].contains(&answer.status.as_u16()), "{call}: {}", answer.text());
            assert_ne!(answer.json()["code"], 403, "no login dialog");
        }
        // Nobody changes their own permissions, disables themselves or bypasses their own password.
        for (call, form) in [("role", role(&admin, "member", &[])), ("disable", of(&admin)), ("password", of(&admin))] {
            rejected(&admin.admin_edit(&format!("/members/{call}"), &form).await, "own_account");
        }
        for bad in [role(&other, "king", &[]), role(&other, "editor", &["fly"])] {
            admin.admin_edit("/members/role", &bad).await.assert_fails(400, "bad_request");
        }
        // The last admin stays one.
        admin.post("/user/delete", &json!({ "password": PASSWORD })).await.assert_fails(422, "last_admin");
        t.operator("second-admin", Role::Admin).await;
        assert_eq!(admin.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
    }

    async fn the_member_detail_is_complete_and_has_no_secret(t: &TestApp) {
        let (admin, member) = (admin(t).await, t.member("lin_xiaoyue").await);
        let question = member.post("/message", &json!({ "message": "有没有高清版本？" })).await.json();
        let plan = t.rows("/app/vip/list?kind=time").await[0]["id"].clone();
        let order = member.post("/orders/submit", &json!({ "groupId": plan, "payChannel": "alipay" })).await;
        assert!(order.status == 200 || order.status == 503, "the sandbox does not listen: {}", order.text());
        let answer = admin.admin_get(&format!("/members/{}", member.id)).await;
        for secret in ["argon2", member.refresh.as_str(), member.access.as_str(), PASSWORD] {
            assert!(!answer.text().contains(secret), "{secret}");
        }
        let seen = &answer.json()["data"];
        assert_eq!((&seen["email"], &seen["messages"][0]["id"]), (&json!("somebody@example.org"), &question["data"]["id"]));
        let session = &seen["sessions"][0];
        assert!(session["network"].as_str().unwrap().contains('/'), "{session}");
        let order = &seen["orders"][0];
        assert_eq!((&order["payChannel"], &order["status"]), (&json!("alipay"), &json!(0)));
        assert_eq!(order["orderId"].as_str().unwrap().len(), 24);
        for nobody in ["910000000000000009", "x", "0"] {
            admin.admin_get(&format!("/members/{nobody}")).await.assert_fails(404, "not_found");
        }
        for call in ["disable", "enable", "password"] {
            let form = json!({ "id": "910000000000000009", "reason": "没有此人" });
            admin.admin_edit(&format!("/members/{call}"), &form).await.assert_fails(404, "not_found");
            let silent = json!({ "id": member.id, "reason": " " });
            admin.admin_edit(&format!("/members/{call}"), &silent).await.assert_fails(400, "bad_request");
        }
        for (call, mut form) in [("days", days(&member, 1, KEY)), ("role", role(&member, "editor", &[]))] {
            form["id"] = json!("910000000000000009");
            admin.admin_edit(&format!("/members/{call}"), &form).await.assert_fails(404, "not_found");
        }
    }
}
