//! A response does not depend on whether the file is in a folder or in the store.

use std::path::Path;

use actix_web::http::Method;
use serde_json::json;

use super::{fetch, jpeg, smaller, stored};
use crate::support::client::{Answer, Call};
use crate::support::listening::Listening;
use crate::support::raw::Raw;
use crate::support::s3::S3;
use crate::support::{TestApp, whole_film};
use crate::vip::playback::{address, id_of};

/// The requests for each file: a method and a header.
const ASKED: [(Method, &str, &str); 22] = [
    (Method::GET, "", ""),
    (Method::HEAD, "", ""),
    (Method::GET, "range", "bytes=0-99"),
    (Method::HEAD, "range", "bytes=0-99"),
    (Method::GET, "range", "bytes=100-"),
    (Method::GET, "range", "bytes=-50"),
    (Method::GET, "range", "bytes=0-"),
    (Method::GET, "range", "bytes=7-7"),
    (Method::GET, "range", "bytes=0-1,5-6"),
    (Method::GET, "range", "bytes=9-99999999"),
    (Method::GET, "range", "bytes=99999999-"),
    (Method::GET, "range", "bytes=5-2"),
    (Method::GET, "range", "lines=1-2"),
    (Method::GET, "range", "bytes"),
    (Method::GET, "if-none-match", "*"),
    (Method::GET, "if-none-match", "\"other\""),
    (Method::GET, "if-match", "\"other\""),
    (Method::GET, "if-match", "*"),
    (
        Method::GET,
        "if-modified-since",
        "Thu, 01 Jan 2099 00:00:00 GMT",
    ),
    (
        Method::GET,
        "if-modified-since",
        "Thu, 01 Jan 2004 00:00:00 GMT",
    ),
    (
        Method::GET,
        "if-unmodified-since",
        "Thu, 01 Jan 2004 00:00:00 GMT",
    ),
    (Method::GET, "accept-encoding", "gzip"),
];

/// The headers of a response, without the values specific to one file.
fn headers(answer: &Answer) -> Vec<(String, String)> {
    let own = ["etag", "last-modified", "date", "x-request-id"];
    let mut all: Vec<(String, String)> = answer
        .headers
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
        .map(|(name, value)| {
            if own.contains(&&*name) {
                (name, String::new())
            } else {
                (name, value)
            }
        })
        .collect();
    all.sort();
    all
}

async fn ask(t: &TestApp, path: &str, (method, name, value): &(Method, &str, &str)) -> Answer {
    let call = Call::new(method.clone(), path).unsigned();
    let call = if name.is_empty() {
        call
    } else {
        call.header(name, value)
    };
    t.send_plain(call).await
}

/// A range that is malformed, or of another file, is ignored.
async fn assert_ranges(t: &TestApp, path: &str, whole: &Answer) {
    let tag = whole.header("etag").to_owned();
    for (range, condition, status) in [
        ("bytes=0-1", tag.as_str(), 206),
        ("bytes=0-1", "\"other\"", 200),
        ("bytes=0-1", "Thu, 01 Jan 2004 00:00:00 GMT", 200),
        ("bytes=5-2", "", 200),
        ("items=0-1", "", 200),
        ("bytes=99999999-", "", 416),
    ] {
        let call = Call::get(path).unsigned().header("range", range);
        let call = match condition {
            "" => call,
            condition => call.header("if-range", condition),
        };
        let answer = t.send_plain(call).await;
        assert_eq!(answer.status, status, "{path} {range} {condition}");
        if status == 200 {
            assert_eq!(
                (&answer.body, answer.header("etag")),
                (&whole.body, tag.as_str())
            );
        }
    }
}

/// Sends the same requests to both, and compares every response.
async fn assert_same(folder: (&TestApp, &str), store: (&TestApp, &str)) {
    for asked in &ASKED {
        let one = ask(folder.0, folder.1, asked).await;
        let other = ask(store.0, store.1, asked).await;
        assert_eq!(
            (one.status, headers(&one)),
            (other.status, headers(&other)),
            "{} {asked:?}",
            folder.1
        );
        // The server sends no body for HEAD.
        assert!(
            asked.0 == Method::HEAD || one.body == other.body,
            "{} {asked:?}",
            folder.1
        );
    }
    let mut known = Vec::new();
    for (t, path) in [folder, store] {
        let whole = fetch_plain(t, path).await;
        assert_ranges(t, path, &whole).await;
        for name in ["etag", "last-modified"] {
            let condition = if name == "etag" {
                "if-none-match"
            } else {
                "if-modified-since"
            };
            let again = ask(t, path, &(Method::GET, condition, whole.header(name))).await;
            assert_eq!(
                (again.status.as_u16(), again.body.len()),
                (304, 0),
                "{path} {name}"
            );
            assert_eq!(again.header(name), whole.header(name));
            known.push(headers(&again));
        }
        let same = ask(t, path, &(Method::GET, "if-match", whole.header("etag"))).await;
        assert_eq!(same.status, 200, "{path}");
    }
    assert_eq!(known[..2], known[2..], "{}", folder.1);
}

