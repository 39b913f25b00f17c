//! A corrupt SQLite file: some requests fail, and the probe gives the reason.

use std::fs::OpenOptions;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use serde_json::json;
use yingku_db::{Db, DbError};

use crate::support::client::Call;
use crate::support::{TestApp, films};

#[derive(QueryableByName)]
struct Page {
    #[diesel(sql_type = BigInt)]
    root: i64,
    #[diesel(sql_type = BigInt)]
    size: i64,
}

/// Overwrites the first pages of the plans table and of its indexes.
fn damage(folder: &Path, db: &Db) {
    let pages = db.maintain::<_, DbError, _>(|conn| {
        use diesel::connection::SimpleConnection as _;
        conn.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)")?;
        #[expect(
            clippy::disallowed_methods,
            reason = "where a table lies is not the program's work"
        )]
        let pages = diesel::sql_query(
            "SELECT CAST(rootpage AS BIGINT) AS root, CAST(page_size AS BIGINT) AS size \
             FROM sqlite_master, pragma_page_size WHERE tbl_name = 'vip_plans'",
        )
        .load::<Page>(conn)?;
        Ok(pages)
    });
    let mut file = OpenOptions::new()
        .write(true)
        .open(folder.join("test.db"))
        .unwrap();
    for Page { root, size } in pages.unwrap() {
        let start = u64::try_from((root - 1) * size).unwrap();
        file.seek(SeekFrom::Start(start)).unwrap();
        let nonsense = vec![0x5a; usize::try_from(size).unwrap()];
        file.write_all(&nonsense).unwrap();
    }
}

#[actix_web::test]
async fn the_probe_reports_a_damaged_database() {
    let t = TestApp::on_sqlite().await;
    t.import(&films("censored", 3));
    let t = t.restart(damage).await;
    let ready = t.send_plain(Call::get("/readyz")).await;
    assert_eq!(
        (ready.status.as_u16(), ready.json().get("databaseFault")),
        (200, None)
    );
    t.get("/app/vip/list?status=0&appId=yingku")
        .await
        .assert_fails(500, "internal");
    let ready = t.send_plain(Call::get("/readyz")).await;
    assert_eq!(ready.status, 503);
    let reported = ready.json();
    assert_eq!(
        (&reported["database"], &reported["databaseFault"]),
        (&json!(false), &json!("damaged"))
    );
    assert_eq!(t.numbers("").await.len(), 3, "undamaged tables are served");
}
