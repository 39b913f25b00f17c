//! The number of database queries per request, counted by the connections.

use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::json;
use yingku_base::role::Role;
use yingku_db::{Engine, Trace};

use crate::support::TestApp;

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
