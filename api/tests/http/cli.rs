//! The command line: exit codes, invalid settings, missing files.

use serde_json::json;

use crate::support::command::{CommandOutput, Program};
use crate::support::db::{TestDb, options};
use crate::support::film;

#[test]
fn a_wrong_command_prints_usage() {
    let program = Program::new();
    for wrong in [
        &[][..],
        &["fly"],
        &["demo", "--works", "0"],
        &["demo", "--works", "x"],
        &["import"],
    ] {
        let ran = program.run(wrong);
        assert_eq!(ran.code, 2, "{wrong:?}: {}", ran.err);
        assert!(
            ran.err.contains("Usage") || ran.err.contains("--help"),
            "{}",
            ran.err
        );
    }
    assert_eq!(program.run(&["--help"]).code, 0);
}

#[test]
fn all_invalid_settings_are_reported_at_once() {
    let program = Program::new();
    program.write(".env", "APP_ENV=production\nDATABASE_URL=mysql://x:geheim@y\nBIND=nowhere\nSERVER_SECRET=short\nDATABSE_POOL=3\n");
    let ran = program.run(&["config", "check"]);
    assert_eq!(ran.code, 1);
    for name in ["DATABASE_URL", "BIND", "SERVER_SECRET", "DATABSE_POOL"] {
        assert!(ran.err.contains(name), "{name} is missing in: {}", ran.err);
    }
    for secret in ["short", "geheim"] {
        assert!(
            !ran.err.contains(secret),
            "a secret was printed: {}",
            ran.err
        );
    }
}

