//! Operator sign-in: session lifetime, allowed networks, temporary passwords, and what is logged.

use std::io::Write;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::{Value, json};
use yingku_base::role::Role;

use super::{assert_done, rows};
use crate::protection::LIST;
use crate::support::client::Call;
use crate::support::logging::listen;
use crate::support::member::{Member, PASSWORD};
use crate::support::{TestApp, films};

const MINUTE: i64 = 60_000;

/// The log entries of an action, latest first.
async fn entries(admin: &Member<'_>, action: &str) -> Vec<Value> {
    rows(admin, &format!("/audit?pageSize=100&action={action}")).await
}

both! {
    async fn operator_sign_ins_and_their_failures_are_audited(t: &TestApp) {
        let admin = t.operator("lin_xia", Role::Admin).await;
        t.member("wang_yu").await;
        for name in ["lin_xia", "wang_yu", "nobody-here"] {
            t.login(name, "wrong-password").await.assert_fails(422, "bad_credentials");
        }
        t.signed_in("lin_xia").await;
        t.signed_in("wang_yu").await;
        for (action, actor) in [("users.signin", "lin_xia"), ("users.signin.failed", "系统")] {
            let entries = entries(&admin, action).await;
            assert_eq!(entries.len(), 1, "{action}: {entries:?}");
            let entry = &entries[0];
            assert_eq!((&entry["targetId"], &entry["actor"]), (&json!(admin.id), &json!(actor)));
            assert_eq!(entry["after"]["network"], "127.0.0.0/24", "{entry}");
        }
    }

    async fn an_operators_session_is_shorter_than_a_members(t: &TestApp) {
        t.operator("lin_xia", Role::Support).await;
        let (mut operator, member) = (t.signed_in("lin_xia").await, t.member("wang_yu").await);
        for _ in 0..3 {
            t.clock.advance(50 * MINUTE);
            let refreshed = operator.refresh().await;
            operator.take(&refreshed);
            assert_eq!(operator.admin_get("/messages").await.status, 200);
        }
        t.clock.advance(61 * MINUTE);
        operator.refresh().await.assert_fails(403, "session_ended");
        assert_eq!(member.refresh().await.status, 200);
        // However much it is used, and for new operators too.
        let mut used = t.signed_in("lin_xia").await;
        let promoted = t.member("chen_bo").await;
        t.set_role(&promoted, Role::Editor);
        for _ in 0..14 {
            t.clock.advance(50 * MINUTE);
            let refreshed = used.refresh().await;
            used.take(&refreshed);
        }
        t.clock.advance(50 * MINUTE);
        used.refresh().await.assert_fails(403, "session_ended");
        promoted.refresh().await.assert_fails(403, "session_ended");
    }

    async fn a_password_set_by_someone_else_must_be_changed_first(t: &TestApp) {
        let admin = t.operator("lin_xia", Role::Admin).await;
        let helper = t.operator("wang_yu", Role::Support).await;
        let form = json!({ "id": helper.id, "reason": "本人要求" });
        let answer = admin.admin_edit("/members/password", &form).await;
        let password = answer.json()["data"]["password"].as_str().unwrap().to_owned();
        let mut came = helper;
        came.take(&t.login("wang_yu", &password).await);
        let required = "password_change_required";
        came.get("/user/sessions").await.assert_fails(403, required);
        came.admin_get("/messages").await.assert_fails(403, required);
        came.post("/user/like", &json!({ "status": 0, "dataId": "1" })).await.assert_fails(403, required);
        let info = came.get("/user/getInfo").await.json();
        assert_eq!(info["user"]["mustChangePassword"], true);
        let change = json!({ "oldPassword": password, "newPassword": "loud-river-28", "confirmPassword": "loud-river-28" });
        assert_eq!(came.post("/user/password", &change).await.status, 200);
        assert_eq!(came.admin_get("/messages").await.status, 200);
        let info = came.get("/user/getInfo").await.json();
        assert_eq!(info["user"]["mustChangePassword"], false);
    }

    async fn a_takedown_for_a_serious_report_is_undone_only_with_that_permission(t: &TestApp) {
        t.import(&films("censored", 2));
        let works = t.rows("/works/detail/list").await;
        let id = |at: usize| works[at]["id"].as_str().unwrap();
        let editor = t.operator("lin_xia", Role::Editor).await;
        let admin = t.operator("wang_yu", Role::Admin).await;
        let restore = |work: &str| json!({ "id": work, "reason": "核对无误" });
        // What an editor has taken down an editor restores.
        assert_done(&editor.admin_post("/works/takedown", &restore(id(0))).await);
        assert_done(&editor.admin_post("/works/restore", &restore(id(0))).await);
        let member = t.member("chen_bo").await;
        let report = json!({ "dataId": id(1), "reason": "minor" });
        assert_eq!(member.post("/report", &report).await.status, 200);
        // Taken down while the report is open: the report must be decided first.
        assert_done(&editor.admin_post("/works/takedown", &restore(id(1))).await);
        editor.admin_post("/works/restore", &restore(id(1))).await.assert_fails(422, "report_open");
        let open = rows(&admin, "/reports?status=open").await;
        let decision = json!({ "id": open[0]["id"], "decision": "takedown", "note": "属实" });
        assert_done(&admin.admin_post("/reports/decide", &decision).await);
        editor.admin_post("/works/restore", &restore(id(1))).await.assert_fails(403, "forbidden");
        assert_eq!(t.get(&format!("/works/detail/{}", id(1))).await.status, 404);
        assert_done(&admin.admin_post("/works/restore", &restore(id(1))).await);
        assert_eq!(t.get(&format!("/works/detail/{}", id(1))).await.status, 200);
    }
}

