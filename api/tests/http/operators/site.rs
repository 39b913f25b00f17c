//! The site's name, announcement and footer.

use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_base::role::Role;

use yingku_commerce::pay::gateway::PayChannel;
use yingku_db::schema::settings;

use super::pictures::{PNG, upload};
use super::{assert_done, rows};
use crate::pay::{MONTH, notify, paid, submit};
use crate::support::client::Call;
use crate::support::{TestApp, whole_film};

/// Stores the texts as another instance, or another version, would.
fn store(t: &TestApp, texts: &str) {
    let row = || settings::table.find("site_texts");
    t.app
        .state
        .db
        .execute_now(|conn| {
            diesel::update(row())
                .set(settings::value.eq(texts))
                .execute(conn)
        })
        .unwrap();
}

async fn config(t: &TestApp) -> Value {
    t.get("/app/config").await.json()["data"].clone()
}

both! {
    async fn the_words_of_a_site_are_changed_while_it_runs(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let first = admin.admin_get("/site").await.json()["data"].clone();
        assert_eq!(first, json!({ "name": "映库", "logo": "", "announcement": "", "footer": "", "planNotice": "", "visitorCopies": 3, "memberCopies": 100, "questions": 50, "closedChannels": [], "blockedWords": [], "version": 0 }));
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

    async fn a_logo_is_an_uploaded_picture(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let path = upload(t, &admin, PNG).await.json()["data"]["path"].clone();
        assert_done(&admin.admin_post("/site/edit", &json!({ "version": 0, "logo": path })).await);
        assert_eq!(config(t).await["logo"], path);
        let served = t.send_plain(Call::get(&format!("/media/{}", path.as_str().unwrap()))).await;
        assert_eq!((served.status.as_u16(), served.header("content-type")), (200, "image/png"));
        assert_done(&admin.admin_post("/site/edit", &json!({ "version": 1, "logo": "" })).await);
        assert_eq!(config(t).await["logo"], json!(""));
        let log = rows(&admin, "/audit").await;
        let of_site: Vec<_> = log.iter().filter(|entry| entry["action"] == "site.edit").map(|entry| entry["after"].clone()).collect();
        assert_eq!(of_site, [json!({ "logo": "" }), json!({ "logo": path })]);
    }

    async fn the_installed_site_has_the_name_and_the_logo(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let get = async |path: &str| t.send_plain(Call::get(path)).await;
        let manifest = async || get("/manifest.webmanifest").await;
        let before = manifest().await;
        assert_eq!((before.header("content-type"), before.header("cache-control")), ("application/manifest+json", "no-cache"));
        assert_eq!((&before.json()["name"], &before.json()["icons"][0]["src"]), (&json!("映库"), &json!("/icons/icon-192.png")));
        get("/icons/site-192.png").await.assert_fails(404, "not_found");
        assert_done(&admin.admin_post("/site/edit", &json!({ "version": 0, "name": "山谷影库" })).await);
        let named = manifest().await.json();
        assert_eq!((&named["name"], &named["short_name"], &named["start_url"]), (&json!("山谷影库"), &json!("山谷影库"), &json!("/index")));
        assert_eq!(named["icons"], before.json()["icons"]);
        let again = Call::get("/manifest.webmanifest").header("if-none-match", before.header("etag"));
        assert_eq!(t.send_plain(again).await.status, 200);
        let again = Call::get("/manifest.webmanifest").header("if-none-match", manifest().await.header("etag"));
        assert_eq!(t.send_plain(again).await.status, 304);

        let mut wide = std::io::Cursor::new(Vec::new());
        image::RgbImage::from_pixel(300, 100, image::Rgb([200, 0, 0])).write_to(&mut wide, image::ImageFormat::Png).unwrap();
        let path = upload(t, &admin, &wide.into_inner()).await.json()["data"]["path"].clone();
        assert_done(&admin.admin_post("/site/edit", &json!({ "version": 1, "logo": path })).await);
        let icons = manifest().await.json()["icons"].clone();
        for icon in icons.as_array().unwrap() {
            let drawn = get(icon["src"].as_str().unwrap()).await;
            assert_eq!((drawn.status.as_u16(), drawn.header("content-type")), (200, "image/png"));
            let size = imagesize::blob_size(&drawn.body).unwrap();
            assert_eq!(icon["sizes"], json!(format!("{}x{}", size.width, size.height)));
        }
        let page = get("/index").await.text();
        for (rel, name) in [("icon", "site-192"), ("apple-touch-icon", "site-180")] {
            let (_, rest) = page.split_once(&format!("<link rel=\"{rel}\" href=\"")).unwrap();
            let (address, _) = rest.split_once('"').unwrap();
            assert!(address.starts_with(&format!("/icons/{name}.png?v=")), "{address}");
            assert_eq!(get(address).await.status, 200, "{address}");
        }
        // The logo has its room before it is loaded.
        assert!(page.contains("\"logoShape\":\"300 / 100\""), "{page}");
        assert!(!page.contains("/favicon.svg"), "{page}");
    }

    async fn the_settings_permission_allows_the_upload_of_a_logo_and_no_edit_of_works(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let other = t.member("lin-xiaoyue").await;
        upload(t, &other, PNG).await.assert_fails(403, "forbidden");
        let form = json!({ "id": other.id, "role": "member", "permissions": ["settings:edit"], "reason": "新同事" });
        assert_done(&admin.admin_edit("/members/role", &form).await);
        let uploaded = upload(t, &other, PNG).await;
        assert_eq!(uploaded.status, 200, "{}", uploaded.text());
        let path = uploaded.json()["data"]["path"].clone();
        assert_done(&other.admin_post("/site/edit", &json!({ "version": 0, "logo": path })).await);
        assert_eq!(config(t).await["logo"], path);
        other.admin_get("/works").await.assert_fails(403, "forbidden");
    }

    async fn another_instance_shows_a_change(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        assert_done(&admin.admin_post("/site/edit", &json!({ "version": 0, "name": "山谷" })).await);
        store(t, &json!({ "name": "海岸", "version": 2 }).to_string());
        t.app.site.catch_up_now();
        assert_eq!(config(t).await["siteName"], json!("海岸"));
        // An earlier read, such as a replica's, changes nothing back.
        store(t, &json!({ "name": "山谷", "version": 1 }).to_string());
        t.app.site.catch_up_now();
        assert_eq!(config(t).await["siteName"], json!("海岸"));
    }

    async fn texts_that_cannot_be_read_stay_and_are_not_overwritten(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        assert_done(&admin.admin_post("/site/edit", &json!({ "version": 0, "closedChannels": ["weixin"] })).await);
        let unreadable = json!({ "closedChannels": 7, "closed_channels": 7, "version": 2 }).to_string();
        store(t, &unreadable);
        t.app.site.catch_up_now();
        assert_eq!(config(t).await["payChannels"], json!(["alipay"]));
        for version in 0..3 {
            let answer = admin.admin_post("/site/edit", &json!({ "version": version, "name": "山谷" })).await;
            assert_eq!(answer.status, 500, "{}", answer.text());
        }
        assert_eq!(admin.admin_get("/site").await.status, 500);
        let kept: String = t.app.state.db.query_now(|conn| settings::table.find("site_texts").select(settings::value).first(conn)).unwrap();
        assert_eq!(kept, unreadable);
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
            ("planNotice", json!("长".repeat(201))), ("visitorCopies", json!(-1)), ("memberCopies", json!(10_001)), ("questions", json!(0)), ("questions", json!("5")),
            ("closedChannels", json!(["card"])), ("blockedWords", json!(["长".repeat(33)])), ("blockedWords", json!((0..201).map(|at| at.to_string()).collect::<Vec<_>>())),
            // One thing too often is too much as well.
            ("closedChannels", json!(vec!["weixin"; 3])), ("blockedWords", json!(vec!["广告"; 201])),
            ("logo", json!("uploads/a.png")), ("logo", json!("https://pictures.example/a.png")), ("logo", json!(7)), ("footer", json!("长".repeat(121))), ("footer", json!("\0")), ("version", json!("0")), ("version", json!(0.5)), ("version", Value::Null),
        ] {
            let mut form = json!({ "version": 0 });
            form[field] = bad;
            admin.admin_post("/site/edit", &form).await.assert_fails(400, "bad_request");
        }
        assert_eq!(config(t).await["siteName"], json!("映库"));
    }

    async fn limits_apply_from_the_next_call(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let member = t.member("lin-xiaoyue").await;
        t.import(&[whole_film("ABC-1", 6)]);
        let links = t.rows("/dht/list?keyword=ABC-1").await;
        let copy = |at: usize| json!({ "id": links[at]["id"] });
        assert_done(&admin.admin_post("/site/edit", &json!({ "version": 0, "visitorCopies": 1, "memberCopies": 2, "questions": 1 })).await);
        assert_eq!(t.post("/dht/copy", &copy(0)).await.status, 200);
        t.post("/dht/copy", &copy(1)).await.assert_fails(422, "copy_login");
        let copied = member.post("/dht/copy", &copy(0)).await.json()["data"].clone();
        assert_eq!((&copied["limit"], &copied["used"]), (&json!(2), &json!(1)), "{copied}");
        assert_eq!(member.post("/dht/copy", &copy(1)).await.status, 200);
        let refused = member.post("/dht/copy", &copy(2)).await;
        refused.assert_fails(422, "copy_vip");
        assert!(refused.text().contains("每日最多复制2次"), "{}", refused.text());
        assert_eq!(member.post("/message", &json!({ "message": "第一个" })).await.status, 200);
        let second = member.post("/message", &json!({ "message": "第二个" })).await;
        second.assert_fails(422, "too_many_messages");
        assert!(second.text().contains("每天最多提交1个问题"), "{}", second.text());
        // Midnight in Shanghai is two hours away.
        t.clock.advance(2 * 3_600_000);
        let member = t.signed_in("lin-xiaoyue").await;
        assert_eq!(member.post("/message", &json!({ "message": "第二个" })).await.status, 200);
        let log = rows(&t.signed_in("office-admin").await, "/audit?action=site.edit").await;
        assert_eq!((&log[0]["before"], &log[0]["after"]), (&json!({ "visitorCopies": 3, "memberCopies": 100, "questions": 50 }), &json!({ "visitorCopies": 1, "memberCopies": 2, "questions": 1 })));
    }

    async fn a_closed_channel_takes_no_new_orders_but_payments_of_older_ones(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let member = t.member("lin-xiaoyue").await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        assert_eq!(config(t).await["payChannels"], json!(["alipay", "weixin"]));
        let form = json!({ "version": 0, "closedChannels": ["alipay"], "planNotice": "支付宝维护中" });
        assert_done(&admin.admin_post("/site/edit", &form).await);
        let shown = config(t).await;
        assert_eq!((&shown["payChannels"], &shown["planNotice"]), (&json!(["weixin"]), &json!("支付宝维护中")));
        let form = json!({ "appId": "yingku", "groupId": MONTH, "payChannel": "alipay", "scene": "phone" });
        member.post("/orders/submit", &form).await.assert_fails(422, "pay_channel_off");
        notify(t, &paid(PayChannel::Alipay, &order, 3_000, "2026092122001")).await;
        let paid = rows(&admin, "/orders?status=1").await;
        assert_eq!(paid.len(), 1);
        assert_done(&admin.admin_post("/site/edit", &json!({ "version": 1, "closedChannels": [] })).await);
        assert_eq!(config(t).await["payChannels"], json!(["alipay", "weixin"]));
    }

    async fn blocked_words_are_refused_in_messages_in_any_case(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let member = t.member("lin-xiaoyue").await;
        assert_eq!(member.post("/message", &json!({ "message": "Ads 广告" })).await.status, 200);
        let form = json!({ "version": 0, "blockedWords": [" ADS ", "加微信", "ads", ""] });
        assert_done(&admin.admin_post("/site/edit", &form).await);
        assert_eq!(admin.admin_get("/site").await.json()["data"]["blockedWords"], json!(["ads", "加微信"]));
        for text in ["buy aDs here", "请加微信"] {
            member.post("/message", &json!({ "message": text })).await.assert_fails(400, "bad_request");
        }
        let first = member.get("/message/list").await.json()["rows"][0]["id"].clone();
        let form = json!({ "messageId": first, "message": "ads" });
        member.post("/message/data", &form).await.assert_fails(400, "bad_request");
        let form = json!({ "messageId": first, "message": "谢谢" });
        assert_eq!(member.post("/message/data", &form).await.status, 200);
    }
}
