//! Streams on the hosts of `STREAM_HOSTS`: beside the site's own, or instead of it.

use std::fs;

use serde_json::{Value, json};
use yingku_base::role::Role;

use super::playback::id_of;
use crate::support::client::Call;
use crate::support::member::Member;
use crate::support::{TestApp, film};

const HOSTS: [(&str, &str); 1] = [("STREAM_HOSTS", "films.example,cdn.example:8443")];
const ADDRESS: &str = "https://films.example/1/index.m3u8";

/// Works with streams at these addresses; all are online.
fn works(addresses: &[(&str, &str)]) -> Vec<Value> {
    let work = |(number, address): &(&str, &str)| {
        film(number, "山谷", json!({ "isOnline": 1, "m3u8": address }))
    };
    addresses.iter().map(work).collect()
}

/// Puts a stream of its own where a work's belongs.
fn put_stream(t: &TestApp, work: &str) {
    let folder = t.app.state.config.streams.dir.join(work);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("index.m3u8"), "#EXTM3U\n").unwrap();
}

/// The first and the second source of a work; an own one is `own`.
async fn sources(member: &Member<'_>, work: &str) -> (String, Value) {
    let answer = member.get(&format!("/video/censored/{work}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let data = answer.json()["data"].clone();
    assert_eq!(data["expires"], "2026-09-22 04:13:20");
    let first = data["m3u8Url"].as_str().unwrap();
    let first = match first.ends_with(&format!("/1790021600/{work}/index.m3u8")) {
        true => "own",
        false => first,
    };
    (first.to_owned(), data["fallbackUrl"].clone())
}

#[actix_web::test]
async fn an_address_on_an_allowed_host_is_played_beside_or_instead_of_the_own_stream() {
    for t in TestApp::on_both(&HOSTS).await {
        let other_port = "https://films.example:8443/1.m3u8";
        t.import(&works(&[
            ("ABC-1", ADDRESS),
            ("ABC-2", "https://CDN.example:8443/2.m3u8"),
            ("ABC-3", "https://strange.example/3.m3u8"),
            ("ABC-4", other_port),
            ("ABC-5", "streams/demo/index.m3u8"),
            ("ABC-6", ""),
        ]));
        let member = t.member("lin-xiaoyue").await;
        t.make_vip(&member, 1);
        let of = async |number: &str| sources(&member, &id_of(&t, number).await).await;
        assert_eq!(of("ABC-1").await, (ADDRESS.to_owned(), Value::Null));
        put_stream(&t, &id_of(&t, "ABC-1").await);
        assert_eq!(of("ABC-1").await, ("own".to_owned(), json!(ADDRESS)));
        let cdn = "https://CDN.example:8443/2.m3u8".to_owned();
        assert_eq!(of("ABC-2").await, (cdn, Value::Null));
        for number in ["ABC-3", "ABC-4", "ABC-5", "ABC-6"] {
            assert_eq!(
                of(number).await,
                ("own".to_owned(), Value::Null),
                "{number}"
            );
        }
    }
}

#[actix_web::test]
async fn no_other_host_is_played_unless_it_is_named() {
    for t in TestApp::on_both(&[]).await {
        t.import(&works(&[("ABC-1", ADDRESS)]));
        let member = t.member("lin-xiaoyue").await;
        t.make_vip(&member, 1);
        let work = id_of(&t, "ABC-1").await;
        assert_eq!(
            sources(&member, &work).await,
            ("own".to_owned(), Value::Null)
        );
    }
}

#[actix_web::test]
async fn who_may_watch_and_how_often_is_as_for_the_own_stream() {
    for t in TestApp::on_both(&HOSTS).await {
        let states = [("ABC-1", 1), ("ABC-2", 0), ("ABC-3", 2)];
        let lines = states.map(|(number, online)| {
            film(
                number,
                "山谷",
                json!({ "isOnline": online, "m3u8": ADDRESS }),
            )
        });
        t.import(&lines);
        let ids = [
            id_of(&t, "ABC-1").await,
            id_of(&t, "ABC-2").await,
            id_of(&t, "ABC-3").await,
        ];
        let [work, offline, transcoding] = ids;
        let path = |work: &str| format!("/video/western/{work}");
        let visitor = t
            .send(Call::get(&format!("/prod-api/v2{}", path(&work))))
            .await;
        assert_eq!(visitor.status, 403);
        assert!(!visitor.text().contains("films.example"));
        let member = t.member("lin-xiaoyue").await;
        member
            .get(&path(&work))
            .await
            .assert_fails(422, "vip_required");
        t.make_vip(&member, 1);
        member
            .get(&path(&offline))
            .await
            .assert_fails(422, "not_online");
        member
            .get(&path(&transcoding))
            .await
            .assert_fails(422, "transcoding");
        for _ in 0..20 {
            sources(&member, &work).await;
        }
        member
            .get(&path(&work))
            .await
            .assert_fails(429, "rate_limited");
        let mut hidden = lines[0].clone();
        hidden["hidden"] = json!(true);
        t.import(&[hidden]);
        member
            .get(&path(&work))
            .await
            .assert_fails(404, "not_found");
    }
}

#[actix_web::test]
async fn where_another_host_has_the_streams_the_own_one_comes_first() {
    let base = ("HLS_BASE", "https://streams.example/hls");
    let t = TestApp::with(&[HOSTS[0], base]).await;
    t.import(&works(&[("ABC-1", ADDRESS)]));
    let member = t.member("lin-xiaoyue").await;
    t.make_vip(&member, 1);
    let work = id_of(&t, "ABC-1").await;
    assert_eq!(
        sources(&member, &work).await,
        ("own".to_owned(), json!(ADDRESS))
    );
}

#[actix_web::test]
async fn nobody_but_editors_sees_the_address_without_asking_for_the_stream() {
    let t = TestApp::with(&HOSTS).await;
    t.import(&works(&[("ABC-1", ADDRESS)]));
    let work = id_of(&t, "ABC-1").await;
    for path in [
        format!("/works/detail/{work}"),
        "/works/detail/list".to_owned(),
    ] {
        let answer = t.get(&path).await;
        assert_eq!(answer.status, 200);
        assert!(!answer.text().contains("films.example"), "{path}");
    }
}

#[actix_web::test]
async fn an_operator_may_enter_allowed_hosts_and_pages_may_load_from_them() {
    for t in TestApp::on_both(&HOSTS).await {
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let form = |number: &str, address: &str| {
            json!({
                "channel": "censored", "number": number, "title": "山谷", "pubTime": "2026-09-01",
                "isOnline": 1, "m3u8": address,
            })
        };
        let created = editor
            .admin_post("/works/create", &form("ABC-1", ADDRESS))
            .await;
        assert_eq!(created.json()["code"], 200, "{}", created.text());
        let strange = form("ABC-2", "https://strange.example/1.m3u8");
        let rejected = editor.admin_post("/works/create", &strange).await;
        rejected.assert_fails(422, "work_refused");
        assert!(
            rejected.text().contains("strange.example"),
            "{}",
            rejected.text()
        );
        let insecure = form("ABC-3", "http://films.example/1.m3u8");
        editor
            .admin_post("/works/create", &insecure)
            .await
            .assert_fails(422, "work_refused");
        let page = t.send(Call::get("/index").unsigned()).await;
        let policy = page.header("content-security-policy").to_owned();
        for directive in ["img-src", "media-src", "connect-src"] {
            let sources = policy.split("; ").find(|part| part.starts_with(directive));
            let hosts = " https://films.example https://cdn.example:8443";
            assert!(sources.unwrap().contains(hosts), "{policy}");
        }
        assert!(
            !policy
                .split("; ")
                .any(|part| part.starts_with("script-src") && part.contains("films.example"))
        );
    }
}
