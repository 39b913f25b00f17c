//! Searching the audit log: entries name their subject, and can be filtered by subject and by day.

use serde_json::{Value, json};
use yingku_base::role::Role;

use super::{assert_done, rows};
use crate::support::member::Member;
use crate::support::{TestApp, film};

/// The entries that a query of the log returns, without sign-ins.
async fn entries(admin: &Member<'_>, query: &str) -> Vec<Value> {
    let mut found = rows(admin, &format!("/audit?pageSize=100&{query}")).await;
    found.retain(|row| !row["action"].as_str().unwrap().starts_with("users.signin"));
    found
}

fn targets(rows: &[Value]) -> Vec<(&str, Option<&str>)> {
    rows.iter()
        .map(|row| {
            let kind = row["targetKind"].as_str().unwrap();
            (kind, row.get("targetName").and_then(Value::as_str))
        })
        .collect()
}

both! {
    async fn entries_use_the_current_name_of_their_subject(t: &TestApp) {
        t.import(&[film("ABC-1", "山谷里的四季", json!({}))]);
        let work = t.rows("/works/detail/list").await[0]["id"].clone();
        let admin = t.operator("office-admin", Role::Admin).await;
        let member = t.member("lin-xiaoyue").await;
        let reason = json!({ "id": work, "reason": "核对" });
        assert_done(&admin.admin_post("/works/hide", &reason).await);
        let term = admin.admin_post("/terms/create", &json!({ "kind": "maker", "modId": 1, "name": "远山" })).await;
        assert_eq!(term.status, 200, "{}", term.text());
        assert_done(&admin.admin_edit("/members/disable", &json!({ "id": member.id, "reason": "核对" })).await);
        let all = entries(&admin, "").await;
        assert_eq!(targets(&all), [("user", Some("lin-xiaoyue")), ("term", Some("远山")), ("work", Some("ABC-1 山谷里的四季"))]);
        assert_eq!(targets(&entries(&admin, "targetKind=term").await).len(), 1);
        let id = work.as_str().unwrap();
        let about = entries(&admin, &format!("targetKind=work&targetId={id}")).await;
        assert_eq!((about.len(), &about[0]["targetId"]), (1, &work));
        assert!(entries(&admin, &format!("targetKind=user&targetId={id}")).await.is_empty());
    }

    async fn the_log_can_be_filtered_by_days_in_shanghai(t: &TestApp) {
        t.import(&[film("ABC-1", "山谷里的四季", json!({}))]);
        let work = t.rows("/works/detail/list").await[0]["id"].clone();
        let admin = t.operator("office-admin", Role::Admin).await;
        let reason = json!({ "id": work, "reason": "核对" });
        // 22:13:20, and an hour and 47 minutes later, which is the next day.
        assert_done(&admin.admin_post("/works/hide", &reason).await);
        t.clock.advance(6_400_000);
        let admin = t.signed_in("office-admin").await;
        assert_done(&admin.admin_post("/works/restore", &reason).await);
        for (days, actions) in [
            ("from=2026-09-21&to=2026-09-21", &["works.hide"][..]),
            ("from=2026-09-22", &["works.restore"]),
            ("to=2026-09-22", &["works.restore", "works.hide"]),
            ("to=2026-09-20", &[]),
        ] {
            let found = entries(&admin, days).await;
            let found: Vec<_> = found.iter().map(|row| row["action"].as_str().unwrap()).collect();
            assert_eq!(found, actions, "{days}");
        }
        for bad in ["from=2026-02-30", "to=x", "from=", "targetKind=cat", "targetId="] {
            admin.admin_get(&format!("/audit?{bad}")).await.assert_fails(400, "bad_request");
        }
    }
}
