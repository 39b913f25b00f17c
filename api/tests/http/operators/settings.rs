//! The settings, as operators see them.

use serde_json::{Value, json};
use yingku_base::role::Role;

use super::rows;
use crate::support::TestApp;

const SECRET: &str = "0123456789abcdef0123456789abcdef";

fn named<'a>(rows: &'a [Value], name: &str) -> &'a Value {
    rows.iter().find(|row| row["name"] == name).unwrap()
}

#[actix_web::test]
async fn every_setting_is_listed_and_secrets_show_only_whether_they_are_set() {
    let t = TestApp::with(&[("LOG_FORMAT", "json"), ("CODE_SECRET", SECRET)]).await;
    let admin = t.operator("office-admin", Role::Admin).await;
    let rows = rows(&admin, "/settings").await;
    assert_eq!(rows.len(), yingku_platform::config::settings::all().len());
    let format = named(&rows, "LOG_FORMAT");
    let seen = (&format["value"], &format["default"], &format["source"]);
    assert_eq!(seen, (&json!("json"), &json!("human"), &json!("file")));
    assert_eq!(format["help"], "human or json");
    assert_eq!(format["helpZh"], "日志格式：human 或 json");
    let engines = named(&rows, "SEARCH_ENGINES");
    let seen = (&engines["value"], &engines["source"], &engines["secret"]);
    assert_eq!(seen, (&json!("deny"), &json!("default"), &json!(0)));
    let code = named(&rows, "CODE_SECRET");
    let seen = (&code["value"], &code["secret"], &code["isSet"]);
    assert_eq!(seen, (&json!(""), &json!(1), &json!(1)));
    assert_eq!(named(&rows, "HLS_SECRET")["isSet"], 0);
    let text = admin.admin_get("/settings").await.text();
    assert!(!text.contains(SECRET), "a secret was returned");
}
