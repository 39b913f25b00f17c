//! Reports of works, and operators' decisions.

use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_base::role::Role;

use super::{assert_done, rows};
use crate::support::client::{Answer, Call};
use crate::support::member::{Member, PASSWORD};
use crate::support::{TestApp, films};

async fn work(t: &TestApp) -> String {
    t.import(&films("censored", 1));
    let rows = t.rows("/works/detail/list").await;
    rows[0]["id"].as_str().unwrap().to_owned()
}

/// A report of a visitor, who has solved a captcha.
pub async fn report(t: &TestApp, work: &str, reason: &str) -> Answer {
    t.post("/report", &solved(t, work, reason).await).await
}

/// A report with a solved captcha.
async fn solved(t: &TestApp, work: &str, reason: &str) -> Value {
    let (uuid, code) = t.captcha().await;
    json!({ "dataId": work, "reason": reason, "uuid": uuid, "code": code })
}

/// The same from a new installation.
async fn report_from_new_client(t: &TestApp, work: &str, reason: &str) -> Answer {
    let (another, form) = (t.another_installation(), solved(t, work, reason).await);
    t.send_as(&another, Call::post("/prod-api/v2/report", &form))
        .await
}

#[track_caller]
fn assert_arrived(answer: &Answer) {
    let arrived = json!({ "code": 200, "msg": "已提交" });
    assert_eq!((answer.status.as_u16(), answer.json()), (200, arrived));
}

/// What a player sends by itself.
async fn film_failed(member: &Member<'_>, work: &str, detail: &str) -> Answer {
    let form = json!({ "dataId": work, "reason": "playback", "detail": detail });
    member.post("/report", &form).await
}

fn reasons(rows: &[Value]) -> Vec<&str> {
    rows.iter()
        .map(|row| row["reason"].as_str().unwrap())
        .collect()
}

async fn is_listed(t: &TestApp, work: &str) -> bool {
    t.get(&format!("/works/detail/{work}")).await.status == 200
}

