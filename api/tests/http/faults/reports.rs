//! Reports of works, and operators' decisions.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_db::schema::{report_hours, reports};

use super::account::post;
use super::walk::{Walk, operation};
use crate::pay::write;
use crate::support::film;
use crate::support::member::Member;

pub async fn walk(walk: &Walk<'_>) {
    let t = walk.t;
    t.import(&[film("REP-1", "山谷里的四季", json!({}))]);
    let work = t.rows("/works/detail/list?keyword=REP-1").await[0]["id"].clone();
    let member = t.member("lin_reports").await;
    for (reason, report) in [
        ("wrong", operation("POST /v2/report")),
        // A serious one hides the work at once.
        (
            "minor",
            operation("POST /v2/report").logged("works.suspend"),
        ),
        ("playback", operation("POST /v2/report")),
    ] {
        walk.persist(report, async || {
            delete_reports(walk).await;
            post(
                &member,
                "/v2/report",
                &json!({ "dataId": work, "reason": reason }),
            )
        })
        .await;
    }
    decisions(walk, &member, &work).await;
}

async fn decisions(walk: &Walk<'_>, member: &Member<'_>, work: &Value) {
    let decide = operation("POST /admin/reports/decide").logged("reports.decide");
    walk.persist(decide, async || {
        let form = json!({ "id": reported(walk, member, work).await, "decision": "keep", "note": "不属实" });
        post(&walk.admin, "/admin/reports/decide", &form)
    })
    .await;
    let decide = operation("POST /admin/reports/decisions").logged("reports.decide");
    walk.persist(decide, async || {
        let form = json!({ "ids": [reported(walk, member, work).await], "decision": "keep", "note": "不属实" });
        post(&walk.admin, "/admin/reports/decisions", &form)
    })
    .await;
}

/// The work is visible and has no reports.
async fn delete_reports(walk: &Walk<'_>) {
    let open = walk.admin.admin_get("/reports?status=open").await.json();
    for report in open["rows"].as_array().unwrap() {
        let form = json!({ "id": report["id"], "decision": "keep", "note": "不属实" });
        let decided = walk.admin.admin_post("/reports/decide", &form).await;
        assert_eq!(decided.status, 200, "{}", decided.text());
    }
    write(walk.t, |conn| {
        diesel::delete(report_hours::table).execute(conn)?;
        diesel::delete(reports::table).execute(conn)
    });
}

/// The id of a new report.
async fn reported(walk: &Walk<'_>, member: &Member<'_>, work: &Value) -> Value {
    delete_reports(walk).await;
    let form = json!({ "dataId": work, "reason": "wrong" });
    let reported = member.post("/report", &form).await;
    assert_eq!(reported.status, 200, "{}", reported.text());
    let open = walk.admin.admin_get("/reports?status=open").await.json();
    open["rows"][0]["id"].clone()
}
