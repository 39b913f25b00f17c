//! Decisions on download requests.

use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_base::role::Role;

use super::{assert_done, rows};
use crate::support::client::Call;
use crate::support::member::Member;
use crate::support::{TestApp, info_hash, whole_film};

/// Requests a work by its first link.
async fn ask(t: &TestApp, member: &Member<'_>, work: &Value) {
    let hash = info_hash(work["number"].as_str().unwrap(), 1);
    let form = json!({ "censoredId": work["id"], "url": format!("magnet:?xt=urn:btih:{hash}") });
    let call = Call::post("/prod-api/web/cloud/file/download", &form).bearer(&member.access);
    let answer = t.send(call).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

both! {
    async fn requests_are_decided_once_oldest_first(t: &TestApp) {
        t.import(&[whole_film("ABC-1", 1), whole_film("ABC-2", 1)]);
        let list = t.rows("/works/detail/list").await;
        let (member, support) = (t.member("lin_xia").await, t.operator("wang_yuanshan", Role::Support).await);
        t.make_vip(&member, 30);
        assert!(rows(&support, "/downloads").await.is_empty());
        for work in &list {
            ask(t, &member, work).await;
            t.clock.advance(1_000);
        }
        let open = rows(&support, "/downloads?status=open").await;
        assert_eq!(open.len(), 2);
        let mut first = open[0].clone();
        let id = first["id"].take();
        assert_eq!(first, json!({
            "id": null, "userName": "lin_xia", "workId": list[0]["id"], "modId": list[0]["modId"], "number": list[0]["number"], "title": list[0]["title"],
            "infoHash": info_hash(list[0]["number"].as_str().unwrap(), 1),
            "status": "open", "note": "", "createTime": "2026-09-21 22:13:20", "decideTime": "",
        }));
        let form = json!({ "id": id, "decision": "done", "note": " 已放入影片库 " });
        let answers = join_all((0..6).map(|_| support.admin_post("/downloads/decide", &form))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.assert_fails(422, "download_decided");
        }
        assert_done(&support.admin_post("/downloads/decide", &json!({ "id": open[1]["id"], "decision": "refused" })).await);
        assert!(rows(&support, "/downloads").await.is_empty());
        let done = rows(&support, "/downloads?status=done").await;
        assert_eq!((done.len(), &done[0]["note"], &done[0]["decideTime"]), (1, &json!("已放入影片库"), &json!("2026-09-21 22:13:22")));
        assert_eq!(rows(&support, "/downloads?status=refused").await.len(), 1);
        let admin = t.operator("office-admin", Role::Admin).await;
        let log = rows(&admin, "/audit").await;
        assert_eq!(log.len(), 2);
        assert_eq!((&log[1]["action"], &log[1]["reason"], &log[1]["after"]), (&json!("downloads.decide"), &json!("已放入影片库"), &json!({ "status": "done", "work": list[0]["id"] })));
        let exported = member.get("/user/export").await.json()["data"]["downloadRequests"].clone();
        assert_eq!((&exported[0]["status"], &exported[1]["status"]), (&json!("done"), &json!("refused")));
    }

    async fn invalid_decisions_are_rejected(t: &TestApp) {
        let support = t.operator("wang_yuanshan", Role::Support).await;
        for bad in [
            json!({}), json!({ "id": "x", "decision": "done" }), json!({ "id": "910000000000000009", "decision": "open" }),
            json!({ "id": "910000000000000009", "decision": "done", "note": "长".repeat(201) }), json!({ "id": "910000000000000009", "decision": "done", "note": 5 }),
        ] {
            support.admin_post("/downloads/decide", &bad).await.assert_fails(400, "bad_request");
        }
        support.admin_post("/downloads/decide", &json!({ "id": "910000000000000009", "decision": "done" })).await.assert_fails(404, "not_found");
        support.admin_get("/downloads?status=waiting").await.assert_fails(400, "bad_request");
    }
}