both! {
    async fn anybody_can_report_and_a_repeat_adds_nothing(t: &TestApp) {
        let work = work(t).await;
        let (member, support) = (t.member("lin-xiaoyue").await, t.operator("wang-yuanshan", Role::Support).await);
        for _ in 0..2 {
            assert_arrived(&report(t, &work, "wrong").await);
            let form = json!({ "dataId": work, "reason": "wrong", "detail": " 片名不符 ", "contact": "lin@example.org" });
            assert_arrived(&member.post("/report", &form).await);
        }
        assert_arrived(&report(t, &work, "other").await);
        assert_arrived(&report_from_new_client(t, &work, "other").await);
        assert!(is_listed(t, &work).await);
        let open = rows(&support, "/reports?status=open").await;
        assert_eq!(reasons(&open), ["wrong", "wrong", "other", "other"]);
        let mut shown = open[1].clone();
        shown["id"] = json!("");
        assert_eq!(shown, json!({
            "id": "", "workId": work, "number": "AAAA-001", "title": "山谷里的四季", "reason": "wrong", "detail": "片名不符", "contact": "lin@example.org",
            "status": "open", "decision": "", "note": "", "createTime": "2026-09-21 22:13:20", "reports": 4, "queued": "",
        }));
        let exported = member.get("/user/export").await.json()["data"]["reports"].clone();
        assert_eq!(exported, json!([{ "dataId": work, "reason": "wrong", "detail": "片名不符", "contact": "lin@example.org", "createTime": "2026-09-21 22:13:20" }]));
        assert_eq!(member.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        let open = rows(&support, "/reports").await;
        assert_eq!((open.len(), &open[1]["contact"]), (4, &json!("")));
    }

    async fn invalid_reports_are_rejected(t: &TestApp) {
        let work = work(t).await;
        for bad in [
            json!({}), json!({ "dataId": work }), json!({ "dataId": work, "reason": "spam" }), json!({ "dataId": "x", "reason": "wrong" }),
            json!({ "dataId": work, "reason": "wrong", "detail": "长".repeat(501) }), json!({ "dataId": work, "reason": "wrong", "contact": "a".repeat(121) }),
            json!({ "dataId": work, "reason": "wrong", "detail": 5 }),
        ] {
            t.post("/report", &bad).await.assert_fails(400, "bad_request");
        }
        report(t, "910000000000000009", "wrong").await.assert_fails(404, "not_found");
        let bad = Call::post("/prod-api/v2/report", &json!({ "dataId": work, "reason": "wrong" })).bearer("no.such.token");
        t.send(bad).await.assert_fails(401, "token_invalid");
    }

    async fn a_serious_report_hides_the_work_until_a_decision(t: &TestApp) {
        let work = work(t).await;
        let admin = t.operator("office-admin", Role::Admin).await;
        assert_arrived(&report(t, &work, "other").await);
        let member = t.member("lin-xiaoyue").await;
        assert_arrived(&member.post("/report", &json!({ "dataId": work, "reason": "minor" })).await);
        assert!(!is_listed(t, &work).await);
        // The same response to the same client; for others the work does not exist.
        assert_arrived(&member.post("/report", &json!({ "dataId": work, "reason": "minor" })).await);
        report(t, &work, "minor").await.assert_fails(404, "not_found");
        let entry = rows(&admin, "/audit").await[0].clone();
        assert_eq!((&entry["actor"], &entry["action"], &entry["reason"]), (&json!("系统"), &json!("works.suspend"), &json!("minor")));
        assert_eq!(rows(&admin, "/audit?actor=%E7%B3%BB%E7%BB%9F").await.len(), 1);
        // Neither an import nor an editor restores it.
        let mut again = films("censored", 1);
        again[0]["title"] = json!("改过的");
        t.import(&again);
        assert!(!is_listed(t, &work).await);
        let restore = json!({ "id": work, "reason": "看过了" });
        admin.admin_post("/works/restore", &restore).await.assert_fails(422, "report_open");
        assert_eq!(admin.admin_get(&format!("/works/{work}")).await.json()["data"]["reported"], 1);
        // Serious ones come first.
        let open = rows(&admin, "/reports").await;
        assert_eq!(reasons(&open), ["minor", "other"]);
        assert_done(&admin.admin_post("/reports/decide", &json!({ "id": open[0]["id"], "decision": "keep", "note": "已核实" })).await);
        assert!(is_listed(t, &work).await);
        let done = rows(&admin, "/reports?status=done").await;
        assert_eq!((done.len(), &done[0]["status"], &done[0]["decision"], &done[0]["note"]), (1, &json!("done"), &json!("keep"), &json!("已核实")));
        assert_eq!(reasons(&rows(&admin, "/reports").await), ["other"]);
        let actions: Vec<Value> = rows(&admin, "/audit").await.iter().map(|row| row["action"].clone()).collect();
        assert_eq!(actions, [json!("reports.decide"), json!("works.restore"), json!("works.suspend")]);
        let again = admin.admin_post("/reports/decide", &json!({ "id": open[0]["id"], "decision": "takedown" })).await;
        again.assert_fails(422, "report_decided");
        assert!(is_listed(t, &work).await);
    }

    async fn a_work_kept_by_an_operator_stays_visible_when_reported_again(t: &TestApp) {
        let work = work(t).await;
        let support = t.operator("wang-yuanshan", Role::Support).await;
        assert_arrived(&report(t, &work, "minor").await);
        assert!(!is_listed(t, &work).await);
        let first = rows(&support, "/reports").await[0]["id"].clone();
        support.admin_post("/reports/decide", &json!({ "id": first, "decision": "keep" })).await;
        assert!(is_listed(t, &work).await);
        // A new installation, a member and the other serious reason: all of them wait for an operator.
        assert_arrived(&report_from_new_client(t, &work, "minor").await);
        let member = t.member("lin-xiaoyue").await;
        assert_arrived(&member.post("/report", &json!({ "dataId": work, "reason": "nonconsent" })).await);
        assert!(is_listed(t, &work).await);
        let open = rows(&support, "/reports").await;
        assert_eq!(reasons(&open), ["minor", "nonconsent"]);
        assert!(open.iter().all(|row| row["queued"] == "kept"), "{open:?}");
        assert_done(&support.admin_post("/reports/decide", &json!({ "id": open[0]["id"], "decision": "takedown" })).await);
        assert!(!is_listed(t, &work).await);
    }

    async fn a_visitor_solves_a_captcha_and_a_member_does_not(t: &TestApp) {
        let work = work(t).await;
        let plain = json!({ "dataId": work, "reason": "minor" });
        t.post("/report", &plain).await.assert_fails(400, "bad_request");
        let mut wrong = solved(t, &work, "minor").await;
        wrong["code"] = json!("----");
        t.post("/report", &wrong).await.assert_fails(422, "captcha_wrong");
        t.post("/report", &wrong).await.assert_fails(422, "captcha_expired");
        assert!(is_listed(t, &work).await);
        let member = t.member("lin-xiaoyue").await;
        assert_arrived(&member.post("/report", &plain).await);
        assert!(!is_listed(t, &work).await);
    }

    async fn failures_of_a_film_are_one_report_however_many_members_meet_them(t: &TestApp) {
        let work = work(t).await;
        let support = t.operator("wang-yuanshan", Role::Support).await;
        let (one, other) = (t.member("lin-xiaoyue").await, t.member("zhou-qing").await);
        for (member, detail) in [(&one, "线路 1 播放失败"), (&one, "线路 1 播放失败"), (&other, "线路 2 播放失败")] {
            assert_arrived(&film_failed(member, &work, detail).await);
        }
        let open = rows(&support, "/reports").await;
        assert_eq!(reasons(&open), ["playback"]);
        assert_eq!((&open[0]["detail"], &open[0]["reports"]), (&json!("线路 1 播放失败\n线路 2 播放失败"), &json!(3)));
        // It is nobody's.
        assert_eq!(one.get("/user/export").await.json()["data"]["reports"], json!([]));
        // What members say themselves arrives as before, and is decided on its own.
        let own = json!({ "dataId": work, "reason": "other", "detail": "声音不同步" });
        assert_arrived(&one.post("/report", &own).await);
        let open = rows(&support, "/reports").await;
        assert_eq!(reasons(&open), ["playback", "other"]);
        assert_eq!((&open[1]["detail"], &open[1]["reports"]), (&json!("声音不同步"), &json!(4)));
        let keep = json!({ "id": open[0]["id"], "decision": "keep", "note": "已修复" });
        assert_done(&support.admin_post("/reports/decide", &keep).await);
        assert_eq!(reasons(&rows(&support, "/reports").await), ["other"]);
        // A film that fails again is a report again, whatever was decided before.
        for _ in 0..2 {
            for _ in 0..2 {
                assert_arrived(&film_failed(&one, &work, "线路 1 播放失败").await);
            }
            let open = rows(&support, "/reports").await;
            assert_eq!(reasons(&open), ["other", "playback"]);
            let keep = json!({ "id": open[1]["id"], "decision": "keep" });
            assert_done(&support.admin_post("/reports/decide", &keep).await);
        }
        let keep = json!({ "id": rows(&support, "/reports").await[0]["id"], "decision": "keep" });
        assert_done(&support.admin_post("/reports/decide", &keep).await);
        assert_eq!(rows(&support, "/reports?status=done").await.len(), 4);
        film_failed(&one, "910000000000000009", "").await.assert_fails(404, "not_found");
    }

    async fn players_that_fail_at_once_make_one_report(t: &TestApp) {
        let work = work(t).await;
        let support = t.operator("wang-yuanshan", Role::Support).await;
        let (one, other) = (t.member("lin-xiaoyue").await, t.member("zhou-qing").await);
        let members = [&one, &other, &one, &other, &one, &other];
        let sent = join_all(members.map(|member| film_failed(member, &work, "线路 1 播放失败"))).await;
        for answer in &sent {
            assert_arrived(answer);
        }
        let open = rows(&support, "/reports").await;
        assert_eq!((open.len(), &open[0]["reports"]), (1, &json!(6)), "{open:?}");
    }

    async fn many_reports_are_decided_together(t: &TestApp) {
        t.import(&films("censored", 3));
        let works: Vec<String> = t.rows("/works/detail/list").await.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect();
        let support = t.operator("wang-yuanshan", Role::Support).await;
        for work in &works {
            assert_arrived(&report(t, work, "minor").await);
        }
        let ids: Vec<Value> = rows(&support, "/reports").await.iter().map(|row| row["id"].clone()).collect();
        let form = json!({ "ids": ids, "decision": "keep", "note": "已核实" });
        let answer = support.admin_post("/reports/decisions", &form).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["data"]), (200, &json!({ "decided": 3, "skipped": 0 })), "{}", answer.text());
        for work in &works {
            assert!(is_listed(t, work).await);
        }
        // Reports decided by others meanwhile are skipped, and so are missing ones.
        let more = [&ids[..], &[json!("910000000000000009")]].concat();
        let answer = support.admin_post("/reports/decisions", &json!({ "ids": more, "decision": "takedown" })).await;
        assert_eq!(answer.json()["data"], json!({ "decided": 0, "skipped": 4 }));
        assert!(is_listed(t, &works[0]).await);
        for bad in [
            json!({ "ids": [], "decision": "keep" }), json!({ "ids": ["x"], "decision": "keep" }), json!({ "ids": ids, "decision": "maybe" }),
            json!({ "ids": vec!["910000000000000009"; 101], "decision": "keep" }), json!({ "decision": "keep" }),
            json!({ "ids": ids, "decision": "keep", "note": "长".repeat(501) }),
        ] {
            assert_eq!(support.admin_post("/reports/decisions", &bad).await.status, 400, "{bad}");
        }
    }

    async fn one_that_cannot_be_taken_down_leaves_the_others_decided(t: &TestApp) {
        t.import(&films("censored", 3));
        let ids: Vec<String> = t.rows("/works/detail/list").await.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect();
        let (member, support) = (t.member("lin-xiaoyue").await, t.operator("wang-yuanshan", Role::Support).await);
        let editor = t.operator("operator-editor", Role::Editor).await;
        // Each has a report of players; merged, the work that stays keeps its own.
        for work in &ids {
            assert_arrived(&film_failed(&member, work, "线路 1 播放失败").await);
        }
        let merge = json!({ "id": ids[0], "into": ids[1], "reason": "重复收录" });
        assert_done(&editor.admin_post("/works/merge", &merge).await);
        let open = rows(&support, "/reports").await;
        let of = |work: &str| open.iter().find(|row| row["workId"] == work).unwrap()["id"].clone();
        let form = json!({ "ids": [of(&ids[0]), of(&ids[1]), of(&ids[2])], "decision": "takedown" });
        let answer = support.admin_post("/reports/decisions", &form).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["data"]), (200, &json!({ "decided": 2, "skipped": 1 })), "{}", answer.text());
        assert!(!is_listed(t, &ids[1]).await && !is_listed(t, &ids[2]).await);
        let left = rows(&support, "/reports").await;
        assert_eq!((left.len(), &left[0]["workId"]), (1, &json!(ids[0])));
        let keep = json!({ "ids": [left[0]["id"]], "decision": "keep" });
        assert_eq!(support.admin_post("/reports/decisions", &keep).await.json()["data"], json!({ "decided": 1, "skipped": 0 }));
    }

    async fn concurrent_decisions_leave_no_work_undecided(t: &TestApp) {
        let work = work(t).await;
        let support = t.operator("wang-yuanshan", Role::Support).await;
        let (one, other) = (t.member("lin-xiaoyue").await, t.member("zhou-qing").await);
        let serious = |reason: &str| json!({ "dataId": work, "reason": reason });
        let (minor, nonconsent) = (serious("minor"), serious("nonconsent"));
        let created = join_all([one.post("/report", &minor), other.post("/report", &nonconsent)]).await;
        assert!(created.iter().all(|answer| [200, 404].contains(&answer.status.as_u16())));
        assert!(!is_listed(t, &work).await);
        let open = rows(&support, "/reports").await;
        let forms: Vec<Value> = open.iter().map(|row| json!({ "id": row["id"], "decision": "keep" })).collect();
        let decided = join_all(forms.iter().cycle().take(8).map(|form| support.admin_post("/reports/decide", form))).await;
        assert_eq!(decided.iter().filter(|answer| answer.status == 200).count(), open.len());
        assert!(rows(&support, "/reports").await.is_empty());
        assert!(is_listed(t, &work).await);
    }

    async fn taking_down_settles_all_reports_of_the_work(t: &TestApp) {
        let work = work(t).await;
        let support = t.operator("wang-yuanshan", Role::Support).await;
        for reason in ["copyright", "wrong", "nonconsent"] {
            assert_arrived(&report(t, &work, reason).await);
        }
        let open = rows(&support, "/reports").await;
        let decision = json!({ "id": open[1]["id"], "decision": "takedown", "note": "版权方要求" });
        assert_done(&support.admin_post("/reports/decide", &decision).await);
        t.app.indexer.catch_up_now();
        assert!(!is_listed(t, &work).await && t.numbers("").await.is_empty());
        assert!(rows(&support, "/reports").await.is_empty());
        assert_eq!(rows(&support, "/reports?status=done").await.len(), 3);
        let mut again = films("censored", 1);
        again[0]["title"] = json!("改过的");
        t.import(&again);
        assert!(!is_listed(t, &work).await);
        let editor = t.operator("operator-editor", Role::Editor).await;
        // One of the reports was serious, so an editor cannot change the decision.
        let restore = json!({ "id": work, "reason": "误判" });
        editor.admin_post("/works/restore", &restore).await.assert_fails(403, "forbidden");
        let admin = t.operator("office-admin", Role::Admin).await;
        assert_done(&admin.admin_post("/works/restore", &restore).await);
        assert!(is_listed(t, &work).await);
        for (bad, status) in [
            (json!({ "id": open[0]["id"] }), 400), (json!({ "id": open[0]["id"], "decision": "maybe" }), 400),
            (json!({ "id": "910000000000000009", "decision": "keep" }), 404), (json!({ "id": open[0]["id"], "decision": "keep", "note": "长".repeat(501) }), 400),
        ] {
            assert_eq!(support.admin_post("/reports/decide", &bad).await.status, status, "{bad}");
        }
        support.admin_get("/reports?status=all").await.assert_fails(400, "bad_request");
    }
}