async fn fetch_plain(t: &TestApp, path: &str) -> Answer {
    ask(t, path, &(Method::GET, "", "")).await
}

fn write(folder: &Path, path: &str, bytes: &[u8]) {
    let file = folder.join(path);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, bytes).unwrap();
}

#[actix_web::test]
async fn pictures_are_the_same_from_a_folder_and_from_the_store() {
    let s3 = S3::new();
    let (folder, store) = (TestApp::on_sqlite().await, stored(&s3, &[]).await);
    let text = "年年有余\n".repeat(100);
    let files: [(&str, &[u8]); 8] = [
        ("covers/own.jpg", &jpeg()),
        ("notes/a.txt", text.as_bytes()),
        ("notes/a.html", b"<p>one</p>"),
        ("clips/b.mp4", &[7; 300_000]),
        ("a.pdf", &[1; 3_000]),
        (
            "a.b.json",
            b"{\"a\":\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\"}",
        ),
        ("noending", &[2; 200]),
        (
            "covers/910000000000000001-small.svg",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        ),
    ];
    for (path, bytes) in files {
        write(&folder.app.state.config.media.dir, path, bytes);
        s3.put(&format!("media/{path}"), bytes).await;
        let path = format!("/media/{path}");
        assert_same((&folder, &path), (&store, &path)).await;
    }
    for t in [&folder, &store] {
        smaller(t, "/media/covers/own.jpg?w=240").await;
    }
    for (width, status) in [("240", 200), ("1200", 200), ("241", 404)] {
        let path = format!("/media/covers/own.jpg?w={width}");
        let (one, other) = (fetch(&folder, &path).await, fetch(&store, &path).await);
        assert_eq!(
            (one.status.as_u16(), other.status.as_u16()),
            (status, status)
        );
        for name in ["content-type", "cache-control", "content-security-policy"] {
            assert_eq!(one.header(name), other.header(name), "{path} {name}");
        }
        assert!(status == 404 || one.body == other.body, "{path}");
    }
    // The resized copy is stored locally, and the fetched original is not.
    let copies = std::fs::read_dir(store.folder.path().join("media/.resized")).unwrap();
    assert_eq!(copies.count(), 1);
}

#[actix_web::test]
async fn an_empty_file_is_the_same_from_both() {
    let s3 = S3::new();
    let (folder, store) = (TestApp::on_sqlite().await, stored(&s3, &[]).await);
    write(&folder.app.state.config.media.dir, "empty.txt", b"");
    s3.put("media/empty.txt", b"").await;
    // actix-files does not support a suffix range of an empty file.
    for asked in ASKED.iter().filter(|(.., value)| *value != "bytes=-50") {
        let path = "/media/empty.txt";
        let (one, other) = (
            ask(&folder, path, asked).await,
            ask(&store, path, asked).await,
        );
        assert_eq!(
            (one.status, headers(&one), one.body),
            (other.status, headers(&other), other.body),
            "{asked:?}"
        );
    }
}

#[actix_web::test]
async fn head_gives_the_length_without_the_body() {
    let s3 = S3::new();
    let (folder, store) = (TestApp::on_sqlite().await, stored(&s3, &[]).await);
    write(&folder.app.state.config.media.dir, "a.bin", &[5; 70_000]);
    s3.put("media/a.bin", &[5; 70_000]).await;
    for t in [&folder, &store] {
        let _listening = Listening::start(t);
        let mut raw = Raw::connect(t.address.local_addr().unwrap()).await;
        for (range, length) in [("", "70000"), ("range: bytes=10-19\r\n", "10")] {
            raw.say(&format!(
                "HEAD /media/a.bin HTTP/1.1\r\nhost: x\r\n{range}\r\n"
            ));
            assert_eq!(raw.next_head().header("content-length"), length);
            raw.say(&format!(
                "GET /media/a.bin HTTP/1.1\r\nhost: x\r\n{range}\r\n"
            ));
            assert_eq!(raw.next().unwrap().body.len().to_string(), length);
        }
    }
}

#[actix_web::test]
async fn h17_no_path_leads_out_of_the_store_prefix() {
    let s3 = S3::new();
    let t = stored(&s3, &[]).await;
    for path in [
        "secret.txt",
        "media/.hidden/a.txt",
        "media/.env",
        "streams/1/index.m3u8",
    ] {
        s3.put(path, b"secret").await;
    }
    s3.put("media/open.txt", b"open").await;
    assert_eq!(fetch(&t, "/media/open.txt").await.status, 200);
    let long = "a".repeat(1_100);
    for path in [
        "../secret.txt",
        "..%2fsecret.txt",
        "%2e%2e/secret.txt",
        "..%2f..%2fsecret.txt",
        "a/..%2f..%2fsecret.txt",
        "..%252fsecret.txt",
        "..%5csecret.txt",
        ".hidden/a.txt",
        ".env",
        "open.txt%00",
        "open.txt/",
        "missing.txt",
        "open",
        "covers/x.svg",
        "%2fsecret.txt",
        "./open.txt%2f",
        "open.txt%3fa",
        &long,
    ] {
        let answer = fetch(&t, &format!("/media/{path}")).await;
        answer.assert_fails(404, "not_found");
        assert!(!answer.text().contains("secret"), "{path}");
    }
    // Drawn pictures are unaffected.
    let drawn = fetch(&t, "/media/covers/910000000000000001-small.svg").await;
    assert_eq!(
        (drawn.status.as_u16(), drawn.header("content-type")),
        (200, "image/svg+xml")
    );
}

