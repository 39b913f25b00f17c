//! The header of a term, and finding terms in a sidebar.

use diesel::RunQueryDsl as _;
use serde_json::{Value, json};
use yingku_base::role::Role;

use crate::support::{TestApp, film};

fn catalogue() -> Vec<Value> {
    let lin = json!({ "name": "林晓月", "aliases": ["Lin X."] });
    vec![
        film(
            "A-1",
            "甲",
            json!({ "pubTime": "2019-05-01", "performers": [lin, { "name": "王海" }], "tags": [{ "name": "森林" }] }),
        ),
        film(
            "A-2",
            "乙",
            json!({ "pubTime": "2026-09-02", "performers": [lin, { "name": "王海" }, { "name": "陈 Ann" }], "tags": [{ "name": "森林" }, { "name": "雨" }] }),
        ),
        film(
            "A-3",
            "丙",
            json!({ "pubTime": "2026-09-03", "performers": [lin, { "name": "Ann" }, { "name": "3D" }] }),
        ),
        film(
            "A-4",
            "丁",
            json!({ "pubTime": "2026-09-03", "performers": [lin], "hidden": true }),
        ),
        film(
            "B-1",
            "戊",
            json!({ "channel": "uncensored", "performers": [lin] }),
        ),
    ]
}

async fn performer(t: &TestApp, name: &str) -> String {
    let rows = t
        .rows("/works/performer/list?modName=censored&pageSize=100")
        .await;
    let row = rows.iter().find(|row| row["name"] == name);
    row.unwrap_or_else(|| panic!("{name} is not in {rows:?}"))["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn counts(terms: &Value) -> Vec<(&str, i64)> {
    let count = |term: &'_ Value| term["count"].as_i64().unwrap();
    terms
        .as_array()
        .unwrap()
        .iter()
        .map(|term| (term["name"].as_str().unwrap(), count(term)))
        .collect()
}

async fn found(t: &TestApp, query: &str) -> Vec<String> {
    let rows = t
        .rows(&format!(
            "/works/performer/list?modName=censored&pageSize=100&{query}"
        ))
        .await;
    let mut names: Vec<String> = rows
        .iter()
        .map(|row| row["name"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

/// As encoded in a URL.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

both! {
    async fn a_header_names_the_term_and_related_terms(t: &TestApp) {
        t.import(&catalogue());
        let id = performer(t, "林晓月").await;
        let answer = t.get(&format!("/tag/detail/{id}")).await;
        assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "public, no-cache"));
        let data = answer.json()["data"].clone();
        assert_eq!(
            (&data["id"], &data["kind"], &data["name"], &data["aliases"], &data["modId"], &data["avatar"]),
            (&json!(id), &json!("performer"), &json!("林晓月"), &json!(["Lin X."]), &json!(1), &json!(format!("avatars/{id}.svg")))
        );
        assert_eq!((&data["firstYear"], &data["lastYear"], &data["followers"]), (&json!(2019), &json!(2026), &json!(0)));
        let channels: Vec<_> = data["channels"].as_array().unwrap().iter().map(|one| (one["modId"].clone(), one["count"].clone())).collect();
        assert_eq!(channels, [(json!(1), json!(3)), (json!(2), json!(1))]);
        assert_ne!(data["channels"][1]["id"], json!(id), "each channel has its own term");
        assert_eq!(counts(&data["performers"])[0], ("王海", 2));
        assert_eq!(data["performers"].as_array().unwrap().len(), 4);
        assert_eq!(counts(&data["tags"]), [("森林", 2), ("雨", 1)]);
        let tag = data["tags"][0]["id"].as_str().unwrap().to_owned();
        let tag = t.get(&format!("/tag/detail/{tag}")).await.json()["data"].clone();
        assert_eq!((&tag["kind"], counts(&tag["tags"])), (&json!("tag"), vec![("雨", 1)]));
    }

    async fn a_merged_term_has_the_header_of_its_target_and_an_empty_one_none(t: &TestApp) {
        t.import(&catalogue());
        let editor = t.operator("operator-editor", Role::Editor).await;
        let (from, into) = (performer(t, "王海").await, performer(t, "林晓月").await);
        let form = json!({ "from": from, "into": into, "reason": "同一个人" });
        assert_eq!(editor.admin_post("/terms/merge", &form).await.status, 200);
        t.app.mover.0.finish();
        t.app.indexer.catch_up_now();
        let data = t.get(&format!("/tag/detail/{from}")).await.json()["data"].clone();
        assert_eq!((&data["id"], &data["channels"][0]["count"]), (&json!(into), &json!(3)));
        for missing in ["910000000000000009", "x", "0"] {
            t.get(&format!("/tag/detail/{missing}")).await.assert_fails(404, "not_found");
        }
        let gone = performer(t, "3D").await;
        t.import(&[film("A-3", "丙", json!({ "hidden": true }))]);
        t.get(&format!("/tag/detail/{gone}")).await.assert_fails(404, "not_found");
    }

    async fn names_are_found_as_people_type_them(t: &TestApp) {
        t.import(&catalogue());
        t.app.mover.0.finish();
        for keyword in ["林晓月", "晓月", "林曉月", "linxiaoyue", "Lin Xiao", "lxy", "xiaoy", "Lin X", "linx."] {
            assert_eq!(found(t, &format!("keyword={}", encoded(keyword))).await, ["林晓月"], "{keyword}");
        }
        assert_eq!(found(t, "keyword=ann").await, ["Ann", "陈 Ann"]);
        for nothing in ["keyword=%25", "keyword=_", "keyword=nobody"] {
            assert!(found(t, nothing).await.is_empty(), "{nothing}");
        }
        for (letter, names) in [("L", vec!["林晓月"]), ("A", vec!["Ann"]), ("C", vec!["陈 Ann"]), ("%23", vec!["3D"]), ("Z", vec![])] {
            assert_eq!(found(t, &format!("letter={letter}")).await, names, "{letter}");
        }
        assert_eq!(found(t, "letter=C&keyword=ann").await, ["陈 Ann"]);
        for bad in ["letter=a", "letter=AB", "letter=", "keyword=", "keyword=%20"] {
            t.get(&format!("/works/performer/list?{bad}")).await.assert_fails(400, "bad_request");
        }
        t.get(&format!("/tag/list?keyword={}", "x".repeat(33))).await.assert_fails(400, "bad_request");
        assert_eq!(t.rows("/tag/list?tableName=tag&modId=1&keyword=sen").await[0]["name"], "森林");
    }

    async fn letters_are_those_with_names(t: &TestApp) {
        let performers = |names: &[&str]| json!({ "performers": names.iter().map(|name| json!({ "name": name })).collect::<Vec<_>>() });
        t.import(&[
            film("A-1", "甲", performers(&["林晓月", "Ann", "はな", "李白"])),
            film("A-2", "乙", json!({ "channel": "western", "performers": [{ "name": "Zoe" }] })),
            film("A-3", "丙", json!({ "hidden": true, "performers": [{ "name": "王海" }] })),
        ]);
        let letters = async |query: &str| t.get(&format!("/tag/letters?tableName=performer{query}")).await.json()["data"]["letters"].clone();
        // Unknown until the readings are computed.
        assert_eq!(letters("").await.as_array().map(Vec::len), Some(27));
        t.app.mover.0.finish();
        t.app.response_cache.clear();
        assert_eq!(letters("").await, json!(["#", "A", "L", "Z"]));
        assert_eq!(letters("&modId=1").await, json!(["#", "A", "L"]));
        assert_eq!(letters("&keyword=lin").await, json!(["L"]));
        assert_eq!(letters("&modName=uncensored").await, json!([]));
        t.get("/tag/letters?tableName=works").await.assert_fails(400, "bad_request");
    }

    async fn a_new_name_is_found_and_the_old_one_stays_an_alias(t: &TestApp) {
        t.import(&catalogue());
        t.app.mover.0.finish();
        let editor = t.operator("operator-editor", Role::Editor).await;
        let form = json!({ "id": performer(t, "Ann").await, "name": "曾乐山" });
        assert_eq!(editor.admin_edit("/terms/edit", &form).await.status, 200);
        t.app.mover.0.finish();
        t.app.response_cache.clear();
        for query in ["letter=Z", "keyword=zls", "keyword=zengleshan", "keyword=cengyueshan"] {
            assert_eq!(found(t, query).await, ["曾乐山"], "{query}");
        }
        assert_eq!(found(t, "keyword=ann").await, ["曾乐山", "陈 Ann"]);
    }

    #[expect(clippy::disallowed_methods, reason = "as an instance of an earlier version, which knows no number of readings")]
    async fn readings_of_an_earlier_version_are_recomputed(t: &TestApp) {
        t.import(&catalogue());
        t.app.mover.0.finish();
        let earlier = "UPDATE terms SET initial = 'Y', readings = 'earlier', read_by = 0 WHERE name = '林晓月'";
        t.app.state.db.execute_now(|conn| diesel::sql_query(earlier).execute(conn)).unwrap();
        t.app.response_cache.clear();
        assert_eq!(found(t, "letter=Y").await, ["林晓月"]);
        t.app.mover.0.finish();
        t.app.response_cache.clear();
        assert_eq!(found(t, "letter=L").await, ["林晓月"]);
        assert_eq!(found(t, "keyword=lxy").await, ["林晓月"]);
        assert!(found(t, "keyword=earlier").await.is_empty());
    }
}
