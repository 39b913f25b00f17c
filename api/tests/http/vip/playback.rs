//! Who gets the URL of a stream.

use serde_json::json;

use crate::support::member::Member;
use crate::support::{TestApp, film, whole_film};

const CHANNELS: [&str; 3] = ["censored", "uncensored", "western"];

/// The id of a work.
pub async fn id_of(t: &TestApp, number: &str) -> String {
    let rows = t
        .rows(&format!("/works/detail/list?keyword={number}"))
        .await;
    rows[0]["id"].as_str().unwrap().to_owned()
}

/// The URL of a work's playlist.
pub async fn address(member: &Member<'_>, work: &str) -> String {
    let answer = member.get(&format!("/video/censored/{work}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["data"]["m3u8Url"]
        .as_str()
        .unwrap()
        .to_owned()
}

both! {
    async fn only_vip_get_a_url_and_only_of_playable_works(t: &TestApp) {
        t.import(&[
            whole_film("ABC-1", 0), film("ABC-2", "没有在线", json!({})), film("ABC-3", "正在转码", json!({ "isOnline": 2 })),
        ]);
        let (work, offline, transcoding) = (id_of(t, "ABC-1").await, id_of(t, "ABC-2").await, id_of(t, "ABC-3").await);
        let member = t.member("lin-xiaoyue").await;
        let rejected = async |work: &str, word: &str, msg: &str| {
            for channel in CHANNELS {
                let answer = member.get(&format!("/video/{channel}/{work}")).await;
                answer.assert_fails(422, word);
                assert_eq!((&answer.json()["code"], &answer.json()["msg"]), (&json!(402), &json!(msg)));
            }
        };
        rejected(&work, "vip_required", "开通VIP后可在线观看").await;
        t.make_vip(&member, 1);
        rejected(&offline, "not_online", "该影片不支持在线观看，请使用磁力下载").await;
        rejected(&transcoding, "transcoding", "影片正在转码，请稍后再试").await;
        for channel in CHANNELS {
            let answer = member.get(&format!("/video/{channel}/{work}")).await;
            assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
            let data = answer.json()["data"].clone();
            assert_eq!(data["expires"], "2026-09-22 04:13:20");
            let url = data["m3u8Url"].as_str().unwrap();
            assert!(url.starts_with("/hls/") && url.ends_with(&format!("/1790021600/{work}/index.m3u8")), "{url}");
        }
        for unknown in ["910000000000000009", "9223372036854775808", "abc", "..", "0"] {
            for channel in CHANNELS {
                member.get(&format!("/video/{channel}/{unknown}")).await.assert_fails(404, "not_found");
            }
        }
        let mut hidden = whole_film("ABC-1", 0);
        hidden["hidden"] = json!(true);
        t.import(&[hidden]);
        member.get(&format!("/video/censored/{work}")).await.assert_fails(404, "not_found");
        // After VIP expires, playback ends too.
        let mut shown = whole_film("ABC-1", 0);
        shown["hidden"] = json!(false);
        t.import(&[shown]);
        t.clock.advance(86_400_000);
        let again = t.signed_in("lin-xiaoyue").await;
        again.get(&format!("/video/censored/{work}")).await.assert_fails(422, "vip_required");
    }

    async fn a_member_gets_twenty_urls_an_hour(t: &TestApp) {
        t.import(&[whole_film("ABC-1", 0), film("ABC-2", "没有在线", json!({}))]);
        let (work, offline) = (id_of(t, "ABC-1").await, id_of(t, "ABC-2").await);
        let (member, other) = (t.member("lin-xiaoyue").await, t.member("wang-yuanshan").await);
        t.make_vip(&member, 1);
        t.make_vip(&other, 1);
        for _ in 0..20 {
            address(&member, &work).await;
            // A request that returns no URL is not counted.
            member.get(&format!("/video/censored/{offline}")).await.assert_fails(422, "not_online");
        }
        let rejected = member.get(&format!("/video/western/{work}")).await;
        rejected.assert_fails(429, "rate_limited");
        assert_eq!(rejected.header("retry-after"), "180");
        address(&other, &work).await;
        t.clock.advance(180_000);
        address(&member, &work).await;
        member.get(&format!("/video/censored/{work}")).await.assert_fails(429, "rate_limited");
    }
}
