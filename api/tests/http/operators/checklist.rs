//! The checklist of a new site.

use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_db::DbError;
use yingku_server::last_backup::LastBackup;

use super::assert_done;
use crate::support::client::Call;
use crate::support::member::Member;
use crate::support::{TestApp, films};

async fn checklist(operator: &Member<'_>) -> Value {
    let answer = operator.admin_get("/checklist").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["data"].clone()
}

/// A point's state and detail.
fn point(list: &Value, id: &str) -> (String, String) {
    let items = list["items"].as_array().unwrap();
    let item = items.iter().find(|item| item["id"] == id).unwrap();
    let text = |field: &str| item[field].as_str().unwrap_or_default().to_owned();
    (text("state"), text("detail"))
}

fn is(state: &str, detail: &str) -> (String, String) {
    (state.to_owned(), detail.to_owned())
}

both! {
    async fn a_new_site_is_told_what_to_do(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let list = checklist(&admin).await;
        assert_eq!(list["dismissed"], 0);
        assert_eq!(point(&list, "proxy"), is("todo", ""));
        assert_eq!(point(&list, "payment"), is("todo", "sandbox"));
        assert_eq!(point(&list, "backup"), is("todo", ""));
        assert_eq!(point(&list, "notices"), is("advised", ""));
        assert_eq!(point(&list, "name"), is("advised", "映库"));
        assert_eq!(point(&list, "demo"), is("done", ""));
        assert_eq!(point(&list, "works"), is("todo", ""));
        assert_eq!(point(&list, "film"), is("advised", ""));
        let mut films = films("censored", 1);
        films[0]["isOnline"] = json!(1);
        t.import(&films);
        let form = json!({ "version": 0, "name": "山谷" });
        assert_done(&admin.admin_post("/site/edit", &form).await);
        let made = LastBackup {
            made_at: t.app.state.now() - 60,
            complete: true,
            ..LastBackup::default()
        };
        let stored = t.app.state.db.write_now::<_, DbError, _>(|conn| {
            yingku_catalogue::demo_fills::record(conn, 120, 7)?;
            Ok(made.save(conn)?)
        });
        stored.unwrap();
        let list = checklist(&admin).await;
        assert_eq!(point(&list, "backup"), is("done", "2026-09-21 22:12:20"));
        assert_eq!(point(&list, "name"), is("done", "山谷"));
        assert_eq!(point(&list, "demo"), is("todo", "120"));
        assert_eq!(point(&list, "film"), is("done", ""));
        // The one work is fewer than the generated ones.
        assert_eq!(point(&list, "works"), is("todo", ""));
        t.clock.advance(3 * 86_400_000);
        let admin = t.signed_in("office-admin").await;
        assert_eq!(point(&checklist(&admin).await, "backup"), is("todo", "2026-09-21 22:12:20"));
    }
}

#[actix_web::test]
async fn a_proxy_that_is_not_trusted_is_noticed() {
    for (proxies, expected) in [
        ("", is("todo", "127.0.0.1")),
        ("10.0.0.7", is("todo", "127.0.0.1")),
        ("127.0.0.1", is("done", "")),
    ] {
        let t = TestApp::with(&[("TRUSTED_PROXIES", proxies)]).await;
        let admin = t.operator("office-admin", Role::Admin).await;
        let through = Call::get("/prod-api/v2/app/config").unsigned();
        let through = through.header("x-forwarded-for", "203.0.113.9");
        assert_eq!(t.send(through).await.status, 200);
        let seen = point(&checklist(&admin).await, "proxy");
        assert_eq!(seen, expected, "{proxies}");
    }
}

#[actix_web::test]
async fn a_dismissed_checklist_comes_back_when_something_has_to_be_done() {
    let settings = [
        ("TRUSTED_PROXIES", "127.0.0.1"),
        ("PUBLIC_URL", "https://films.example"),
        ("PAY_MODE", "off"),
    ];
    let t = TestApp::with(&settings).await;
    let admin = t.operator("office-admin", Role::Admin).await;
    let form = json!({ "version": 0, "checklistDismissed": true });
    assert_done(&admin.admin_post("/site/edit", &form).await);
    assert_eq!(checklist(&admin).await["dismissed"], 0);
    t.import(&films("censored", 1));
    let (made_at, complete) = (t.app.state.now(), true);
    let made = LastBackup {
        made_at,
        complete,
        ..LastBackup::default()
    };
    let db = &t.app.state.db;
    db.write_now::<_, DbError, _>(|conn| Ok(made.save(conn)?))
        .unwrap();
    let list = checklist(&admin).await;
    let open: Vec<&Value> = list["items"].as_array().unwrap().iter().collect();
    // A machine that runs the tests may be nearly full.
    let is_ready = open.iter().all(|item| item["state"] != "todo");
    assert!(is_ready || point(&list, "disk").0 == "todo", "{list}");
    assert_eq!(list["dismissed"], i32::from(is_ready));
    let form = json!({ "version": 1, "checklistDismissed": false });
    assert_done(&admin.admin_post("/site/edit", &form).await);
    assert_eq!(checklist(&admin).await["dismissed"], 0);
}
