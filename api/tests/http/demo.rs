//! Demo works, and their removal.

use serde_json::json;
use yingku_base::role::Role;

use crate::support::command::Program;
use crate::support::{TestApp, film};

both! {
    async fn demo_works_are_removed_unless_they_have_become_others(t: &TestApp) {
        let program = Program::new();
        let run = |arguments: &[&str]| {
            let ran = program.run_with("DATABASE_URL", &t.db.url, arguments);
            assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
            t.app.indexer.catch_up_now();
            ran.out
        };
        run(&["demo", "--works", "20", "--seed", "7"]);
        run(&["demo", "--works", "40", "--seed", "7"]);
        let works = t.rows("/works/detail/list?modName=censored&pageSize=20").await;
        let text = |at: usize, field: &str| works[at][field].as_str().unwrap().to_owned();

        // A member likes the first, and a real film comes under the number of the second.
        let member = t.member("lin_xia").await;
        let like = json!({ "status": 0, "dataId": text(0, "id") });
        assert_eq!(member.post("/user/like", &like).await.status, 200);
        t.import(&[film(&text(1, "number"), "山谷里的四季", json!({ "makers": [{ "name": "远山" }] }))]);

        let output = run(&["demo", "--remove"]);
        assert!(output.starts_with("38 demo works and "), "{output}");
        assert!(output.contains("1 works that members use hidden"), "{output}");
        let left = t.rows("/works/detail/list").await;
        assert_eq!(left.len(), 1, "{left:?}");
        assert_eq!(left[0]["title"], "山谷里的四季");
        assert_eq!(t.get(&format!("/works/detail/{}", text(0, "id"))).await.status, 404);
        let terms = t.rows("/tag/list?tableName=maker&modId=1").await;
        assert_eq!(terms.len(), 1, "{terms:?}");

        // Another run finds nothing, and the counters are right.
        assert!(run(&["demo", "--remove", "--works", "40", "--seed", "7"]).starts_with("0 demo works and 0 terms"));
        let operator = t.operator("su_ran", Role::Admin).await;
        let dashboard = operator.admin_get("/dashboard").await.json();
        let works = &dashboard["data"]["works"];
        assert_eq!((&works["censored"], &works["hidden"]), (&json!(1), &json!(1)), "{dashboard}");
    }
}
