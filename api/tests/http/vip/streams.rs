//! The stream server: nothing without a valid signature, and nothing but streams.

use std::io::Write;
use std::sync::{Arc, Mutex};

use actix_web::http::Method;
use serde_json::json;

use super::playback::{address, id_of};
use crate::support::client::{Answer, Call};
use crate::support::logging::listen;
use crate::support::{TestApp, whole_film};

async fn fetch(t: &TestApp, path: &str) -> Answer {
    t.send(Call::get(path).unsigned()).await
}

/// Two playable works, the id of the first, and the URL of its playlist for VIP.
async fn playing(t: &TestApp) -> (String, String) {
    yingku_catalogue::playback::demo::prepare(&t.app.state.config.streams.dir).unwrap();
    t.import(&[whole_film("ABC-1", 0), whole_film("ABC-2", 0)]);
    let work = id_of(t, "ABC-1").await;
    let member = t.member("lin-xiaoyue").await;
    t.make_vip(&member, 1);
    let address = address(&member, &work).await;
    (work, address)
}

both! {
    async fn a_valid_url_gives_the_playlist_and_all_its_segments(t: &TestApp) {
        let (_, address) = playing(t).await;
        let playlist = fetch(t, &address).await;
        assert_eq!((playlist.status.as_u16(), playlist.header("content-type")), (200, "application/vnd.apple.mpegurl"));
        assert_eq!((playlist.header("cache-control"), playlist.header("content-disposition")), ("private, no-cache", ""));
        let text = playlist.text();
        let segments: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(segments.len(), 10);
        for name in segments {
            let segment = fetch(t, &address.replace("index.m3u8", name)).await;
            assert_eq!((segment.status.as_u16(), segment.header("content-type")), (200, "video/mp2t"), "{name}");
            assert_eq!((segment.body.len() % 188, segment.body[0]), (0, 0x47), "{name} is no transport stream");
        }
        let first = address.replace("index.m3u8", "segment-00.ts");
        assert_eq!(fetch(t, &first).await.header("cache-control"), "private, max-age=3600");
        let part = t.send(Call::get(&first).unsigned().header("range", "bytes=188-375")).await;
        assert_eq!((part.status.as_u16(), part.body.len(), part.body[0]), (206, 188, 0x47));
        assert!(part.header("content-range").starts_with("bytes 188-375/"));
        let beyond = t.send(Call::get(&first).unsigned().header("range", "bytes=99999999-")).await;
        assert_eq!(beyond.status, 416);
        let head = t.send(Call::new(Method::HEAD, &first).unsigned()).await;
        assert_eq!((head.status.as_u16(), head.header("content-type"), head.header("accept-ranges")), (200, "video/mp2t", "bytes"));
        let post = t.send(Call::post(&first, &json!({})).unsigned()).await;
        post.assert_fails(405, "method_not_allowed");
    }

    async fn a_stream_may_have_any_folders_and_names(t: &TestApp) {
        let (_, address) = playing(t).await;
        let folder = t.app.state.config.streams.dir.join("demo");
        for name in ["720p", "音轨/中文", "b1/seek"] {
            std::fs::create_dir_all(folder.join(name)).unwrap();
        }
        for (name, encoded, kind) in [
            ("720p/index.m3u8", "720p/index.m3u8", "application/vnd.apple.mpegurl"),
            ("720p/a b.TS", "720p/a%20b.TS", "video/mp2t"),
            ("第000段.ts", "%E7%AC%AC000%E6%AE%B5.ts", "video/mp2t"),
            ("音轨/中文/a(1).m4a", "%E9%9F%B3%E8%BD%A8/%E4%B8%AD%E6%96%87/a(1).m4a", "audio/mp4"),
            ("a.m4v", "a.m4v", "video/mp4"),
            ("a.webvtt", "a.webvtt", "text/vtt; charset=utf-8"),
            ("b1/seek/0.jpg", "b1/seek/0.jpg", "image/jpeg"),
        ] {
            std::fs::write(folder.join(name), "bytes").unwrap();
            let answer = fetch(t, &address.replace("index.m3u8", encoded)).await;
            assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, kind), "{name}");
            let caching = if name.ends_with("m3u8") { "private, no-cache" } else { "private, max-age=3600" };
            assert_eq!(answer.header("cache-control"), caching, "{name}");
        }
    }

    async fn no_other_path_leads_to_a_stream(t: &TestApp) {
        let (work, address) = playing(t).await;
        let other = id_of(t, "ABC-2").await;
        let secret = t.folder.path().join("secret.ts");
        std::fs::write(&secret, "secret").unwrap();
        let token = address.split('/').nth(2).unwrap().to_owned();
        let at = |token: &str, expires: &str, work: &str, file: &str| format!("/hls/{token}/{expires}/{work}/{file}");
        for forged in [
            at(&token, "1790021601", &work, "index.m3u8"),
            at(&token, "9999999999", &work, "index.m3u8"),
            at(&token, "1790021600", &other, "index.m3u8"),
            at(&token, "1790021600", &other, "segment-00.ts"),
            at(&token.to_lowercase(), "1790021600", &work, "index.m3u8"),
            at(token.get(1..).unwrap(), "1790021600", &work, "index.m3u8"),
            at(&format!("{token}%00"), "1790021600", &work, "index.m3u8"),
            at("x", "1790021600", &work, "index.m3u8"),
        ] {
            let answer = fetch(t, &forged).await;
            answer.assert_fails(403, "stream_forbidden");
            assert_eq!(answer.json()["code"], 402, "{forged}");
        }
        let signed = |file: &str| at(&token, "1790021600", &work, file);
        for nothing in [
            "/hls/".to_owned(), format!("/hls/{work}/index.m3u8"), "/hls/demo/index.m3u8".to_owned(),
            signed("..%2fsecret.ts"), signed("%2e%2e%2fsecret.ts"), signed("..%252fsecret.ts"), signed("../../secret.ts"),
            signed("..%5csecret.ts"), signed("..;/secret.ts"), signed("..%2f..%2fsecret.ts"), signed("%2fetc%2fpasswd"),
            signed("segment-00.ts%00.m3u8"), signed("index.m3u8%00"), signed(".hidden.ts"), signed("missing.ts"), signed("index.m3u8.bak"),
            signed("sub/segment-00.ts"), signed(""), signed("index.m3u8/"),
            at(&token, "1790021600", &format!("{work}%2f..%2fdemo"), "index.m3u8"), at(&token, "1790021600", "demo", "index.m3u8"),
            at(&token, "+1790021600", &work, "index.m3u8"), at(&token, "01790021600", &work, "index.m3u8"), at(&token, "", &work, "index.m3u8"),
            at("", "1790021600", &work, "index.m3u8"),
        ] {
            let answer = fetch(t, &nothing).await;
            assert!(!answer.text().contains("secret"), "{nothing}");
            assert_eq!(answer.status, 404, "{nothing}: {}", answer.text());
        }
        // The public picture folder does not lead there.
        for path in ["/media/streams/demo/index.m3u8", "/media/../streams/demo/index.m3u8", "/media/..%2fstreams%2fdemo%2findex.m3u8"] {
            assert_eq!(fetch(t, path).await.status, 404, "{path}");
        }
        assert_eq!(fetch(t, &address).await.status, 200);
    }

    async fn a_url_expires(t: &TestApp) {
        let (_, address) = playing(t).await;
        t.clock.advance(21_600_000);
        assert_eq!(fetch(t, &address).await.status, 200);
        t.clock.advance(1_000);
        let late = fetch(t, &address).await;
        late.assert_fails(410, "stream_expired");
        // Changing its expiry invalidates the URL.
        fetch(t, &address.replace("1790021600", "1790099999")).await.assert_fails(403, "stream_forbidden");
    }

    async fn a_stream_is_stored_under_the_id_of_its_work_and_deleted_with_it(t: &TestApp) {
        let (work, address) = playing(t).await;
        let mut own = whole_film("ABC-1", 0);
        own["m3u8"] = json!("");
        t.import(&[own.clone()]);
        fetch(t, &address).await.assert_fails(404, "not_found");
        let folder = t.app.state.config.streams.dir.join(&work);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("index.m3u8"), "#EXTM3U\n# its own\n").unwrap();
        std::fs::write(t.folder.path().join("secret.ts"), "secret").unwrap();
        std::os::unix::fs::symlink(t.folder.path().join("secret.ts"), folder.join("link.ts")).unwrap();
        assert!(fetch(t, &address).await.text().contains("its own"));
        fetch(t, &address.replace("index.m3u8", "link.ts")).await.assert_fails(404, "not_found");
        own["hidden"] = json!(true);
        t.import(&[own]);
        fetch(t, &address).await.assert_fails(404, "not_found");
    }
}

