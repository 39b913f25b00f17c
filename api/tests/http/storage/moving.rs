//! `yingku move-files` both ways, and backups of a site whose files are in the store.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use walkdir::WalkDir;
use yingku::transfer::move_files::CopyDirection;
use yingku_platform::config::Config;

use crate::support::command::{CommandOutput, Program};
use crate::support::s3::{S3, keys};

/// A site in a folder of its own, which uses the store.
fn site(more: &[(&str, &str)]) -> Program {
    let program = Program::new();
    let mut env = fs::read_to_string(program.path().join(".env")).unwrap();
    for (name, value) in keys() {
        env.push_str(&format!("{name}={value}\n"));
    }
    for (name, value) in more {
        env.push_str(&format!("{name}={value}\n"));
    }
    program.write(".env", &env);
    program
}

fn write(program: &Program, path: &str, bytes: &[u8]) {
    let file = program.path().join(path);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, bytes).unwrap();
}

/// Every file below a folder, with its content.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = WalkDir::new(folder).into_iter().map(Result::unwrap);
    files
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).unwrap();
            (
                path.to_str().unwrap().to_owned(),
                fs::read(entry.path()).unwrap(),
            )
        })
        .collect()
}

/// The number of files that have arrived, while more do.
fn arrived(folder: &Path) -> usize {
    let files = WalkDir::new(folder).into_iter().flatten();
    files
        .filter(|entry| entry.file_type().is_file() && entry.file_name() == "index.m3u8")
        .count()
}

fn moved(program: &Program, from: &str, to: &str) -> CommandOutput {
    program.run(&["move-files", "--from", from, "--to", to])
}

#[track_caller]
fn assert_moved(ran: &CommandOutput, files: usize, copied: usize) {
    assert_eq!(ran.code, 0, "{}", ran.err);
    let message = format!("{files} files are equal in both places, {copied} of them copied now");
    assert!(ran.out.contains(&message), "{}", ran.out);
}

#[actix_web::test]
async fn files_move_into_the_store_and_out_again_and_nothing_is_deleted() {
    let (s3, program) = (S3::new(), site(&[]));
    let long: Vec<u8> = (0..20_000_000_u32).map(|n| n.to_le_bytes()[1]).collect();
    write(
        &program,
        "films/910000000000000001/index.m3u8",
        b"#EXTM3U\n",
    );
    write(&program, "films/910000000000000001/segment-00.ts", &long);
    write(&program, "films/covers/one (2) %20+&=#~.jpg", b"picture");
    write(&program, "films/covers/封面.png", b"other picture");
    write(&program, "films/empty.txt", b"");
    let before = tree(&program.path().join("films"));
    write(&program, "films/.resized/copy.jpg", b"a copy");
    write(&program, "films/covers/.part", b"half");
    std::os::unix::fs::symlink("empty.txt", program.path().join("films/link.txt")).unwrap();

    let place = s3.below("films");
    let ran = moved(&program, "films", &place);
    assert_moved(&ran, 5, 5);
    for left_out in [
        "a symbolic link: link.txt\n",
        "never served: .resized\n",
        "never served: covers/.part\n",
    ] {
        assert!(ran.err.contains(left_out), "{}", ran.err);
    }
    assert!(!ran.err.contains("copy.jpg"), "{}", ran.err);
    assert_eq!(s3.paths().await.len(), 5);
    assert_eq!(
        s3.get("films/910000000000000001/segment-00.ts")
            .await
            .unwrap(),
        long
    );
    assert_moved(&moved(&program, "films", &place), 5, 0);

    // As S3 consoles create folders.
    s3.put("films/910000000000000001", b"").await;
    s3.put("films/covers/.half/one.jpg", b"half").await;
    let ran = moved(&program, &place, "back");
    assert_moved(&ran, 5, 5);
    let left_out = "never served: covers/.half\n";
    assert!(ran.err.contains(left_out), "{}", ran.err);
    assert_eq!(tree(&program.path().join("back")), before);
    assert_moved(&moved(&program, &place, "back"), 5, 0);
    assert_eq!(s3.paths().await.len(), 6);

    // Same length, other content: only that one is copied again.
    write(&program, "back/covers/封面.png", b"OTHER picture");
    assert_moved(&moved(&program, &place, "back"), 5, 1);
    assert_eq!(tree(&program.path().join("back")), before);
    write(&program, "films/covers/封面.png", b"third picture");
    assert_moved(&moved(&program, "films", &place), 5, 1);
    assert_eq!(
        s3.get("films/covers/封面.png").await.unwrap(),
        b"third picture"
    );
}