#[actix_web::test]
async fn repeated_attempts_on_a_name_leave_few_entries() {
    let t = TestApp::with(&[("LOGIN_FREE_FAILURES", "1000")]).await;
    let admin = t.operator("lin_xia", Role::Admin).await;
    for _ in 0..25 {
        t.login("lin_xia", "wrong-password").await;
    }
    assert_eq!(entries(&admin, "users.signin.failed").await.len(), 20);
}

#[actix_web::test]
async fn operators_can_be_restricted_to_networks() {
    let t = TestApp::with(&[
        ("TRUSTED_PROXIES", "127.0.0.1"),
        ("ADMIN_NETWORKS", "203.0.113.0/24, 2001:db8::/32"),
    ])
    .await;
    let admin = t.operator("lin_xia", Role::Admin).await;
    admin
        .admin_get("/messages")
        .await
        .assert_fails(403, "forbidden");
    for (ip, status) in [
        ("203.0.113.9", 200),
        ("2001:db8:7::1", 200),
        ("203.0.114.9", 403),
    ] {
        let call = Call::get("/prod-api/admin/messages").bearer(&admin.access);
        let answer = t.send(call.header("x-forwarded-for", ip)).await;
        assert_eq!(answer.status.as_u16(), status, "{ip}");
    }
    // As members they may use any network.
    assert_eq!(admin.get("/user/sessions").await.status, 200);
}

/// Captures the log.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Lines {
    /// The lines of the security log only.
    fn security(&self) -> Vec<Value> {
        let text = String::from_utf8(self.0.lock().clone()).unwrap();
        let lines = text
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines
            .filter(|line| line["target"] == "security")
            .map(|line| line["fields"].clone())
            .collect()
    }
}

#[actix_web::test]
async fn the_security_log_has_every_sign_in_event_and_no_secret() {
    let lines = Lines::default();
    let kept = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .json()
        .with_writer(move || kept.clone())
        .finish();
    let _listening = listen(subscriber);
    let t = TestApp::with(&[("CAPTCHA_PER_MINUTE", "6")]).await;
    let member = t.registered("lin_xia").await;
    t.set_role(&member, Role::Support);
    let call = |event: &str| {
        lines
            .security()
            .into_iter()
            .find(|line| line["event"] == event)
    };
    let signed_in = call("sign_in").unwrap();
    assert_eq!(signed_in["user"].to_string(), member.id);
    assert_eq!(signed_in["network"], "127.0.0.0/24");
    t.signed_in("lin_xia").await;
    assert_eq!(
        call("operator_sign_in").unwrap()["user"].to_string(),
        member.id
    );
    t.login("lin_xia", "wrong-password").await;
    assert_eq!(
        call("operator_sign_in_failed").unwrap()["user"].to_string(),
        member.id
    );
    t.login("typed-by-mistake", "wrong-password").await;
    assert_eq!(call("sign_in_failed").unwrap()["user"], Value::Null);
    member
        .admin_get("/audit")
        .await
        .assert_fails(403, "forbidden");
    assert_eq!(call("refused").unwrap()["user"].to_string(), member.id);
    let rejected = member.admin_get("/audit").await;
    let last = lines.security().pop().unwrap();
    assert_eq!(last["request"], rejected.header("x-request-id"));
    assert_eq!(signed_in["request"].as_str().map(str::len), Some(36));
    t.send(Call::get("/prod-api/v2/user/getInfo").bearer("a.b.c"))
        .await;
    t.get("/user/captcha").await;
    t.get("/user/captcha")
        .await
        .assert_fails(429, "rate_limited");
    assert_eq!(call("too_many").unwrap()["error"], "rate_limited");
    for _ in 0..300 {
        t.send(Call::get(LIST).unsigned())
            .await
            .assert_fails(401, "signature_missing");
    }
    let of_kind = |lines: Vec<Value>| {
        lines
            .into_iter()
            .filter(|line| line["event"] == "signature_failed")
            .count()
    };
    assert!((1..=100).contains(&of_kind(lines.security())));
    t.clock.advance(1_000);
    t.send(Call::get(LIST).unsigned()).await;
    assert_eq!(lines.security().last().unwrap()["left_out"], 200);
    let all = String::from_utf8(lines.0.lock().clone()).unwrap();
    for secret in [
        PASSWORD,
        "wrong-password",
        "typed-by-mistake",
        "lin_xia",
        &member.access,
    ] {
        assert!(!all.contains(secret), "{secret} is in the log");
    }
}
