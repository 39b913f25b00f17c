//! The site's name, announcement and footer.

use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_base::role::Role;

use super::{assert_done, rows};
use crate::support::TestApp;
use crate::support::client::Call;

async fn config(t: &TestApp) -> Value {
    t.get("/app/config").await.json()["data"].clone()
}

both! {
    async fn the_words_of_a_site_are_changed_while_it_runs(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let first = admin.admin_get("/site").await.json()["data"].clone();
        assert_eq!(first, json!({ "name": "映库", "announcement": "", "footer": "", "version": 0 }));
        let form = json!({ "version": 0, "name": " 山谷 <影库> ", "announcement": "周日维护", "footer": "仅供成年人访问。" });
        assert_done(&admin.admin_post("/site/edit", &form).await);
        let shown = config(t).await;
        assert_eq!((&shown["siteName"], &shown["announcement"], &shown["footer"]), (&json!("山谷 <影库>"), &json!("周日维护"), &json!("仅供成年人访问。")));
        let page = t.send_plain(Call::get("/index")).await.text();
        assert!(page.contains("<title>山谷 &lt;影库&gt;</title>"), "{page}");
        assert!(page.contains("山谷 \\u003c影库>"), "{page}");
        let feed = t.send_plain(Call::get("/feeds/works.atom")).await.text();
        assert!(feed.contains("<title>山谷 &lt;影库"), "{feed}");
        assert_done(&admin.admin_post("/site/edit", &json!({ "version": 1, "announcement": "" })).await);
        let stored = admin.admin_get("/site").await.json()["data"].clone();
        assert_eq!((&stored["name"], &stored["announcement"], &stored["version"]), (&json!("山谷 <影库>"), &json!(""), &json!(2)));
        // Repeating it changes nothing.
        assert_done(&admin.admin_post("/site/edit", &json!({ "version": 2, "announcement": " " })).await);
        let log = rows(&admin, "/audit").await;
        assert_eq!(log.len(), 2);
        assert_eq!((&log[0]["action"], &log[0]["before"], &log[0]["after"]), (&json!("site.edit"), &json!({ "announcement": "周日维护" }), &json!({ "announcement": "" })));
        assert_eq!(log[1]["before"], json!({ "siteName": "映库", "announcement": "", "footer": "" }));
    }

    async fn another_instance_shows_a_change(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        assert_done(&admin.admin_post("/site/edit", &json!({ "version": 0, "name": "山谷" })).await);
        // What this instance shows came from memory; the worker reads what others would read.
        t.app.site.show(yingku_catalogue::pages::site::SiteTexts::default());
        t.app.site.catch_up_now();
        assert_eq!(config(t).await["siteName"], json!("山谷"));
    }

    async fn a_stale_change_is_rejected(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let forms = (0..6).map(|at| json!({ "version": 0, "name": format!("影库{at}") })).collect::<Vec<_>>();
        let answers = join_all(forms.iter().map(|form| admin.admin_post("/site/edit", form))).await;
        let done = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(done, 1);
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.assert_fails(409, "edit_conflict");
        }
        admin.admin_post("/site/edit", &json!({ "version": 0, "footer": "晚了" })).await.assert_fails(409, "edit_conflict");
        assert_eq!(rows(&admin, "/audit").await.len(), 1);
    }

    async fn invalid_words_are_rejected(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        for (field, bad) in [
            ("name", json!("")), ("name", json!("  ")), ("name", json!("长".repeat(13))), ("name", json!("a\0")), ("name", json!(7)), ("announcement", json!("长".repeat(201))),
            ("footer", json!("长".repeat(121))), ("footer", json!("\0")), ("version", json!("0")), ("version", json!(0.5)), ("version", Value::Null),
        ] {
            let mut form = json!({ "version": 0 });
            form[field] = bad;
            admin.admin_post("/site/edit", &form).await.assert_fails(400, "bad_request");
        }
        assert_eq!(config(t).await["siteName"], json!("映库"));
    }
}
