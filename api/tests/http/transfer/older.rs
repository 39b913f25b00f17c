//! A backup of an earlier version, whose database had fewer tables and columns.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};
use serde_json::{Map, Value};
use yingku::transfer::archive::{DESCRIPTION, Description, SQLITE_FILE, verify};
use yingku::transfer::files::StoredFile;
use yingku::transfer::lines::{Checksum, ChecksumBuilder};
use yingku::transfer::restore::{finish, restore_database};
use yingku::transfer::source::{Snapshot, Source as _};
use yingku_db::tables::all;
use yingku_db::{Db, migrate};

use super::{back_up, fill, open, sums};
use crate::support::TestApp;
use crate::support::db::{TestDb, options};

/// The newest tables, the newest columns of others, their migrations and the previous one.
const TABLES: [&str; 12] = [
    "saved_filters",
    "recovery_codes",
    "message_notes",
    "grant_requests",
    "import_changes",
    "import_terms",
    "work_merges",
    "daily_work_views",
    "notices",
    "film_jobs",
    "order_refunds",
    "sandbox_refunds",
];
const COLUMNS: [(&str, &[&str]); 11] = [
    ("audit_log", &["run", "program"]),
    ("messages", &["assignee_id", "tags", "notes"]),
    ("program_keys", &["scopes", "expires_at"]),
    ("works", &["pub_precision", "publish_at", "leads_to"]),
    ("terms", &["read_by"]),
    (
        "orders",
        &[
            "device",
            "payer",
            "address",
            "address_at",
            "received_fen",
            "received_channel",
            "refunded_fen",
        ],
    ),
    ("payments", &["refunded_fen"]),
    ("sandbox_trades", &["request", "refunded_fen"]),
    ("imports", &["warnings", "undo", "options", "changes"]),
    ("download_requests", &["unread"]),
    ("reports", &["playback", "times"]),
];
const MIGRATIONS: [&str; 31] = [
    "20261130000000",
    "20261201000000",
    "20261202000000",
    "20261203000000",
    "20261204000000",
    "20261204020000",
    "20261205000000",
    "20261206040000",
    "20261206050000",
    "20261207000000",
    "20261207001000",
    "20261207002000",
    "20261207003000",
    "20261207004000",
    "20261207010000",
    "20261207011000",
    "20261207012000",
    "20261207020000",
    "20261207021000",
    "20261207022000",
    "20261207030000",
    "20261207031000",
    "20261207040000",
    "20261207061500",
    "20261207070000",
    "20261208010000",
    "20261209010000",
    "20261210010000",
    "20261211010000",
    "20261212010000",
    "20261213010000",
];
/// Tables that were renamed, with their former names.
const RENAMED: [(&str, &str); 4] = [
    ("trusted_origins", "familiar_origins"),
    ("daily_counters", "daily_figures"),
    ("total_counters", "standing_figures"),
    ("searched_words", "missed_words"),
];
/// The newest indexes of older tables.
const INDEXES: [&str; 22] = [
    "orders_newest",
    "orders_by_price",
    "orders_by_payment",
    "orders_by_first_payment",
    "audit_log_by_kind",
    "messages_by_since",
    "works_leading",
    "works_scheduled",
    "imports_undoable",
    "users_with_permissions",
    "payments_by_time",
    "messages_of_assignee",
    "audit_log_of_run",
    "works_hidden_by_id",
    "orders_by_mode",
    "orders_by_mode_and_status",
    "orders_by_received",
    "orders_created_sums",
    "orders_paid_sums",
    "orders_by_ending",
    "payments_by_trade",
    "payments_by_ending",
];
const BEFORE: &str = "20261129000000";

/// A row as it was before the columns.
fn without(line: &str, columns: &[&str]) -> String {
    let mut row: Map<String, Value> = serde_json::from_str(line).unwrap();
    for column in columns {
        row.remove(*column).unwrap();
    }
    serde_json::to_string(&row).unwrap()
}

/// The checksum of a table's rows without its newest columns.
fn sum_without(db: &Db, (name, columns): (&str, &[&str])) -> Checksum {
    let table = all().into_iter().find(|table| table.name == name).unwrap();
    let mut adder = ChecksumBuilder::default();
    Snapshot::of(db, |rows| {
        rows.each(table, &[], &mut |line| {
            adder.add(&without(line, columns));
            Ok(())
        })
    })
    .unwrap();
    adder.checksum()
}

