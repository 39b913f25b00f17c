//! Required first results: a small catalogue, queries of visitors (`queries.tsv`), and a second set written afterwards
//! and never tuned for (`unseen.tsv`). Each line is a keyword and the number of the first work, or `-` for none.

use serde_json::Value;

use crate::support::TestApp;

const CATALOGUE: &str = include_str!("rankings/catalogue.ndjson");
const QUERIES: &str = include_str!("rankings/queries.tsv");
const UNSEEN: &str = include_str!("rankings/unseen.tsv");

/// Keywords whose first work is not the expected one, with the actual one.
async fn wrong(t: &TestApp, queries: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for line in queries.lines().filter(|line| !line.starts_with('#')) {
        let (keyword, expected) = line.split_once('\t').unwrap();
        let encoded: String = keyword.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let rows = t
            .rows(&format!("/works/detail/list?pageSize=1&keyword={encoded}"))
            .await;
        let first = rows
            .first()
            .and_then(|row| row["number"].as_str())
            .unwrap_or("-");
        if first != expected {
            wrong.push(format!("{keyword}: {first} instead of {expected}"));
        }
    }
    wrong
}

both! {
    async fn the_expected_works_rank_first(t: &TestApp) {
        let works: Vec<Value> = CATALOGUE.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        t.import(&works);
        assert!(QUERIES.lines().count() > 150);
        assert_eq!(wrong(t, QUERIES).await, Vec::<String>::new());
        assert_eq!(wrong(t, UNSEEN).await, Vec::<String>::new());
    }
}