#[test]
fn production_does_not_start_without_its_own_secrets() {
    let program = Program::new();
    std::fs::remove_file(program.path().join(".env")).unwrap();
    let ran = program.run_with("APP_ENV", "production", &["config", "check"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("SERVER_SECRET"), "{}", ran.err);
}

#[test]
fn the_generated_settings_are_private_valid_and_written_once() {
    use std::os::unix::fs::PermissionsExt as _;

    let program = Program::new();
    let file = program.path().join(".env");
    let first = std::fs::read_to_string(&file).unwrap();
    assert_eq!(
        std::fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    assert_eq!(program.run(&["config", "check"]).code, 0);
    assert_eq!(program.run(&["config", "init"]).code, 0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), first);
}

#[test]
fn a_list_ends_quietly_on_a_broken_pipe() {
    let program = Program::new();
    let created = program.run(&["user", "create", "lin_xia"]);
    assert_eq!(created.code, 0, "{}", created.err);
    for list in [&["user", "list"][..], &["codes", "list"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ran = CommandOutput::of(program.command(list).stdout(writer));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{list:?}");
    }
}

#[test]
fn rejected_lines_are_reported_with_number_field_and_reason_and_exit_1() {
    let program = Program::new();
    let good = film("ABC-1", "甲", json!({})).to_string();
    let bad = film("ABC-2", "乙", json!({ "average": 6 })).to_string();
    let file = program.write("works.ndjson", &format!("{good}\n{bad}\nnot json\n"));
    let ran = program.run(&["import", &file]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("line 2: average"), "{}", ran.out);
    assert!(ran.out.contains("line 3: "), "{}", ran.out);
    assert!(
        ran.out
            .contains("1 new, 0 updated, 0 unchanged, 2 rejected"),
        "{}",
        ran.out
    );
}

#[test]
fn strict_changes_nothing_when_a_line_is_rejected() {
    let program = Program::new();
    let good = film("ABC-1", "甲", json!({})).to_string();
    let file = program.write("works.ndjson", &format!("{good}\n{{}}\n"));
    let rejected = program.run(&["import", "--strict", &file]);
    assert_eq!(rejected.code, 1);
    assert!(
        rejected.err.contains("line 2") && rejected.err.contains("Nothing was changed."),
        "{}",
        rejected.err
    );
    let file = program.write("works.ndjson", &good);
    let ran = program.run(&["import", "--strict", &file]);
    assert!(
        ran.code == 0 && ran.out.starts_with("1 new, "),
        "{}{}",
        ran.out,
        ran.err
    );
    let verified = program.run(&["index", "verify"]);
    assert_eq!(
        verified.code, 1,
        "a strict import leaves the index to the service or a rebuild"
    );
    assert_eq!(program.run(&["index", "rebuild"]).code, 0);
    assert_eq!(program.run(&["index", "verify"]).code, 0);
}

#[test]
fn a_missing_file_is_an_error_that_names_it() {
    let program = Program::new();
    let ran = program.run(&["import", "nowhere.ndjson"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("nowhere.ndjson"), "{}", ran.err);
    assert!(!ran.err.contains("panicked"));
}

#[test]
fn the_demo_is_deterministic() {
    let program = Program::new();
    let first = program.run(&["demo", "--works", "300"]);
    assert!(
        first.code == 0 && first.out.starts_with("300 new, "),
        "{}{}",
        first.out,
        first.err
    );
    let kept = program.run(&["demo", "--if-empty"]);
    assert_eq!(
        (kept.code, kept.out.trim()),
        (0, "The catalogue already has works.")
    );
    assert_eq!(program.run(&["index", "verify"]).code, 0);
}

#[test]
fn the_demo_can_be_written_as_lines_and_imported() {
    let program = Program::new();
    let printed = program.run(&["demo", "--works", "200", "--print"]);
    assert_eq!((printed.code, printed.out.lines().count()), (0, 200));
    let file = program.write("works.ndjson", &printed.out);
    let imported = program.run(&["import", &file]);
    assert!(
        imported.out.starts_with("200 new, "),
        "{}{}",
        imported.out,
        imported.err
    );
}

#[test]
fn production_does_not_serve_from_a_missing_database() {
    let program = Program::new();
    let mut command = program.command(&["serve"]);
    let ran = command
        .env("APP_ENV", "production")
        .env("PAY_MODE", "off")
        .env("PUBLIC_URL", "https://films.example")
        .env("TRUSTED_PROXIES", "127.0.0.1")
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1));
    assert!(stderr.contains("yingku.db does not exist"), "{stderr}");
    assert!(!program.path().join("data/yingku.db").exists());
}

#[test]
fn instances_on_one_postgres_detect_each_other() {
    use yingku_db::instances::{OtherInstances, announce};

    let database = TestDb::postgres();
    let at = |node: u16, has_redis: bool| {
        announce(&options(&database.url), node, has_redis)
            .unwrap()
            .unwrap()
    };
    let others = |same_number, any, without_redis| OtherInstances {
        same_number,
        any,
        without_redis,
    };
    let (first, alone) = at(1, false);
    assert_eq!(alone, others(false, false, false));
    let (_second, found) = at(2, true);
    assert_eq!(found, others(false, true, true));
    assert_eq!(at(1, false).1, others(true, true, true));
    drop(first);
    assert_eq!(at(1, true).1, others(false, true, false));
}

#[test]
fn production_does_not_serve_a_second_instance_without_redis() {
    let database = TestDb::postgres();
    let program = Program::new();
    let serve = |node: &str, redis: &str| {
        let mut command = program.command(&["serve"]);
        command
            .env("APP_ENV", "production")
            .env("PAY_MODE", "off")
            .env("PUBLIC_URL", "https://films.example")
            .env("TRUSTED_PROXIES", "127.0.0.1")
            .env("NODE_ID", node)
            .env("REDIS_URL", redis)
            .env("DATABASE_URL", &database.url);
        command.output().unwrap()
    };
    // Whichever of the two has no Redis.
    for (first, second) in [(true, ""), (false, "redis://127.0.0.1:1/")] {
        let _first = yingku_db::instances::announce(&options(&database.url), 1, first).unwrap();
        for (node, words) in [("1", "NODE_ID"), ("2", "REDIS_URL")] {
            let rejected = serve(node, second);
            let stderr = String::from_utf8_lossy(&rejected.stderr);
            assert!(
                !rejected.status.success() && stderr.contains(words),
                "{stderr}"
            );
        }
    }
}

#[test]
fn two_concurrent_imports_of_the_same_new_file_both_finish() {
    for strict in [false, true] {
        let database = TestDb::postgres();
        let programs = [Program::new(), Program::new()];
        let films = (0..2_000).map(|at| {
            let tags = json!([{ "name": format!("标签{}", at % 40), "group": "题材" }]);
            film(&format!("ABC-{at}"), "雪线", json!({ "tags": tags })).to_string()
        });
        let text = films.collect::<Vec<_>>().join("\n");
        let running = programs.each_ref().map(|program| {
            let file = program.write("works.ndjson", &text);
            let mut arguments = vec!["import", file.as_str()];
            if strict {
                arguments.push("--strict");
            }
            let mut command = program.command(&arguments);
            command
                .env("DATABASE_URL", &database.url)
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped());
            command.spawn().unwrap()
        });
        let new: u32 = running
            .into_iter()
            .map(|running| {
                let ran = running.wait_with_output().unwrap();
                let (out, err) = (
                    String::from_utf8_lossy(&ran.stdout),
                    String::from_utf8_lossy(&ran.stderr),
                );
                assert!(ran.status.success(), "strict {strict}: {out}{err}");
                let number = out.lines().last().and_then(|line| line.split(' ').next());
                number.unwrap().parse::<u32>().unwrap()
            })
            .sum();
        assert_eq!(new, 2_000);
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let program = Program::new();
    program.write("a-file", "");
    let ran = program.run_with("MEDIA_DIR", "a-file/media", &["serve"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("MEDIA_DIR (a-file/media)"), "{}", ran.err);
    assert!(!ran.err.contains("listening"), "{}", ran.err);
}

#[test]
fn the_health_command_checks_a_service() {
    let program = Program::new();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let everywhere = address.replace("127.0.0.1", "0.0.0.0");
    let help = || {
        let mut command = program.command(&["health"]);
        CommandOutput::of(command.env("BIND", &everywhere).env("PAY_MODE", "off"))
    };
    let away = help();
    assert_eq!(away.code, 1);
    assert!(away.err.contains(&address), "{}", away.err);

    let mut service = program
        .command(&["serve"])
        .env("BIND", &address)
        .spawn()
        .unwrap();
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    let there = loop {
        let ran = help();
        if ran.code == 0 || std::time::Instant::now() > deadline {
            break ran;
        }
    };
    service.kill().unwrap();
    service.wait().unwrap();
    assert_eq!(there.code, 0, "{}", there.err);
    assert!(there.out.contains(r#""database":true"#), "{}", there.out);
    assert_eq!(help().code, 1);
}
