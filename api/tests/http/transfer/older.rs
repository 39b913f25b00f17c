//! A backup of an earlier version, whose database had a table less.

use std::fs;
use std::path::Path;

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};
use yingku::db::migrate;
use yingku::transfer::archive::{DESCRIPTION, Description, SQLITE_FILE, verify};
use yingku::transfer::files::StoredFile;
use yingku::transfer::restore::{finish, restore_database};

use super::{back_up, fill, open, sums};
use crate::support::TestApp;
use crate::support::db::{TestDb, options};

/// The youngest table, its migration and the one before that.
const TABLE: &str = "saved_filters";
const MIGRATION: &str = "20261130000000";
const BEFORE: &str = "20261129000000";

/// Makes a backup as it was before the table.
fn age(folder: &Path, mut description: Description) -> Description {
    assert_eq!(description.migration, MIGRATION, "take the youngest table");
    description.migration = BEFORE.to_owned();
    description.tables.remove(TABLE).unwrap();
    if description.is_sqlite {
        let file = folder.join(SQLITE_FILE);
        let mut conn = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
        conn.batch_execute(&format!(
            "DROP TABLE {TABLE}; DELETE FROM __diesel_schema_migrations WHERE version = '{MIGRATION}';"
        ))
        .unwrap();
    } else {
        let stored = format!("database/tables/{TABLE}.ndjson.zst");
        fs::remove_file(folder.join(&stored)).unwrap();
        description.files.retain(|file| file.path != stored);
    }
    for file in &mut description.files {
        *file = StoredFile::of(folder, &file.path).unwrap();
    }
    let text = serde_json::to_vec(&description).unwrap();
    fs::write(folder.join(DESCRIPTION), text).unwrap();
    description
}

both! {
    async fn a_backup_from_before_a_table_is_restored_and_brought_up_to_date(t: &TestApp) {
        fill(t).await;
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("backup");
        let made = back_up(t, &folder, &[]);
        let description = age(&folder, made);
        verify(&folder).unwrap();
        let empty = TestDb::postgres();
        migrate::revert_all(&open(&empty.url)).unwrap();
        let file = format!("sqlite://{}", place.path().join("new.db").display());
        for url in [empty.url.as_str(), &file] {
            let db = restore_database(&options(url), &folder, &description, &mut |_, _| ()).unwrap();
            finish(&db).unwrap();
            assert_eq!(migrate::pending(&db).unwrap(), 0);
            let mut sums = sums(&db);
            assert_eq!(sums.remove(TABLE).unwrap().rows, 0);
            assert_eq!(sums, description.tables);
        }
    }
}
