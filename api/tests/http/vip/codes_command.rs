//! `yingku codes`, run as an operator runs it.

use std::os::unix::fs::PermissionsExt as _;

use diesel::prelude::*;
use yingku_commerce::vip::codes::code::{ActivationCode, last4};
use yingku_db::schema::audit_log;

use crate::support::command::Program;

#[test]
fn an_operator_creates_lists_and_revokes_codes() {
    let program = Program::new();
    let created = program.run(&[
        "codes",
        "generate",
        "--plan",
        "年卡VIP-激活码",
        "--count",
        "3",
        "--batch",
        "autumn",
    ]);
    assert_eq!(created.code, 0, "{}", created.err);
    let codes: Vec<&str> = created.out.lines().collect();
    assert_eq!(codes.len(), 3);
    assert!(
        codes
            .iter()
            .all(|code| ActivationCode::parse(code).is_some()),
        "{}",
        created.out
    );
    assert!(
        created
            .err
            .contains("Created 3 codes for 年卡VIP-激活码 as batch autumn."),
        "{}",
        created.err
    );
    let other = program.run(&[
        "codes",
        "generate",
        "--plan",
        "1000000000000005",
        "--valid-days",
        "7",
    ]);
    assert_eq!(other.code, 0, "{}", other.err);
    let list = program.run(&["codes", "list"]).out;
    assert_eq!(list.lines().count(), 4);
    assert!(codes.iter().all(|code| !list.contains(code)), "{list}");
    let listed = program.run(&["codes", "list", "--batch", "autumn"]).out;
    let first: Vec<&str> = listed.lines().next().unwrap().split('\t').collect();
    assert_eq!(first[1], format!("…{}", last4(codes[0])));
    assert_eq!(first[2..5], ["autumn", "365", "unused"]);
    assert_eq!(
        program.run(&["codes", "revoke", first[0]]).out.trim(),
        "Revoked 1 codes."
    );
    assert_eq!(
        program
            .run(&["codes", "revoke", "--batch", "autumn"])
            .out
            .trim(),
        "Revoked 2 codes."
    );
    let listed = program.run(&["codes", "list", "--batch", "autumn"]).out;
    assert!(
        listed.lines().all(|line| line.contains("\trevoked\t")),
        "{listed}"
    );
}

/// Actor, action, codes and their state in the audit log.
fn log(program: &Program) -> Vec<(String, String, String, String)> {
    let file = program.path().join("data/yingku.db");
    let options = crate::support::db::options(&format!("sqlite://{}", file.display()));
    let db = yingku_db::Db::open(&options).unwrap();
    db.read_now::<_, yingku_db::DbError, _>(|conn| {
        Ok(audit_log::table
            .select((
                audit_log::actor,
                audit_log::action,
                audit_log::target_id,
                audit_log::after,
            ))
            .order(audit_log::id)
            .load(conn)?)
    })
    .unwrap()
}

#[test]
fn code_commands_are_audited() {
    let program = Program::new();
    let generate = [
        "codes",
        "generate",
        "--plan",
        "年卡VIP-激活码",
        "--count",
        "3",
        "--batch",
        "autumn",
    ];
    assert_eq!(program.run(&generate).code, 0);
    let again = program.run(&generate);
    assert_eq!((again.code, again.out.as_str()), (1, ""));
    assert!(
        again.err.contains("A batch of that name already exists."),
        "{}",
        again.err
    );
    let listed = program.run(&["codes", "list"]).out;
    assert_eq!(listed.lines().count(), 3);
    let first = listed.split('\t').next().unwrap().to_owned();
    program.run(&["codes", "revoke", &first]);
    program.run(&["codes", "revoke", "--batch", "autumn"]);
    program.run(&["codes", "revoke", "--batch", "autumn"]);
    let log = log(&program);
    let entry = |action: &str, target: &str, after: &str| {
        (
            "命令行".to_owned(),
            action.to_owned(),
            target.to_owned(),
            after.to_owned(),
        )
    };
    assert_eq!(
        log,
        [
            entry(
                "codes.make",
                "autumn",
                r#"{"count":3,"days":365,"plan":"年卡VIP-激活码","validUntil":null}"#
            ),
            entry("codes.revoke", &first, r#"{"revoked":1}"#),
            entry("codes.revoke", "autumn", r#"{"revoked":2}"#),
        ]
    );
}

#[test]
fn codes_can_be_written_to_a_private_file() {
    let program = Program::new();
    let arguments = [
        "codes",
        "generate",
        "--plan",
        "双月VIP-激活码",
        "--count",
        "2",
        "--output",
        "codes.txt",
    ];
    let created = program.run(&arguments);
    assert_eq!(
        (created.code, created.out.as_str()),
        (0, ""),
        "{}",
        created.err
    );
    let file = program.path().join("codes.txt");
    assert_eq!(
        std::fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 2);
    // An existing file is not overwritten, and no codes are created that nobody would see.
    assert_eq!(program.run(&arguments).code, 1);
    assert_eq!(program.run(&["codes", "list"]).out.lines().count(), 2);
}

#[test]
fn errors_are_reported() {
    let program = Program::new();
    let ran = program.run(&["codes", "generate", "--plan", "nothing"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .contains("There is no plan nothing; the plans are 年卡VIP-激活码"),
        "{}",
        ran.err
    );
    for wrong in [
        &["codes"][..],
        &["codes", "revoke"],
        &["codes", "revoke", "1", "--batch", "autumn"],
        &["codes", "generate", "--plan", "x", "--count", "0"],
        &["codes", "generate", "--plan", "x", "--batch", "a/b"],
    ] {
        assert_eq!(program.run(wrong).code, 2, "{wrong:?}");
    }
}