#[actix_web::test]
async fn an_address_reports_five_times_an_hour() {
    let t = TestApp::with(&[("REPORTS_PER_HOUR", "5")]).await;
    let work = work(&t).await;
    for reason in ["copyright", "privacy", "wrong", "other", "other"] {
        assert_arrived(&report(&t, &work, reason).await);
    }
    let rejected = report(&t, &work, "other").await;
    rejected.assert_fails(429, "rate_limited");
    assert_eq!(rejected.header("retry-after"), "720");
}

#[actix_web::test]
async fn reports_of_players_take_none_of_the_reports_of_people() {
    for t in TestApp::on_both(&[("REPORTS_PER_HOUR", "1")]).await {
        let work = work(&t).await;
        let member = t.member("lin-xiaoyue").await;
        for _ in 0..60 {
            assert_arrived(&film_failed(&member, &work, "线路 1 播放失败").await);
        }
        let rejected = film_failed(&member, &work, "线路 1 播放失败").await;
        rejected.assert_fails(429, "rate_limited");
        let serious = json!({ "dataId": work, "reason": "minor" });
        assert_arrived(&member.post("/report", &serious).await);
        assert!(!is_listed(&t, &work).await);
        let again = member
            .post("/report", &json!({ "dataId": work, "reason": "wrong" }))
            .await;
        again.assert_fails(429, "rate_limited");
    }
}

