//! Download requests, which are stored and never fetched.

use std::net::TcpListener;

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_db::schema::{download_requests, works};
use yingku_http_kit::error::ApiError;

use crate::support::client::{Answer, Call};
use crate::support::member::{Member, PASSWORD};
use crate::support::{TestApp, info_hash, whole_film};

async fn ask(t: &TestApp, member: &Member<'_>, form: &Value) -> Answer {
    let call = Call::post("/prod-api/web/cloud/file/download", form);
    t.send(call.bearer(&member.access)).await
}

fn requests(t: &TestApp) -> Vec<(i64, String, String)> {
    let all = download_requests::table
        .select((
            download_requests::work_id,
            download_requests::info_hash,
            download_requests::status,
        ))
        .order(download_requests::id);
    t.app
        .state
        .db
        .read_now::<_, ApiError, _>(|conn| Ok(all.load(conn)?))
        .unwrap()
}

/// Two works, and the id of the first.
async fn works(t: &TestApp) -> String {
    t.import(&[whole_film("ABC-1", 2), whole_film("ABC-2", 1)]);
    let found = t.rows("/works/detail/list?keyword=ABC-1").await;
    found[0]["id"].as_str().unwrap().to_owned()
}

/// The rows of the member's own list.
async fn listed(member: &Member<'_>, query: &str) -> Vec<Value> {
    let answer = member.get(&format!("/user/downloads{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["rows"].as_array().unwrap().clone()
}

/// How many decisions the member has not read.
async fn news(member: &Member<'_>) -> Value {
    member.get("/user/getInfo").await.json()["decided"].clone()
}

/// Hides all works, or shows them again.
fn hide_works(t: &TestApp, hidden: bool) {
    let change = diesel::update(works::table).set(works::hidden.eq(hidden));
    t.app
        .state
        .db
        .write_now::<_, ApiError, _>(|conn| Ok(change.execute(conn)?))
        .unwrap();
}

fn link(number: &str, link: u32) -> String {
    format!(
        "magnet:?xt=urn:btih:{}&dn=name&tr=udp%3A%2F%2Ftracker",
        info_hash(number, link)
    )
}

both! {
    async fn vip_request_each_link_of_a_work_once(t: &TestApp) {
        let work = works(t).await;
        let member = t.member("lin-xiaoyue").await;
        let form = json!({ "censoredId": work, "url": link("ABC-1", 1) });
        let rejected = ask(t, &member, &form).await;
        rejected.assert_fails(422, "vip_required");
        assert_eq!((&rejected.json()["code"], &rejected.json()["msg"]), (&json!(402), &json!("开通VIP后可提交离线下载")));
        t.make_vip(&member, 1);
        for url in [link("ABC-1", 1), link("ABC-1", 1).to_uppercase().replace("MAGNET", "magnet"), link("ABC-1", 2)] {
            let answer = ask(t, &member, &json!({ "censoredId": work, "url": url })).await;
            assert_eq!((answer.status.as_u16(), answer.json()), (200, json!({ "code": 200, "msg": "已提交" })), "{url}");
        }
        let id: i64 = work.parse().unwrap();
        let open = |number| (id, info_hash("ABC-1", number), "open".to_owned());
        assert_eq!(requests(t), [open(1), open(2)]);
        let exported = member.get("/user/export").await.json()["data"]["downloadRequests"].clone();
        assert_eq!((&exported[0]["number"], exported.as_array().unwrap().len()), (&json!("ABC-1"), 2));
        assert_eq!(member.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        assert!(requests(t).is_empty());
    }

    async fn a18_a_url_that_is_no_link_of_the_work_is_rejected_and_never_fetched(t: &TestApp) {
        let work = works(t).await;
        let member = t.member("lin-xiaoyue").await;
        t.make_vip(&member, 1);
        let canary = TcpListener::bind("127.0.0.1:0").unwrap();
        canary.set_nonblocking(true).unwrap();
        let port = canary.local_addr().unwrap().port();
        let own = info_hash("ABC-1", 1);
        for url in [
            format!("http://127.0.0.1:{port}/"), format!("http://localhost:{port}/magnet:?xt=urn:btih:{own}"),
            format!("http://[::1]:{port}/"), format!("http://0x7f000001:{port}/"), format!("http://2130706433:{port}/"),
            format!("http://127.1:{port}/"), "http://169.254.169.254/latest/meta-data/".to_owned(), "file:///etc/passwd".to_owned(),
            "gopher://127.0.0.1/".to_owned(), "https://ok@evil.example/".to_owned(), "https://ok.evil.example/".to_owned(), format!("magnet:?xt=urn:btih:{own}@evil.example"), "//evil.example/".to_owned(),
            "\\\\evil.example\\x".to_owned(), format!("magnet:?xt=urn:btih:{own}\r\nHost: evil"),
            format!("magnet:?xs=http://127.0.0.1:{port}/"),
            format!("magnet:?xt=urn:btih:{own}{}", "&x=1".repeat(600)), String::new(), "\0".to_owned(),
        ] {
            let answer = ask(t, &member, &json!({ "censoredId": work, "url": url })).await;
            answer.assert_fails(400, "bad_request");
        }
        assert_eq!(canary.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
        let other = json!({ "censoredId": work, "url": link("ABC-2", 1) });
        let rejected = ask(t, &member, &other).await;
        rejected.assert_fails(422, "link_foreign");
        assert_eq!(rejected.json()["msg"], "请提供该影片的磁力链接");
        let unknown = json!({ "censoredId": "910000000000000009", "url": link("ABC-1", 1) });
        ask(t, &member, &unknown).await.assert_fails(404, "not_found");
        for bad in [json!({}), json!({ "censoredId": work }), json!({ "url": link("ABC-1", 1) }), json!({ "censoredId": work, "url": 5 })] {
            ask(t, &member, &bad).await.assert_fails(400, "bad_request");
        }
        assert!(requests(t).is_empty());
    }

    async fn a_member_sees_every_outcome_and_is_notified_until_the_list_is_read(t: &TestApp) {
        let work = works(t).await;
        let (member, support) = (t.member("lin-xiaoyue").await, t.operator("wang-yuanshan", Role::Support).await);
        assert_eq!((listed(&member, "").await.len(), news(&member).await), (0, json!(0)));
        t.make_vip(&member, 1);
        for number in [1, 2] {
            ask(t, &member, &json!({ "censoredId": work, "url": link("ABC-1", number) })).await;
            t.clock.advance(1_000);
        }
        let open = listed(&member, "").await;
        let films = t.rows("/works/detail/list").await;
        let film = films.iter().find(|film| film["id"] == work.as_str()).unwrap();
        assert_eq!(open[1], json!({
            "id": open[1]["id"], "work": film, "infoHash": info_hash("ABC-1", 1), "status": "open",
            "createTime": "2026-09-21 22:13:20", "unread": false,
        }));
        assert_eq!((open[0]["infoHash"].as_str().unwrap(), news(&member).await), (info_hash("ABC-1", 2).as_str(), json!(0)));
        let rejected = json!({ "id": open[1]["id"], "decision": "refused", "note": "链接没有人做种" });
        assert_eq!(support.admin_post("/downloads/decide", &rejected).await.status, 200);
        assert_eq!(news(&member).await, 1);
        // Filtered by one work, nothing is marked as read.
        let of_work = listed(&member, &format!("?dataId={work}")).await;
        assert_eq!((of_work.len(), &of_work[0]["unread"], news(&member).await), (2, &json!(true), json!(1)));
        assert!(listed(&member, "?dataId=910000000000000009").await.is_empty());
        // The latest change comes first.
        let now = &listed(&member, "?pageSize=1").await[0];
        assert_eq!((&now["status"], &now["note"], &now["decideTime"], &now["unread"]),
            (&json!("refused"), &json!("链接没有人做种"), &json!("2026-09-21 22:13:22"), &json!(true)));
        assert_eq!((news(&member).await, &listed(&member, "").await[0]["unread"]), (json!(0), &json!(false)));
        let exported = member.get("/user/export").await.json()["data"]["downloadRequests"].clone();
        assert_eq!((&exported[0]["note"], &exported[0]["decideTime"]), (&json!("链接没有人做种"), &json!("2026-09-21 22:13:22")));
        for bad in ["dataId=x", "pageSize=101"] {
            member.get(&format!("/user/downloads?{bad}")).await.assert_fails(400, "bad_request");
        }
    }

    async fn requests_for_works_off_the_site_are_neither_shown_nor_counted(t: &TestApp) {
        let work = works(t).await;
        let (member, support) = (t.member("lin-xiaoyue").await, t.operator("wang-yuanshan", Role::Support).await);
        t.make_vip(&member, 1);
        ask(t, &member, &json!({ "censoredId": work, "url": link("ABC-1", 1) })).await;
        let id = listed(&member, "").await[0]["id"].clone();
        support.admin_post("/downloads/decide", &json!({ "id": id, "decision": "done" })).await;
        hide_works(t, true);
        assert_eq!((listed(&member, "").await.len(), news(&member).await), (0, json!(0)));
        hide_works(t, false);
        assert_eq!((news(&member).await, listed(&member, "").await.len()), (json!(1), 1));
    }

    async fn a_member_has_twenty_open_requests_and_may_repeat_them(t: &TestApp) {
        t.import(&[whole_film("ABC-1", 22)]);
        let work = t.rows("/works/detail/list?keyword=ABC-1").await[0]["id"].clone();
        let (member, support) = (t.member("lin-xiaoyue").await, t.operator("wang-yuanshan", Role::Support).await);
        t.make_vip(&member, 1);
        let form = |number| json!({ "censoredId": work, "url": link("ABC-1", number) });
        for number in 1..=20 {
            assert_eq!(ask(t, &member, &form(number)).await.status, 200);
        }
        ask(t, &member, &form(21)).await.assert_fails(422, "too_many_downloads");
        assert_eq!(ask(t, &member, &form(20)).await.status, 200);
        let id = listed(&member, "").await[0]["id"].clone();
        support.admin_post("/downloads/decide", &json!({ "id": id, "decision": "done" })).await;
        assert_eq!(ask(t, &member, &form(21)).await.status, 200);
        ask(t, &member, &form(22)).await.assert_fails(422, "too_many_downloads");
        assert_eq!(requests(t).len(), 21);
    }
}
