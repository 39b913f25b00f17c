//! `yingku backup`, `yingku restore` and `yingku export`.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;

use diesel::connection::SimpleConnection as _;
use yingku::transfer::archive::{Part, SQLITE_FILE, verify};
use yingku::transfer::backup::backup;
use yingku::transfer::copying::is_unfinished;
use yingku::transfer::restore::{finish, restore_database};
use yingku_db::{Conn, Db, migrate};
use yingku_server::last_backup::LastBackup;

use super::{back_up, fill, filled, open, sums};
use crate::support::command::Program;
use crate::support::db::{TestDb, options};
use crate::support::serving::Serving;
use crate::support::{TestApp, films};

/// The contents of a site's own backup.
const PARTS: [Part; 2] = [Part::Media, Part::Pages];

both! {
    async fn a_backup_restores_to_either_engine(t: &TestApp) {
        fill(t).await;
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("backup");
        back_up(t, &folder, &PARTS);
        let description = verify(&folder).unwrap();
        assert!(filled(&description.tables) >= 20);
        let empty = TestDb::postgres();
        let file = format!("sqlite://{}", place.path().join("data/new.db").display());
        for url in [empty.url.as_str(), &file] {
            // PostgreSQL's copy of the template already has its tables.
            let db = restore_database(&options(url), &folder, &description, &mut |_, _| ()).unwrap();
            assert!(is_unfinished(&db).unwrap());
            finish(&db).unwrap();
            assert_eq!(sums(&db), description.tables);
            assert_eq!(migrate::pending(&db).unwrap(), 0);
            let again = restore_database(&options(url), &folder, &description, &mut |_, _| ());
            let error = again.err().unwrap().to_string();
            assert!(error.contains("works, users, orders"), "{error}");
        }
    }

    async fn a_backup_is_a_consistent_snapshot_during_writes(t: &TestApp) {
        t.import(&films("censored", 50));
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("backup");
        let db = t.app.state.db.clone();
        let done = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for round in 0.. {
                    if done.load(std::sync::atomic::Ordering::Relaxed) {
                        return;
                    }
                    let works = films("western", 5 + round % 40);
                    crate::support::app::store(&db, &works);
                }
            });
            back_up(t, &folder, &PARTS);
            done.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        // Every link has a work and a term, which the target checks.
        let description = verify(&folder).unwrap();
        let empty = TestDb::postgres();
        restore_database(&options(&empty.url), &folder, &description, &mut |_, _| ()).unwrap();
    }

    async fn tampering_with_a_backup_is_detected(t: &TestApp) {
        t.import(&films("censored", 3));
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("backup");
        let description = back_up(t, &folder, &PARTS);
        let config = &t.app.state.config;
        let again = backup(&t.app.state.db, config, &folder, &BTreeSet::new(), 0, &mut |_, _| ());
        assert!(again.unwrap_err().to_string().contains("not empty"));
        fs::write(folder.join("more"), "x").unwrap();
        assert!(verify(&folder).unwrap_err().to_string().contains("does not belong"));
        fs::remove_file(folder.join("more")).unwrap();
        verify(&folder).unwrap();
        let file = folder.join(&description.files[0].path);
        let mut bytes = fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&file, bytes).unwrap();
        assert!(verify(&folder).unwrap_err().to_string().contains("has changed since"));
        fs::remove_file(folder.join("backup.json")).unwrap();
        assert!(verify(&folder).unwrap_err().to_string().contains("interrupted"));
    }
}

/// A table rewritten after the snapshot has no rows in it.
#[actix_web::test]
async fn no_table_is_rewritten_while_a_backup_waits_to_read_it() {
    let t = TestApp::on_postgres().await;
    t.import(&films("censored", 50));
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("backup");
    let before = sums(&t.app.state.db);
    let other = t.app.state.db.clone();
    let mut rewritten = None;
    let (state, parts) = (&t.app.state, BTreeSet::new());
    let mut report = |_: &'static str, _| {
        rewritten.get_or_insert_with(|| {
            other.execute_now(|conn| {
                let Conn::Postgres(conn) = conn else {
                    return Ok(());
                };
                conn.batch_execute(
                    "SET LOCAL lock_timeout = '100ms'; \
                     ALTER TABLE work_terms ADD COLUMN later text DEFAULT clock_timestamp()::text",
                )
            })
        });
    };
    let description = backup(&state.db, &state.config, &folder, &parts, 0, &mut report).unwrap();
    assert_eq!(description.tables["work_terms"], before["work_terms"]);
    assert!(rewritten.unwrap().is_err());
    verify(&folder).unwrap();
}

