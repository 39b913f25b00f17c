//! `yingku user`, run as an operator runs it.

use std::process::Stdio;

use diesel::prelude::*;
use yingku_db::schema::{audit_log, users};
use yingku_db::{Db, DbError};

use crate::support::command::Program;
use crate::support::db::{TestDb, options};

fn password_of(out: &str) -> &str {
    let line = out.lines().find_map(|line| line.strip_prefix("Password: "));
    line.unwrap_or_else(|| panic!("no password in {out}"))
}

#[test]
fn the_command_creates_users_and_grants_permissions() {
    let program = Program::new();
    let created = program.run(&["user", "create", "lin_xia", "--role", "editor"]);
    assert_eq!(created.code, 0, "{}", created.err);
    assert_eq!(password_of(&created.out).len(), 20);
    let again = program.run(&["user", "create", "Lin_Xia"]);
    assert_eq!(
        (again.code, again.err.trim()),
        (1, "A user of that name already exists.")
    );
    let granted = program.run(&[
        "user",
        "grant",
        "LIN_XIA",
        "--role",
        "support",
        "--permissions",
        "audit:view,works:edit",
        "--vip-days",
        "30",
    ]);
    let expected = "role support, permissions [works:edit, messages:reply, orders:view, downloads:handle, reports:handle, audit:view, dashboard:view], group VIP会员";
    assert!(
        granted.out.contains(expected),
        "{}{}",
        granted.out,
        granted.err
    );
    let taken = program.run(&[
        "user",
        "grant",
        "lin_xia",
        "--permissions",
        "--vip-days",
        "0",
    ]);
    let expected = "permissions [messages:reply, orders:view, downloads:handle, reports:handle, dashboard:view], group 普通会员";
    assert!(taken.out.contains(expected), "{}{}", taken.out, taken.err);
    assert_eq!(program.run(&["user", "disable", "lin_xia"]).code, 0);
    let list = program.run(&["user", "list"]).out;
    let fields: Vec<&str> = list.trim().split('\t').collect();
    assert_eq!(fields[1..5], ["lin_xia", "普通会员", "support", "disabled"]);
    assert_eq!(program.run(&["user", "enable", "lin_xia"]).code, 0);
    assert!(program.run(&["user", "list"]).out.contains("enabled"));
    let changed = program.run(&["user", "set-password", "lin_xia"]);
    assert_ne!(password_of(&changed.out), password_of(&created.out));
}

#[test]
fn a_password_can_be_given_on_standard_input() {
    let program = Program::new();
    let created = program.run_reading(
        "quiet-river-27\n",
        &["user", "create", "lin_xia", "--password-stdin"],
    );
    assert_eq!(created.code, 0, "{}", created.err);
    assert!(!created.out.contains("assword"), "{}", created.out);
    let short = program.run_reading(
        "short\n",
        &["user", "set-password", "lin_xia", "--password-stdin"],
    );
    assert_eq!((short.code, short.err.trim()), (1, "密码至少需要8位数"));
}

#[test]
fn errors_are_reported() {
    let program = Program::new();
    for (arguments, said) in [
        (&["user", "create", "abc"][..], "用户名至少6位数"),
        (
            &["user", "create", "lin_xia", "--email", "nothing"],
            "安全邮箱",
        ),
        (
            &["user", "disable", "nobody-here"],
            "There is no user nobody-here.",
        ),
    ] {
        let ran = program.run(arguments);
        assert_eq!((ran.code, ran.err.lines().last().unwrap_or("")), (1, said));
    }
    for wrong in [
        &["user"][..],
        &["user", "grant", "lin_xia"],
        &["user", "grant", "lin_xia", "--role", "king"],
        &["user", "grant", "lin_xia", "--permissions", "fly"],
        &["user", "grant", "lin_xia", "--vip-days", "-1"],
    ] {
        assert_eq!(program.run(wrong).code, 2, "{wrong:?}");
    }
}

#[test]
fn days_granted_concurrently_all_count() {
    let database = TestDb::postgres();
    let program = Program::new();
    let created = program.run_with(
        "DATABASE_URL",
        &database.url,
        &["user", "create", "lin_xia"],
    );
    assert_eq!(created.code, 0, "{}", created.err);
    let give = |_| {
        let mut command = program.command(&["user", "grant", "lin_xia", "--vip-days", "100"]);
        let command = command.env("DATABASE_URL", &database.url);
        command.stdout(Stdio::null()).spawn().unwrap()
    };
    let given: Vec<_> = (0..4).map(give).collect();
    for mut child in given {
        assert!(child.wait().unwrap().success());
    }
    let db = Db::open(&options(&database.url)).unwrap();
    let row = users::table.select((users::created_at, users::vip_until));
    let (created, until): (i64, i64) = db
        .read_now::<_, DbError, _>(|conn| Ok(row.first(conn)?))
        .unwrap();
    assert_eq!((until - created) / 86_400, 400);
}

/// The audit entries of the command line: action, before, after.
fn log_of(program: &Program) -> Vec<(String, String, String)> {
    let url = format!("sqlite://{}/data/yingku.db", program.path().display());
    let db = Db::open(&options(&url)).unwrap();
    let entries = audit_log::table
        .filter(audit_log::actor.eq("命令行"))
        .order(audit_log::id)
        .select((audit_log::action, audit_log::before, audit_log::after));
    db.read_now::<_, DbError, _>(|conn| Ok(entries.load(conn)?))
        .unwrap()
}

#[test]
fn changes_by_the_command_line_are_audited() {
    let program = Program::new();
    for arguments in [
        &["create", "lin_xia", "--role", "admin"][..],
        &["create", "wang_yuan", "--role", "admin"],
        &["grant", "lin_xia", "--role", "editor", "--vip-days", "30"],
        &["grant", "lin_xia", "--vip-days", "0"],
        &["disable", "lin_xia"],
        &["disable", "lin_xia"],
        &["enable", "lin_xia"],
        &["set-password", "lin_xia"],
    ] {
        let ran = program.run(&[&["user"], arguments].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    let log = log_of(&program);
    let actions: Vec<&str> = log.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(
        actions,
        [
            "users.create",
            "users.create",
            "users.role",
            "users.days",
            "users.days",
            "users.disable",
            "users.enable",
            "users.password"
        ]
    );
    let (_, before, after) = &log[2];
    assert_eq!(before, r#"{"permissions":[],"role":"admin"}"#);
    assert_eq!(after, r#"{"permissions":[],"role":"editor"}"#);
    // The last admin stays an enabled admin; a rejected change is not audited.
    for arguments in [
        &["disable", "wang_yuan"][..],
        &["grant", "wang_yuan", "--role", "member"],
    ] {
        let ran = program.run(&[&["user"], arguments].concat());
        assert_eq!(
            (ran.code, ran.err.lines().last().unwrap_or("")),
            (1, "至少要保留一位可用的管理员")
        );
    }
    assert_eq!(log_of(&program).len(), log.len());
}
