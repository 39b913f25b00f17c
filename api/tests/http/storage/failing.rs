//! A store that is unavailable, hangs, rejects or sends truncated bodies: responses are clear and timely, nothing partial is left.

use std::net::TcpListener;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::future::join;
use serde_json::json;
use yingku_base::role::Role;

use super::{fetch, jpeg, stored, upload};
use crate::metrics::{figure, page};
use crate::operators::pictures::PNG;
use crate::support::client::Call;
use crate::support::command::Program;
use crate::support::listening::{Listening, Provider, http};
use crate::support::raw::Raw;
use crate::support::s3::{S3, bucket, env_var, nobody, url};
use crate::support::serving::Serving;
use crate::support::whole_film;
use crate::vip::playback::id_of;

/// The time limit of any response, however slow the test machine.
const SOON: Duration = Duration::from_secs(8);

/// Requests a picture, a resized copy and a drawn picture, and uploads one: each fails, clearly and soon.
async fn assert_all_fail(settings: &[(&str, &str)]) {
    let t = stored(&S3::new(), settings).await;
    let editor = t.operator("wang-yuanshan", Role::Editor).await;
    let drawn = Call::get("/media/covers/910000000000000001-small.svg").unsigned();
    let calls = [
        Call::get("/media/a.jpg").unsigned(),
        Call::get("/media/a.jpg?w=240").unsigned(),
        Call::get("/media/a.jpg")
            .unsigned()
            .header("range", "bytes=0-1"),
        drawn,
        upload(&editor.access, &jpeg()),
    ];
    for call in calls {
        let (asked, begun) = (call.target.clone(), Instant::now());
        let answer = t.send(call).await;
        assert!(begun.elapsed() < SOON, "{asked}: {:?}", begun.elapsed());
        answer.assert_fails(503, "busy");
        assert_eq!(answer.header("retry-after"), "5", "{asked}");
        let message = answer.json()["msg"].as_str().unwrap().to_owned();
        assert_eq!(
            message.contains("图片存储服务"),
            asked.starts_with("/prod-api"),
            "{message}"
        );
    }
}

#[actix_web::test]
async fn an_unavailable_store_is_reported() {
    assert_all_fail(&[("S3_ENDPOINT", &nobody())]).await;
}

#[actix_web::test]
async fn a_film_has_its_other_source_while_the_store_is_unavailable() {
    let elsewhere = "https://films.example/1.m3u8";
    let settings = [
        ("S3_ENDPOINT", &*nobody()),
        ("STREAM_HOSTS", "films.example"),
    ];
    let t = stored(&S3::new(), &settings).await;
    let mut film = whole_film("ABC-1", 0);
    film["m3u8"] = json!(elsewhere);
    t.import(&[film]);
    let work = id_of(&t, "ABC-1").await;
    let member = t.member("lin-xiaoyue").await;
    t.make_vip(&member, 1);
    let answer = member.get(&format!("/video/censored/{work}")).await.json();
    assert_eq!(answer["data"]["fallbackUrl"], elsewhere);
    let first = answer["data"]["m3u8Url"].as_str().unwrap();
    assert!(first.starts_with("/hls/"), "{first}");
}

#[actix_web::test]
async fn store_requests_are_counted() {
    let local = stored(&S3::new(), &[("METRICS_BIND", "127.0.0.1:0")]).await;
    let away = [("METRICS_BIND", "127.0.0.1:0"), ("S3_ENDPOINT", &*nobody())];
    let away = stored(&S3::new(), &away).await;
    for (t, status, outcome, none) in [
        (&local, 404, "answered", "failed"),
        (&away, 503, "failed", "answered"),
    ] {
        let call = Call::get("/media/missing.jpg").unsigned();
        assert_eq!(t.send(call).await.status, status);
        let page = page(t).await;
        let asked = |outcome: &str| {
            let series =
                format!(r#"yingku_store_requests_total{{store="media",outcome="{outcome}"}}"#);
            figure(&page, &series).unwrap()
        };
        assert_eq!((asked(outcome), asked(none)), (1.0, 0.0), "{page}");
        let seconds = r#"yingku_store_seconds_total{store="media"}"#;
        assert!(figure(&page, seconds).unwrap() > 0.0, "{page}");
    }
}

#[actix_web::test]
async fn a_hanging_store_times_out() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    assert_all_fail(&[("S3_ENDPOINT", &url(&silent)), ("S3_TIMEOUT_MS", "200")]).await;
}