#[actix_web::test]
async fn beyond_the_hourly_limit_of_hidden_works_reports_wait_for_an_operator() {
    for t in TestApp::on_both(&[("REPORTS_HIDE_PER_HOUR", "2")]).await {
        t.import(&films("censored", 4));
        let works: Vec<String> = t
            .rows("/works/detail/list")
            .await
            .iter()
            .map(|row| row["id"].as_str().unwrap().to_owned())
            .collect();
        let support = t.operator("wang-yuanshan", Role::Support).await;
        for work in &works[..3] {
            assert_arrived(&report_from_new_client(&t, work, "minor").await);
        }
        let there = [
            is_listed(&t, &works[0]).await,
            is_listed(&t, &works[1]).await,
            is_listed(&t, &works[2]).await,
        ];
        assert_eq!(there, [false, false, true]);
        let open = rows(&support, "/reports").await;
        let queued: Vec<&str> = open
            .iter()
            .map(|row| row["queued"].as_str().unwrap())
            .collect();
        assert_eq!(queued, ["", "", "breaker"]);
        let waiting = support.admin_get("/dashboard").await.json()["data"]["waiting"].clone();
        assert_eq!(
            (&waiting["reports"], &waiting["reportsHeld"]),
            (&json!(3), &json!(1))
        );
        // In the next hour works are hidden again.
        t.clock.advance(3_600_000);
        assert_arrived(&report_from_new_client(&t, &works[3], "minor").await);
        assert!(!is_listed(&t, &works[3]).await);
    }
}
