//! The number of database queries per request, counted by the connections.

use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::json;
use yingku_base::role::Role;
use yingku_db::{Engine, Trace};

use crate::support::{TestApp, films};

/// The list of batches takes as many queries for many as for one.
#[actix_web::test]
async fn the_list_of_batches_has_a_constant_number_of_queries() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let recorded: Arc<Mutex<Vec<String>>> = Arc::default();
        let recorder = Arc::clone(&recorded);
        let trace = Trace::new(move |statement| recorder.lock().push(statement.to_owned()));
        let t = TestApp::traced(engine, &trace).await;
        let admin = t.operator("office-admin", Role::Admin).await;
        t.app.housekeeper.0.finish();
        let list = admin.admin_get("/codes").await.json();
        let plan = list["plans"][0]["id"].clone();
        let mut counted = Vec::new();
        for batch in ["one", "two", "three"] {
            let form = json!({ "planId": plan, "count": 2, "batch": batch });
            let created = admin.admin_post("/codes/create", &form).await;
            assert_eq!(created.status, 200, "{}", created.text());
            recorded.lock().clear();
            let rows = admin.admin_get("/codes").await.json()["rows"]
                .as_array()
                .unwrap()
                .clone();
            assert!(
                rows.iter().all(|row| row["count"] == 2 && row["used"] == 0),
                "{rows:?}"
            );
            counted.push(
                recorded
                    .lock()
                    .iter()
                    .filter(|text| text.contains("activation_codes"))
                    .count(),
            );
        }
        assert_eq!(counted, [2, 2, 2]);
    }
}

/// A like and its withdrawal take four statements each, once the caller is known; repeating them takes three.
#[actix_web::test]
async fn a_like_takes_four_statements() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let recorded: Arc<Mutex<Vec<String>>> = Arc::default();
        let recorder = Arc::clone(&recorded);
        let trace = Trace::new(move |statement| recorder.lock().push(statement.to_owned()));
        let t = TestApp::traced(engine, &trace).await;
        t.import(&films("censored", 1));
        let member = t.member("lin_xia").await;
        let work = t.rows("/works/detail/list").await[0]["id"].clone();
        for (status, count, statements) in [(0, 1, 4), (0, 1, 3), (9, 0, 4), (9, 0, 3)] {
            recorded.lock().clear();
            let form = json!({ "status": status, "dataId": work });
            let liked = member.post("/user/like", &form).await.json();
            assert_eq!(liked["data"]["count"], count, "{liked}");
            let own = ["likes", "work_changes", "FOR NO KEY UPDATE"];
            let is_own = |text: &String| own.iter().any(|part| text.contains(part));
            let sent = recorded.lock().clone();
            // SQLite locks nothing, and reads the member's id instead.
            let lock = usize::from(engine == Engine::Sqlite);
            let seen = sent.iter().filter(|text| is_own(text)).count() + lock;
            assert_eq!(seen, statements, "{sent:#?}");
        }
    }
}
