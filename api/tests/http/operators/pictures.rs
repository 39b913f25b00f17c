//! Uploaded pictures, and picture URLs that no browser could load.

use actix_web::http::Method;
use serde_json::{Value, json};
use yingku_base::role::Role;

use super::assert_done;
use crate::support::client::{Answer, Call};
use crate::support::member::Member;
use crate::support::{TestApp, film};

/// A grey pixel.
pub const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU\0\0\0\nIDATx\x9ccx\x07\0\0\xf0\0\xef\xf0i.\xa1\0\0\0\0IEND\xaeB`\x82";

pub async fn upload(t: &TestApp, operator: &Member<'_>, bytes: &[u8]) -> Answer {
    let call = Call::new(Method::POST, "/prod-api/admin/pictures")
        .body(bytes)
        .header("content-type", "application/octet-stream");
    t.send(call.bearer(&operator.access)).await
}

both! {
    async fn an_uploaded_picture_is_shown_where_a_work_names_it(t: &TestApp) {
        t.import(&[film("ABC-1", "山谷里的四季", json!({}))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let answer = upload(t, &editor, PNG).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let picture = answer.json()["data"].clone();
        assert_eq!((&picture["width"], &picture["height"]), (&json!(1), &json!(1)));
        assert_eq!(upload(t, &editor, PNG).await.json()["data"], picture);
        for sent_as in ["Application/Octet-Stream", "application/octet-stream; charset=binary"] {
            let call = Call::new(Method::POST, "/prod-api/admin/pictures").body(PNG).header("content-type", sent_as);
            assert_eq!(t.send(call.bearer(&editor.access)).await.json()["data"], picture, "{sent_as}");
        }
        let untyped = Call::new(Method::POST, "/prod-api/admin/pictures").body(PNG).bearer(&editor.access);
        assert_eq!(t.send(untyped).await.json()["data"], picture);
        let path = picture["path"].as_str().unwrap();
        let served = t.send(Call::get(&format!("/media/{path}")).unsigned()).await;
        assert_eq!((served.status.as_u16(), served.header("content-type"), &served.body[..]), (200, "image/png", PNG));
        let work = t.rows("/works/detail/list").await[0]["id"].clone();
        let sheet = editor.admin_get(&format!("/works/{}", work.as_str().unwrap())).await.json();
        let mut form = json!({ "id": work, "picSmall": path, "imageBig": [path] });
        if let Some(version) = sheet["data"].get("version") {
            form["version"] = version.clone();
        }
        assert_done(&editor.admin_post("/works/edit", &form).await);
        t.app.indexer.catch_up_now();
        assert_eq!(t.rows("/works/detail/list").await[0]["picSmall"], path);
    }

    async fn a_picture_is_served_under_every_name_that_an_import_accepts(t: &TestApp) {
        let folder = &t.app.state.config.media.dir;
        std::fs::create_dir_all(folder.join("封面")).unwrap();
        for (name, address) in [
            ("封面/一.png", "封面/一.png"),
            ("封面/一.png", "%E5%B0%81%E9%9D%A2/%E4%B8%80.png"),
            ("a(1).png", "a(1).png"),
            ("a+b.png", "a+b.png"),
            ("[AOZ-004].png", "%5BAOZ-004%5D.png"),
            ("a b.png", "a%20b.png"),
            ("a,b.png", "a%2Cb.png"),
            ("100%.png", "100%25.png"),
        ] {
            std::fs::write(folder.join(name), PNG).unwrap();
            t.import(&[film("ABC-1", "山谷里的四季", json!({ "picBig": address }))]);
            let encoded = address.replace('封', "%E5%B0%81").replace('面', "%E9%9D%A2").replace('一', "%E4%B8%80");
            let served = t.send(Call::get(&format!("/media/{encoded}")).unsigned()).await;
            assert_eq!((served.status.as_u16(), &served.body[..]), (200, PNG), "{address}");
        }
    }

    async fn a_picture_has_resized_copies_in_the_widths_of_the_site(t: &TestApp) {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let mut jpeg = std::io::Cursor::new(Vec::new());
        image::RgbImage::from_fn(900, 600, |x, y| image::Rgb([x.to_le_bytes()[0], y.to_le_bytes()[0], 0]))
            .write_to(&mut jpeg, image::ImageFormat::Jpeg)
            .unwrap();
        let jpeg = jpeg.into_inner();
        let uploaded = upload(t, &editor, &jpeg).await.json();
        let path = uploaded["data"]["path"].as_str().unwrap();
        let get = |query: &str| t.send(Call::get(&format!("/media/{path}{query}")).unsigned());
        let copy = get("?w=240").await;
        assert_eq!((copy.header("content-type"), copy.header("cache-control")), ("image/webp", "public, max-age=31536000, immutable"));
        assert_eq!(imagesize::blob_size(&copy.body).unwrap(), imagesize::ImageSize { width: 240, height: 160 });
        assert!(!copy.header("etag").is_empty() && copy.body.len() < jpeg.len());
        // No copy is larger than the picture, and there are no others.
        let whole = get("?w=1200").await;
        assert_eq!((&whole.body[..], whole.header("cache-control")), (&jpeg[..], "public, max-age=60"));
        for none in ["?w=241", "?w=0", "?w=", "?w=99999999999", "?w=240&w=480"] {
            get(none).await.assert_fails(404, "not_found");
        }
    }

    async fn an_invalid_picture_is_rejected_and_leaves_no_file(t: &TestApp) {
        let (editor, member) = (t.operator("wang-yuanshan", Role::Editor).await, t.member("lin-xiaoyue").await);
        let svg = &b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"[..];
        for bad in [&b""[..], svg, b"GIF89a\x01\0\x01\0", &PNG[..16]] {
            upload(t, &editor, bad).await.assert_fails(422, "picture_refused");
        }
        upload(t, &editor, &vec![0; 4 * 1024 * 1024 + 1]).await.assert_fails(413, "body_too_large");
        let json = editor.admin_post("/pictures", &json!({})).await;
        json.assert_fails(415, "unsupported_content");
        upload(t, &member, PNG).await.assert_fails(403, "forbidden");
        assert!(!t.folder.path().join("media/uploads").exists() && !t.folder.path().join("data/media/uploads").exists());
    }

    async fn a_picture_on_a_disallowed_host_is_rejected_naming_the_host(t: &TestApp) {
        t.import(&[film("ABC-1", "山谷里的四季", json!({}))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let work = t.rows("/works/detail/list").await[0]["id"].clone();
        for fields in [json!({ "picBig": "https://strange.example/a.jpg" }), json!({ "imageSmall": ["https://strange.example/a.jpg"] })] {
            let mut form = fields;
            form["id"] = work.clone();
            form["version"] = json!(1);
            let rejected = editor.admin_post("/works/edit", &form).await;
            rejected.assert_fails(422, "work_refused");
            assert!(rejected.text().contains("strange.example"), "{}", rejected.text());
        }
    }
}

#[actix_web::test]
async fn configured_hosts_are_accepted_and_in_the_content_security_policy() {
    let t = TestApp::with(&[("IMAGE_HOSTS", "img.example,other.example:8443")]).await;
    let editor = t.operator("wang-yuanshan", Role::Editor).await;
    let form = json!({
        "channel": "censored", "number": "ABC-1", "title": "山谷", "pubTime": "2026-09-01",
        "picBig": "https://img.example/a.jpg", "mp4": "https://other.example:8443/a.mp4",
    });
    let created: Value = editor.admin_post("/works/create", &form).await.json();
    assert_eq!(created["code"], 200, "{created}");
    let page = t.send(Call::get("/index").unsigned()).await;
    if page.header("content-type").starts_with("text/html") {
        let policy = page.header("content-security-policy");
        let hosts = "https://img.example https://other.example:8443";
        assert!(policy.contains(hosts), "{policy}");
    }
}

#[actix_web::test]
async fn uploads_are_rejected_where_another_host_serves_the_pictures() {
    let t = TestApp::with(&[("IMAGE_BASE", "https://img.example/covers")]).await;
    let editor = t.operator("wang-yuanshan", Role::Editor).await;
    upload(&t, &editor, PNG)
        .await
        .assert_fails(422, "pictures_elsewhere");
}