#[actix_web::test]
async fn wrong_keys_give_no_access() {
    assert_all_fail(&[("S3_SECRET_ACCESS_KEY", "not the secret of the store")]).await;
    assert_all_fail(&[("S3_ACCESS_KEY_ID", "nobody")]).await;
}

#[actix_web::test]
async fn a_missing_bucket_rejects_pictures() {
    let t = stored(&S3::new(), &[("MEDIA_STORE", "s3://no-such-bucket/media")]).await;
    let editor = t.operator("wang-yuanshan", Role::Editor).await;
    let answer = t.send(upload(&editor.access, &jpeg())).await;
    answer.assert_fails(503, "busy");
}

#[actix_web::test]
async fn other_requests_are_served_while_the_store_hangs() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let waits = [
        ("S3_ENDPOINT", url(&silent)),
        ("S3_TIMEOUT_MS", "1500".to_owned()),
    ];
    let waits = waits
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let t = stored(&S3::new(), &waits).await;
    // One thread does everything, like a worker.
    let begun = Instant::now();
    let picture = async {
        fetch(&t, "/media/a.jpg").await.assert_fails(503, "busy");
        begun.elapsed()
    };
    let lists = async {
        for _ in 0..20 {
            assert_eq!(t.get("/works/detail/list").await.status, 200);
        }
        begun.elapsed()
    };
    let (picture, lists) = join(picture, lists).await;
    assert!(lists < picture, "{lists:?} {picture:?}");
    drop(silent);
}

/// A store that has nothing and accepts nothing.
fn rejecting_store(
    status: &'static str,
    code: &str,
) -> (Provider, String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (url, asked) = (url(&listener), Arc::<Mutex<Vec<String>>>::default());
    let (seen, body) = (
        Arc::clone(&asked),
        format!("<Error><Code>{code}</Code></Error>"),
    );
    let store = Provider::at(listener, move |request| {
        let method = request.split(' ').next().unwrap().to_owned();
        let answer = match &*method {
            "HEAD" => http("404 Not Found", "", ""),
            _ => http(status, "", &body),
        };
        seen.lock().unwrap().push(method);
        Some(answer)
    });
    (store, url, asked)
}

#[actix_web::test]
async fn a_picture_that_the_store_rejects_has_a_clear_error() {
    for (status, code, answered, word, message) in [
        (
            "507 Insufficient Storage",
            "XMinioStorageFull",
            422,
            "storage_full",
            "空间不足",
        ),
        (
            "403 Forbidden",
            "QuotaExceeded",
            422,
            "storage_full",
            "空间不足",
        ),
        (
            "403 Forbidden",
            "AccessDenied",
            503,
            "busy",
            "图片存储服务没有收下",
        ),
        (
            "500 Internal Server Error",
            "InternalError",
            503,
            "busy",
            "图片存储服务没有收下",
        ),
        (
            "503 Slow Down",
            "SlowDown",
            503,
            "busy",
            "图片存储服务没有收下",
        ),
    ] {
        let (_store, url, asked) = rejecting_store(status, code);
        let t = stored(&S3::new(), &[("S3_ENDPOINT", &url)]).await;
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let answer = t.send(upload(&editor.access, PNG)).await;
        answer.assert_fails(answered, word);
        assert!(answer.text().contains(message), "{}", answer.text());
        // Few retries, and no local fallback.
        assert!(asked.lock().unwrap().len() <= 3, "{code}: {asked:?}");
        assert!(!t.folder.path().join("media/uploads").exists());
    }
}