#[actix_web::test]
async fn a_killed_move_resumes() {
    let (s3, program) = (S3::new(), site(&[]));
    for number in 0..60 {
        write(
            &program,
            &format!("films/{number}/index.m3u8"),
            format!("{number}").as_bytes(),
        );
    }
    let place = s3.below("films");
    let arguments = ["move-files", "--from", "films", "--to", &place];
    let mut child = program.command(&arguments).spawn().unwrap();
    while s3.paths().await.len() < 5 {
        assert!(
            child.try_wait().unwrap().is_none(),
            "it ended before it was killed"
        );
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let stored_before = s3.paths().await.len();
    assert!(stored_before < 60, "{stored_before}");
    assert_moved(&moved(&program, "films", &place), 60, 60 - stored_before);

    let mut child = program
        .command(&["move-files", "--from", &place, "--to", "back"])
        .spawn()
        .unwrap();
    while arrived(&program.path().join("back")) < 5 {
        assert!(
            child.try_wait().unwrap().is_none(),
            "it ended before it was killed"
        );
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let ran = moved(&program, &place, "back");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!ran.out.contains(" 60 of them copied"), "{}", ran.out);
    let (one, other) = (
        tree(&program.path().join("films")),
        tree(&program.path().join("back")),
    );
    let other: BTreeMap<_, _> = other
        .into_iter()
        .filter(|(path, _)| !path.ends_with(".part"))
        .collect();
    assert!(one == other);
}

#[actix_web::test]
async fn files_that_differ_after_a_move_are_named() {
    let s3 = S3::new();
    for name in ["a.txt", "b.txt"] {
        s3.put(&format!("media/{name}"), name.as_bytes()).await;
    }
    let place = s3.below("media");
    let rejected = std::thread::spawn(move || {
        let folder = tempfile::tempdir().unwrap();
        let keys = keys();
        let settings: Vec<_> = keys
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let s3 = Config::from_pairs(&settings).unwrap().s3;
        let to = folder.path().join("back");
        let way = CopyDirection::parse(&place, to.to_str().unwrap(), &s3).unwrap();
        let (files, _) = way.list().unwrap();
        // Somebody overwrites what has just arrived.
        let mut meddle = |_| fs::write(to.join("a.txt"), "A.txt").unwrap();
        way.run(&files, &mut meddle).unwrap_err().to_string()
    });
    let rejected = rejected.join().unwrap();
    assert!(rejected.starts_with("a.txt is not equal"), "{rejected}");
}

#[test]
fn files_move_only_between_a_folder_and_the_store() {
    let program = Program::new();
    for (from, to, message) in [
        ("a", "b", "One of --from and --to"),
        ("s3://bucket/a", "s3://bucket/b", "S3_ACCESS_KEY_ID"),
        ("a", "https://bucket/b", "must be s3://"),
        ("a", "s3://bucket/../b", "must be s3://"),
        ("a", "s3://bucket/b", "S3_ACCESS_KEY_ID"),
    ] {
        let ran = moved(&program, from, to);
        assert_eq!(ran.code, 1, "{from} {to}: {}", ran.out);
        assert!(ran.err.contains(message), "{from} {to}: {}", ran.err);
    }
    let ran = moved(&site(&[]), "missing", "s3://yingku-tests/none");
    assert_eq!(ran.code, 1, "{}", ran.out);
}

#[actix_web::test]
async fn a_backup_includes_and_restores_the_files_of_the_store() {
    let (one, other) = (S3::new(), S3::new());
    let places = |s3: &S3| {
        [
            ("MEDIA_STORE", s3.below("media")),
            ("STREAM_STORE", s3.below("streams")),
        ]
    };
    let set = |places: &[(&'static str, String); 2]| {
        site(
            &places
                .each_ref()
                .map(|(name, place)| (*name, place.as_str())),
        )
    };
    let (source, target) = (places(&one), places(&other));
    let (program, target) = (set(&source), set(&target));
    one.put("media/uploads/3a/b.png", b"picture").await;
    one.put("media/covers/c.jpg", &[1; 100_000]).await;
    one.put("streams/7/index.m3u8", b"#EXTM3U\n").await;
    assert_eq!(program.run(&["migrate"]).code, 0);
    let ran = program.run(&["backup", "copy", "--with", "media,streams"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains(" 4 files"), "{}", ran.out);
    assert_eq!(program.run(&["backup", "--verify", "copy"]).code, 0);
    assert_eq!(
        fs::read(program.path().join("copy/files/streams/7/index.m3u8")).unwrap(),
        b"#EXTM3U\n"
    );

    let copy = program.path().join("copy");
    let ran = target.run(&["restore", copy.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("and 3 files"), "{}", ran.out);
    let paths = one.paths().await;
    assert_eq!((paths.len(), &paths), (3, &other.paths().await));
    for path in &paths {
        assert!(one.get(path).await == other.get(path).await, "{path}");
    }
    // An identical file stays; another one is not overwritten.
    fs::remove_file(target.path().join("data/yingku.db")).unwrap();
    let ran = target.run(&["restore", copy.to_str().unwrap()]);
    assert!(
        ran.code == 0 && ran.out.contains("and 0 files"),
        "{} {}",
        ran.out,
        ran.err
    );
    other.put("media/covers/c.jpg", b"changed").await;
    fs::remove_file(target.path().join("data/yingku.db")).unwrap();
    let ran = target.run(&["restore", copy.to_str().unwrap()]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.err.contains("covers/c.jpg"), "{}", ran.err);
    assert_eq!(other.get("media/covers/c.jpg").await.unwrap(), b"changed");

    // Without the store there is no partial backup that looks complete.
    let ran = program.run_with(
        "S3_ENDPOINT",
        &crate::support::s3::nobody(),
        &["backup", "second", "--with", "media"],
    );
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(!program.path().join("second/backup.json").exists());
}