/// SQLite rolls back what looks like an interrupted change: a connection that opens while the file is replaced must not
/// leave one behind.
#[actix_web::test]
async fn a_backup_restored_over_an_unused_file_is_complete_each_time() {
    let t = TestApp::on_sqlite().await;
    t.import(&films("censored", 3));
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("backup");
    let description = back_up(&t, &folder, &[]);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let place = tempfile::tempdir().unwrap();
                    let unused = TestDb::sqlite(place.path());
                    let options = options(&unused.url);
                    let db = restore_database(&options, &folder, &description, &mut |_, _| ());
                    assert_eq!(sums(&db.unwrap()), description.tables);
                }
            });
        }
    });
}

#[test]
fn the_commands_take_a_site_to_another_folder() {
    let program = Program::new();
    assert_eq!(program.run(&["demo", "--works", "40"]).code, 0);
    fs::create_dir_all(program.path().join("data/media/covers")).unwrap();
    program.write("data/media/covers/one.png", "a picture");
    program.write("data/media/kept.txt", "x");
    let ran = program.run(&["backup", "copy"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = program.run(&["backup", "--verify", "copy"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("Verified:"), "{}", ran.out);
    let other = Program::new();
    fs::remove_file(other.path().join(".env")).unwrap();
    let copy = program.path().join("copy");
    let ran = other.run(&["restore", copy.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("yingku end-revived"), "{}", ran.out);
    assert!(ran.out.contains("Not restored: streams"), "{}", ran.out);
    for file in [".env", "data/media/covers/one.png", "data/media/kept.txt"] {
        let of = |place: &Program| fs::read(place.path().join(file)).unwrap();
        assert_eq!(of(&program), of(&other), "{file}");
    }
    let url =
        |place: &Program| format!("sqlite://{}", place.path().join("data/yingku.db").display());
    // Only this site knows of the backup.
    let (here, there) = (open(&url(&program)), open(&url(&other)));
    let known = |db: &Db| db.query_now(LastBackup::read).unwrap();
    assert!(known(&here).is_some() && known(&there).is_none());
    let without_settings = |db: &Db| {
        let mut all = sums(db);
        all.remove("settings");
        all
    };
    assert_eq!(without_settings(&here), without_settings(&there));
    let ran = other.run(&["index", "rebuild"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    // What nobody asked for is named, too.
    let third = Program::new();
    let ran = third.run(&["restore", copy.to_str().unwrap(), "--with", "keys"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let rest = "Not restored: media, settings, because --with does not name it";
    assert!(ran.out.contains(rest), "{}", ran.out);
    // A rejected backup leaves no settings behind.
    fs::remove_file(other.path().join(".env")).unwrap();
    let ran = other.run(&["restore", copy.to_str().unwrap()]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(!other.path().join(".env").exists(), "{}", ran.err);
    fs::copy(program.path().join(".env"), other.path().join(".env")).unwrap();
    // Nothing is overwritten.
    other.write("data/media/kept.txt", "changed here");
    fs::remove_file(other.path().join("data/yingku.db")).unwrap();
    let ran = other.run(&["restore", copy.to_str().unwrap(), "--with", "media"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.err.contains("kept.txt"), "{}", ran.err);
    assert!(copy.join(SQLITE_FILE).exists());
}

#[test]
fn a_file_that_cannot_be_read_is_named_and_the_rest_is_saved() {
    let program = Program::new();
    assert_eq!(program.run(&["demo", "--works", "10"]).code, 0);
    let media = program.path().join("data/media");
    fs::create_dir_all(media.join("covers")).unwrap();
    // "封面" as an old Windows wrote it.
    let name = OsStr::from_bytes(b"covers/\xb7\xe2\xc3\xe6.jpg");
    fs::write(media.join(name), "a picture").unwrap();
    fs::create_dir_all(media.join(OsStr::from_bytes(b"\xb7\xe2"))).unwrap();
    fs::write(media.join(OsStr::from_bytes(b"\xb7\xe2/a.jpg")), "a").unwrap();
    program.write("data/media/covers/one.png", "a picture");
    let ran = program.run(&["backup", "copy"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    for name in ["\\xB7\\xE2\\xC3\\xE6.jpg", "\\xB7\\xE2/a.jpg"] {
        assert!(ran.err.contains(name), "{}", ran.err);
    }
    let ran = program.run(&["backup", "--verify", "copy"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("cannot be read"), "{}", ran.err);
    let saved = program.path().join("copy/files/media/covers/one.png");
    assert_eq!(fs::read_to_string(saved).unwrap(), "a picture");
    let other = Program::new();
    fs::remove_file(other.path().join(".env")).unwrap();
    let copy = program.path().join("copy");
    let ran = other.run(&["restore", copy.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn a_restore_is_rejected_while_the_service_runs() {
    let program = Program::new();
    assert_eq!(program.run(&["migrate"]).code, 0);
    assert_eq!(program.run(&["backup", "copy", "--with"]).code, 0);
    for database in ["sqlite://data/yingku.db", &TestDb::postgres().url] {
        let _serving = Serving::start(&program, database);
        let ran = program.run_with("DATABASE_URL", database, &["restore", "copy"]);
        assert_eq!(ran.code, 1, "{}", ran.out);
        assert!(ran.err.contains("is running"), "{}", ran.err);
    }
}

#[test]
fn a_backup_with_path_traversal_is_rejected() {
    let program = Program::new();
    assert_eq!(program.run(&["migrate"]).code, 0);
    assert_eq!(program.run(&["backup", "copy", "--with"]).code, 0);
    let file = program.path().join("copy/backup.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(
        &file,
        text.replace("database/yingku.db", "../data/yingku.db"),
    )
    .unwrap();
    let ran = program.run(&["backup", "--verify", "copy"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("leads out"), "{}", ran.err);
}

#[test]
fn exported_works_are_imported_as_they_were() {
    let program = Program::new();
    assert_eq!(program.run(&["demo", "--works", "80"]).code, 0);
    let exported = program.run(&["export", "works"]);
    assert_eq!(exported.code, 0, "{}", exported.err);
    assert_eq!(exported.out.lines().count(), 80);
    let again = program.run_reading(&exported.out, &["import", "--strict", "-"]);
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(again.out.contains("80 unchanged"), "{}", again.out);
    let other = Program::new();
    let ran = other.run_reading(&exported.out, &["import", "--strict", "-"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(other.run(&["export", "works"]).out, exported.out);
}

#[test]
fn an_export_migrates_nothing() {
    let program = Program::new();
    let ran = program.run(&["export", "works"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.err.contains("yingku migrate"), "{}", ran.err);
}

#[test]
fn tables_are_exported_as_lines_and_as_csv() {
    let program = Program::new();
    assert_eq!(program.run(&["demo", "--works", "20"]).code, 0);
    for (format, ending) in [("ndjson", "ndjson"), ("csv", "csv")] {
        let ran = program.run(&["export", "tables", format, "--format", format]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let folder = program.path().join(format);
        let works = fs::read_to_string(folder.join(format!("works.{ending}"))).unwrap();
        assert_eq!(works.lines().count(), 20 + usize::from(format == "csv"));
        assert_eq!(
            fs::read_dir(folder).unwrap().count(),
            yingku_db::tables::TABLES.len()
        );
    }
    let ran = program.run(&["export", "tables", "csv"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
}

both! {
    async fn a_backup_that_fails_its_check_is_no_good_backup(t: &TestApp) {
        let program = Program::new();
        let url = &t.app.state.config.database.url;
        let run = |arguments: &[&str]| program.run_with("DATABASE_URL", url, arguments);
        let good = || {
            let last = t.app.state.db.query_now(LastBackup::read).unwrap().unwrap();
            last.is_good(last.made_at)
        };
        for folder in ["before", "copy"] {
            let ran = run(&["backup", folder, "--with", "settings"]);
            assert_eq!((ran.code, good()), (0, true), "{}", ran.err);
        }
        let manifest = program.path().join("copy/backup.json");
        let text = fs::read_to_string(&manifest).unwrap();
        // An earlier one says nothing of the last; both are of the same second.
        let earlier = program.path().join("before/backup.json");
        let other: serde_json::Value = serde_json::from_str(&text).unwrap();
        let made_at = other["madeAt"].as_i64().unwrap();
        let before = fs::read_to_string(&earlier).unwrap();
        let mut before: serde_json::Value = serde_json::from_str(&before).unwrap();
        before["madeAt"] = serde_json::json!(made_at - 60);
        fs::write(&earlier, before.to_string()).unwrap();
        program.write("before/more", "x");
        assert_eq!((run(&["backup", "--verify", "before"]).code, good()), (1, true));
        program.write("copy/more", "x");
        assert_eq!((run(&["backup", "--verify", "copy"]).code, good()), (1, false));
        fs::remove_file(program.path().join("copy/more")).unwrap();
        assert_eq!((run(&["backup", "--verify", "copy"]).code, good()), (0, true));
        fs::write(&manifest, "{").unwrap();
        assert_eq!((run(&["backup", "--verify", "copy"]).code, good()), (1, false));
        // Nor is it good where it was moved to.
        fs::write(&manifest, text).unwrap();
        fs::rename(program.path().join("copy"), program.path().join("moved")).unwrap();
        assert_eq!((run(&["backup", "--verify", "moved"]).code, good()), (0, true));
        program.write("moved/more", "x");
        assert_eq!((run(&["backup", "--verify", "moved"]).code, good()), (1, false));
    }
}