#[actix_web::test]
async fn a_failed_multipart_upload_is_aborted_at_the_store() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (endpoint, asked) = (url(&listener), Arc::<Mutex<Vec<String>>>::default());
    let seen = Arc::clone(&asked);
    let begun =
        "<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>";
    let _store = Provider::at(listener, move |request| {
        let method = request.split(' ').next().unwrap().to_owned();
        let answer = match &*method {
            "POST" => http("200 OK", "", begun),
            "DELETE" => http("204 No Content", "", ""),
            _ => http(
                "500 Internal Server Error",
                "",
                "<Error><Code>InternalError</Code></Error>",
            ),
        };
        seen.lock().unwrap().push(method);
        Some(answer)
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.ts");
    std::fs::write(&file, vec![b'a'; 9 * 1024 * 1024]).unwrap();
    let bucket = bucket("s3://films", &[("S3_ENDPOINT", &endpoint)]);
    bucket.put_file("long.ts", &file, "sum").await.unwrap_err();
    let asked = asked.lock().unwrap();
    assert_eq!(
        (asked.first(), asked.last()),
        (Some(&"POST".to_owned()), Some(&"DELETE".to_owned())),
        "{asked:?}"
    );
}

#[actix_web::test]
async fn two_versions_of_a_file_are_not_mixed() {
    let s3 = S3::new();
    s3.put("a.txt", b"the first").await;
    let bucket = bucket(&s3.place, &[]);
    let object = bucket.head("a.txt").await.unwrap().unwrap();
    assert!(object.read(4..9).await.is_ok());
    s3.put("a.txt", b"another 1").await;
    assert!(object.read(4..9).await.is_err());
}

#[actix_web::test]
async fn a_truncated_file_is_not_taken_for_complete() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = url(&listener);
    let about = "etag: \"a\"\r\nlast-modified: Thu, 01 Jan 2026 00:00:00 GMT\r\n";
    // Half of the declared length, and then nothing, until the client is gone.
    let _store = Provider::at(listener, move |request| {
        Some(format!(
            "HTTP/1.1 200 OK\r\n{about}content-length: 100\r\n\r\n{}",
            match request.starts_with("HEAD") {
                true => "",
                false => "only so much",
            }
        ))
    });
    let t = stored(
        &S3::new(),
        &[("S3_ENDPOINT", &endpoint), ("S3_TIMEOUT_MS", "300")],
    )
    .await;
    let _listening = Listening::start(&t);
    let mut raw = Raw::connect(t.address.local_addr().unwrap()).await;
    let begun = Instant::now();
    raw.say("GET /media/a.bin HTTP/1.1\r\nhost: x\r\n\r\n");
    let head = raw.next_head();
    assert_eq!(head.header("content-length"), "100");
    let rest = raw.rest();
    assert!(
        rest.len() < 100 && begun.elapsed() < SOON,
        "{} after {:?}",
        rest.len(),
        begun.elapsed()
    );
}

const SECRET: &str = "a-secret-that-nobody-sees-0123456789";

/// A migrated site with a wrong store key.
fn with_a_wrong_key() -> Program {
    let (program, endpoint) = (Program::new(), env_var("TEST_S3_URL"));
    let mut env = std::fs::read_to_string(program.path().join(".env")).unwrap();
    env.push_str(&format!(
        "MEDIA_STORE=s3://yingku-tests/none\nS3_ENDPOINT={endpoint}\nS3_ACCESS_KEY_ID={}\nS3_SECRET_ACCESS_KEY={SECRET}\n",
        env_var("TEST_S3_KEY_ID"),
    ));
    program.write(".env", &env);
    assert_eq!(program.run(&["migrate"]).code, 0);
    program
}

#[test]
fn no_command_prints_the_secret_of_the_store() {
    let program = with_a_wrong_key();
    let place = "s3://yingku-tests/none";
    for (command, code) in [
        (&["config", "check"][..], 0),
        (&["config", "example"], 0),
        (&["config", "document"], 0),
        (&["backup", "copy", "--with", "media"], 1),
        (&["move-files", "--from", place, "--to", "there"], 1),
    ] {
        let ran = program.run_with("LOG", "trace", command);
        assert_eq!(ran.code, code, "{command:?}: {}", ran.err);
        assert!(
            !ran.out.contains(SECRET) && !ran.err.contains(SECRET),
            "{command:?}"
        );
        assert_eq!(
            ran.err.contains("SignatureDoesNotMatch"),
            code == 1,
            "{}",
            ran.err
        );
    }
}

#[actix_web::test]
async fn no_log_has_the_secret_of_the_store() {
    let program = with_a_wrong_key();
    let serving = Serving::start_with(&program, "sqlite://data/yingku.db", |command| {
        command.env("LOG", "debug").stderr(Stdio::piped());
    });
    let mut raw = Raw::connect(serving.address()).await;
    raw.ask("GET /media/a.jpg HTTP/1.1\r\nhost: x\r\n\r\n")
        .assert_fails(503, "busy");
    let log = serving.log_until_killed();
    assert!(log.contains("403 Forbidden"), "{log}");
    assert!(!log.contains(SECRET), "{log}");
}