/// The folder of a playable work, and its VIP URL, without the file.
async fn playing(t: &TestApp) -> (String, String) {
    let mut film = whole_film("ABC-1", 0);
    film["m3u8"] = json!("");
    t.import(&[film, whole_film("ABC-2", 0)]);
    let work = id_of(t, "ABC-1").await;
    let member = t.member("lin-xiaoyue").await;
    t.make_vip(&member, 1);
    let address = address(&member, &work).await;
    let folder = address.strip_suffix("/index.m3u8").unwrap().to_owned();
    (work, folder)
}

#[actix_web::test]
async fn a_stream_in_the_store_comes_before_one_of_another_host() {
    let (s3, elsewhere) = (S3::new(), "https://films.example/1.m3u8");
    let t = stored(&s3, &[("STREAM_HOSTS", "films.example")]).await;
    let mut film = whole_film("ABC-1", 0);
    film["m3u8"] = json!(elsewhere);
    t.import(&[film]);
    let work = id_of(&t, "ABC-1").await;
    let member = t.member("lin-xiaoyue").await;
    t.make_vip(&member, 1);
    assert_eq!(address(&member, &work).await, elsewhere);
    s3.put(&format!("streams/{work}/index.m3u8"), b"#EXTM3U\n")
        .await;
    let own = address(&member, &work).await;
    assert_eq!(fetch(&t, &own).await.text(), "#EXTM3U\n");
}

#[actix_web::test]
async fn streams_are_the_same_from_a_folder_and_from_the_store() {
    let s3 = S3::new();
    let (folder, store) = (TestApp::on_sqlite().await, stored(&s3, &[]).await);
    let ((here, at_folder), (there, at_store)) = (playing(&folder).await, playing(&store).await);
    let files: [(&str, &[u8]); 4] = [
        (
            "index.m3u8",
            b"#EXTM3U\n#EXTINF:6,\nsegment-00.ts\n#EXTINF:6,\nsegment-01.ts\n#EXT-X-ENDLIST\n",
        ),
        ("segment-00.ts", &[0x47; 188 * 5_000]),
        ("init.mp4", &[3; 1_000]),
        (
            "subtitles.vtt",
            "WEBVTT\n\n00:01.000 --> 00:02.000\n你好\n".as_bytes(),
        ),
    ];
    for (name, bytes) in files {
        write(
            &folder.app.state.config.streams.dir,
            &format!("{here}/{name}"),
            bytes,
        );
        s3.put(&format!("streams/{there}/{name}"), bytes).await;
        let (one, other) = (format!("{at_folder}/{name}"), format!("{at_store}/{name}"));
        assert_same((&folder, &one), (&store, &other)).await;
        assert_eq!(
            fetch(&store, &other).await.header("content-disposition"),
            ""
        );
    }
    s3.put(&format!("streams/{there}/notes.txt"), b"secret")
        .await;
    s3.put("media/open.ts", b"secret").await;
    for nothing in [
        "missing.ts",
        "notes.txt",
        "..%2f..%2fmedia%2fopen.ts",
        "%2e%2e%2f1%2findex.m3u8",
        ".a.ts",
        "a%2fb.ts",
    ] {
        fetch(&store, &format!("{at_store}/{nothing}"))
            .await
            .assert_fails(404, "not_found");
    }
    fetch(
        &store,
        &format!(
            "{}/index.m3u8",
            at_store.replace("1790021600", "1790021601")
        ),
    )
    .await
    .assert_fails(403, "stream_forbidden");
    store.clock.advance(21_601_000);
    fetch(&store, &format!("{at_store}/index.m3u8"))
        .await
        .assert_fails(410, "stream_expired");
}

#[actix_web::test]
async fn built_in_media_plays_without_the_store() {
    let t = stored(
        &S3::new(),
        &[("S3_ENDPOINT", &crate::support::s3::nobody())],
    )
    .await;
    let config = &t.app.state.config;
    yingku_catalogue::media::routes::prepare(&config.media.dir).unwrap();
    yingku_catalogue::playback::demo::prepare(&config.streams.dir).unwrap();
    playing(&t).await;
    let work = id_of(&t, "ABC-2").await;
    let member = t.member("wang-xiaoyue").await;
    t.make_vip(&member, 1);
    assert_eq!(fetch(&t, &address(&member, &work).await).await.status, 200);
    assert_eq!(fetch(&t, "/media/clips/test-pattern.mp4").await.status, 200);
}