/// The part of [`age`] that concerns a SQLite file.
fn age_file(folder: &Path, description: &mut Description) {
    let file = folder.join(SQLITE_FILE);
    let db = open(&format!("sqlite://{}", file.display()));
    for columns in COLUMNS {
        let sum = sum_without(&db, columns);
        description.tables.insert(columns.0.to_owned(), sum);
    }
    let dropped = COLUMNS.iter().flat_map(|(table, columns)| {
        let drop = |column| format!("ALTER TABLE {table} DROP COLUMN {column};");
        columns.iter().map(drop).collect::<Vec<_>>()
    });
    let mut conn = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    conn.batch_execute(&format!(
        "{} {} DROP INDEX terms_by_reading; {} {}
         DELETE FROM __diesel_schema_migrations WHERE version IN ('{}');",
        TABLES.map(|table| format!("DROP TABLE {table};")).concat(),
        RENAMED
            .map(|(new, old)| format!("ALTER TABLE {new} RENAME TO {old};"))
            .concat(),
        INDEXES.map(|index| format!("DROP INDEX {index};")).concat(),
        dropped.collect::<String>(),
        MIGRATIONS.join("', '")
    ))
    .unwrap();
}

/// The part of [`age`] that concerns files of lines.
fn age_lines(folder: &Path, description: &mut Description) {
    let stored = |table: &str| format!("database/tables/{table}.ndjson.zst");
    for table in TABLES {
        fs::remove_file(folder.join(stored(table))).unwrap();
        description.files.retain(|file| file.path != stored(table));
    }
    for (new, old) in RENAMED {
        fs::rename(folder.join(stored(new)), folder.join(stored(old))).unwrap();
        let file = description
            .files
            .iter_mut()
            .find(|file| file.path == stored(new));
        file.unwrap().path = stored(old);
    }
    for (table, columns) in COLUMNS {
        let rows = folder.join(stored(table));
        let mut text = String::new();
        let lines = zstd::Decoder::new(fs::File::open(&rows).unwrap());
        lines.unwrap().read_to_string(&mut text).unwrap();
        let mut lines = zstd::Encoder::new(fs::File::create(&rows).unwrap(), 0).unwrap();
        let mut adder = ChecksumBuilder::default();
        for line in text.lines().map(|line| without(line, columns)) {
            adder.add(&line);
            writeln!(lines, "{line}").unwrap();
        }
        lines.finish().unwrap();
        description
            .tables
            .insert(table.to_owned(), adder.checksum());
    }
}

/// Rewrites a backup as it was before the tables and the columns. Its counts are read from itself, because its source
/// database keeps counting.
fn age(folder: &Path, mut description: Description) -> Description {
    assert_eq!(
        Some(&description.migration.as_str()),
        MIGRATIONS.last(),
        "take the youngest"
    );
    description.migration = BEFORE.to_owned();
    for table in TABLES {
        description.tables.remove(table).unwrap();
    }
    for (new, old) in RENAMED {
        let sum = description.tables.remove(new).unwrap();
        description.tables.insert(old.to_owned(), sum);
    }
    match description.is_sqlite {
        true => age_file(folder, &mut description),
        false => age_lines(folder, &mut description),
    }
    for file in &mut description.files {
        *file = StoredFile::of(folder, &file.path).unwrap();
    }
    let text = serde_json::to_vec(&description).unwrap();
    fs::write(folder.join(DESCRIPTION), text).unwrap();
    description
}

both! {
    async fn a_backup_of_an_older_schema_is_restored_and_migrated(t: &TestApp) {
        fill(t).await;
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("backup");
        let backup = back_up(t, &folder, &[]);
        let description = age(&folder, backup);
        verify(&folder).unwrap();
        let empty = TestDb::postgres();
        migrate::revert_all(&open(&empty.url)).unwrap();
        let file = format!("sqlite://{}", place.path().join("new.db").display());
        for url in [empty.url.as_str(), &file] {
            let db = restore_database(&options(url), &folder, &description, &mut |_, _| ()).unwrap();
            finish(&db).unwrap();
            assert_eq!(migrate::pending(&db).unwrap(), 0);
            let mut sums = sums(&db);
            for table in TABLES {
                assert_eq!(sums.remove(table).unwrap().rows, 0);
            }
            for (new, old) in RENAMED {
                let sum = sums.remove(new).unwrap();
                sums.insert(old.to_owned(), sum);
            }
            for columns in COLUMNS {
                sums.insert(columns.0.to_owned(), sum_without(&db, columns));
            }
            assert_eq!(sums, description.tables);
        }
    }
}