#[actix_web::test]
async fn urls_can_have_the_nginx_secure_link_form() {
    let settings = [("HLS_SIGNER", "nginx_md5"), ("HLS_SECRET", "s3cret")];
    let t = TestApp::with(&settings).await;
    let (_, address) = playing(&t).await;
    assert_eq!(address.split('/').nth(2).unwrap().len(), 22);
    assert_eq!(fetch(&t, &address).await.status, 200);
    fetch(&t, &address.replace("1790021600", "1790021601"))
        .await
        .assert_fails(403, "stream_forbidden");
    t.clock.advance(21_601_000);
    fetch(&t, &address)
        .await
        .assert_fails(410, "stream_expired");
}

/// The captured log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[actix_web::test]
async fn no_token_of_a_stream_is_logged() {
    let t = TestApp::on_sqlite().await;
    let (_, address) = playing(&t).await;
    let token = address.split('/').nth(2).unwrap().to_owned();
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    let listening = listen(subscriber);
    fetch(&t, &address).await;
    fetch(&t, &address.replace("index.m3u8", "missing.ts")).await;
    fetch(&t, &address.replace("1790021600", "1790021601")).await;
    drop(listening);
    let logged = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let route = "/hls/{token}/{expires}/{work}/{file:.+}";
    assert!(logged.contains(route), "{logged}");
    assert!(!logged.contains(&token), "{logged}");
}
