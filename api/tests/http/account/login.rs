//! Registration and login: the good way, and every refusal (security checklist, rows 11 and 12).

use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::member::{PASSWORD, login_form};

both! {
    async fn who_registers_can_log_in_and_is_known(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let info = member.get("/user/getInfo").await.json();
        assert_eq!((&info["code"], &info["msg"]), (&json!(200), &json!("操作成功")));
        assert_eq!(info["user"]["userName"], "lin_xia");
        assert_eq!(info["user"]["email"], "s***@example.org");
        assert_eq!(info["user"]["avatar"], format!("avatars/{}.svg", member.id));
        assert_eq!(info["level"], json!({ "levelId": 1, "groupName": "普通会员", "groupLevel": 1 }));
        assert_eq!((&info["roles"], &info["permissions"]), (&json!(["member"]), &json!([])));
        assert!(member.id.len() >= 16);
    }

    async fn a_visitor_is_told_so(t: &TestApp) {
        let info = t.get("/user/getInfo").await;
        assert_eq!(info.status, 200);
        let info = info.json();
        assert_eq!(info["user"], Value::Null);
        assert_eq!(info["level"], json!({ "levelId": 0, "groupName": "游客", "groupLevel": 0 }));
    }

    async fn an_unknown_name_and_a_wrong_password_are_answered_alike(t: &TestApp) {
        t.member("lin_xia").await;
        let (unknown, wrong) = (t.login("nobody-here", PASSWORD).await, t.login("lin_xia", "loud-river-27").await);
        for answer in [&unknown, &wrong] {
            answer.assert_fails(422, "bad_credentials");
            assert_eq!(answer.json()["code"], 402);
            assert_eq!(answer.json()["msg"], "用户名或密码错误");
        }
        let form = login_form("lin_xia", PASSWORD, "", "");
        t.post("/user/login", &form).await.assert_fails(400, "bad_request");
    }
}
