//! A failing restore: nothing is written if files are in the way, and the same command completes a partial one.

use std::fs;

use crate::support::command::Program;
use crate::support::db::TestDb;

/// A value that careless quoting would change.
const ODD: &str = "a \"name\" of $5\\ 'quoted' #1";

/// A site with two pictures, and its backup in `copy`.
fn backed_up() -> Program {
    let program = Program::new();
    assert_eq!(program.run(&["demo", "--works", "20"]).code, 0);
    fs::create_dir_all(program.path().join("data/media/covers")).unwrap();
    program.write("data/media/covers/one.png", "a picture");
    program.write("data/media/kept.txt", "x");
    let ran = program.run(&["backup", "copy"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    program
}

#[test]
fn an_existing_file_is_reported_before_anything_is_written() {
    let (program, other) = (backed_up(), Program::new());
    fs::create_dir_all(other.path().join("data/media")).unwrap();
    other.write("data/media/kept.txt", "another");
    let copy = program.path().join("copy");
    let ran = other.run(&["restore", copy.to_str().unwrap()]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.err.contains("kept.txt"), "{}", ran.err);
    assert!(ran.err.contains("Nothing was restored"), "{}", ran.err);
    assert!(!other.path().join("data/yingku.db").exists());
    assert!(!other.path().join("data/media/covers").exists());
}

#[test]
fn a_failed_end_of_sessions_is_completed_by_the_same_command() {
    let program = backed_up();
    let copy = program.path().join("copy");
    let copy = copy.to_str().unwrap();
    for database in ["sqlite://data/yingku.db", &TestDb::postgres().url] {
        let other = Program::new();
        let run = |arguments: &[&str]| other.run_with("DATABASE_URL", database, arguments);
        fs::create_dir_all(other.path().join("data/media")).unwrap();
        // No folder can be created here.
        other.write("data/media/covers", "a file");
        let ran = run(&["restore", copy]);
        assert_eq!(ran.code, 1, "{}", ran.out);
        assert!(
            ran.err.contains("run the same command again"),
            "{}",
            ran.err
        );
        // It is not mistaken for the whole site.
        let ran = run(&["serve"]);
        assert_eq!(ran.code, 1, "{}", ran.out);
        assert!(ran.err.contains("is unfinished"), "{}", ran.err);
        fs::remove_file(other.path().join("data/media/covers")).unwrap();
        let ran = run(&["restore", copy]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let picture = fs::read(other.path().join("data/media/covers/one.png"));
        assert_eq!(picture.unwrap(), b"a picture");
        let works = run(&["export", "works"]);
        assert_eq!(works.out.lines().count(), 20, "{}", works.err);
        let ran = run(&["restore", copy]);
        assert_eq!(ran.code, 1, "{}", ran.out);
        assert!(ran.err.contains("works, users, orders"), "{}", ran.err);
    }
}

#[test]
fn a_backup_lists_what_it_omits_and_skips_instance_data() {
    let program = Program::new();
    assert_eq!(program.run(&["migrate"]).code, 0);
    fs::create_dir_all(program.path().join("data/media/.resized")).unwrap();
    program.write("data/media/.resized/copy.jpg", "made of another");
    program.write("data/media/own.png", "a picture");
    fs::remove_file(program.path().join(".env")).unwrap();
    // As in a container: everything is in the environment.
    let ran = program.run_with("PAGES_DIR", ODD, &["backup", "copy"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("NOT in this backup"), "{}", ran.err);
    assert!(ran.err.contains("client-key"), "{}", ran.err);
    let stored = |name: &str| program.path().join("copy/files").join(name);
    assert!(stored("media/own.png").exists());
    assert!(!stored("media/.resized").exists());
    let mut settings = dotenvy::from_path_iter(stored("env")).unwrap();
    let set = ("PAGES_DIR".to_owned(), ODD.to_owned());
    assert_eq!(settings.next().unwrap().unwrap(), set);
    let ran = program.run(&["backup", "without"]);
    assert!(ran.err.contains("NOT in this backup: .env"), "{}", ran.err);
    let description = fs::read(program.path().join("without/backup.json")).unwrap();
    let description: serde_json::Value = serde_json::from_slice(&description).unwrap();
    assert_eq!(description["parts"], serde_json::json!(["media"]));
}
