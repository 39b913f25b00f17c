//! `yingku config check` opens the files that the settings name, as the service will.

use std::process::{Command, Stdio};

use crate::support::command::{CommandOutput, Program};
use crate::support::tls::Authority;

/// Merchants, a Redis and a mail server with TLS: everything that needs files.
const SETTINGS: [(&str, &str); 11] = [
    ("PAY_MODE", "live"),
    ("PUBLIC_URL", "https://films.example"),
    ("ALIPAY_APP_ID", "2021"),
    ("ALIPAY_SELLER_ID", "2088"),
    ("WEIXIN_APP_ID", "wx1"),
    ("WEIXIN_MCH_ID", "1900"),
    ("WEIXIN_CERT_SERIAL", "7A1B2C3D"),
    ("WEIXIN_PUBLIC_KEY_ID", "PUB_KEY_ID_1"),
    ("REDIS_URL", "rediss://localhost"),
    ("SMTP_URL", "smtps://localhost"),
    ("MAIL_FROM", "noreply@films.example"),
];

/// Settings that name a file.
const FILES: [&str; 9] = [
    "CLIENT_KEY_FILE_PREVIOUS",
    "ALIPAY_PRIVATE_KEY_FILE",
    "ALIPAY_PUBLIC_KEY_FILE",
    "WEIXIN_PRIVATE_KEY_FILE",
    "WEIXIN_PUBLIC_KEY_FILE",
    "WEIXIN_API_KEY_FILE",
    "REDIS_CA_FILE",
    "S3_CA_FILE",
    "SMTP_CA_FILE",
];

/// Settings that name one in a URL.
const ADDRESSES: [&str; 2] = ["DATABASE_URL", "DATABASE_REPLICA_URL"];

fn check(program: &Program, files: &[(&str, &str)]) -> CommandOutput {
    let mut command = program.command(&["config", "check"]);
    CommandOutput::of(command.envs(SETTINGS).envs(files.iter().copied()))
}

fn postgres(file: &str) -> String {
    format!("postgres://localhost/a?sslmode=verify-full&sslrootcert={file}")
}

fn openssl(arguments: &[&str]) {
    let mut openssl = Command::new("openssl");
    let generated = openssl.args(arguments).stderr(Stdio::null()).status();
    assert!(generated.unwrap().success());
}

/// All of them name the same invalid file; each has to be reported, with one of the reasons.
fn assert_all_named(file: &str, reasons: &[&str]) {
    let program = Program::new();
    program.write("no-key.pem", "not a key");
    let address = postgres(file);
    let files = FILES.map(|name| (name, file));
    let addresses = ADDRESSES.map(|name| (name, &*address));
    let ran = check(&program, &[&files[..], &addresses].concat());
    assert_eq!(ran.code, 1, "{}", ran.out);
    for name in FILES.into_iter().chain(ADDRESSES) {
        let begin = format!("{name}: ");
        let mut lines = ran.err.lines().map(str::trim);
        let reported = lines.find(|line| line.starts_with(&begin));
        let reported = reported.unwrap_or_else(|| panic!("{name} is missing in: {}", ran.err));
        let says_why = reasons.iter().any(|reason| reported.contains(reason));
        assert!(reported.contains(file) && says_why, "{reported}");
    }
}

#[test]
fn a_missing_file_is_reported_before_a_restart_fails() {
    assert_all_named("nothing.pem", &["No such file"]);
}

#[test]
fn a_file_of_another_kind_is_reported_too() {
    let reasons = [
        "not a private key",
        "neither PEM",
        "not an RSA",
        "does not hold",
        "no certificates",
    ];
    assert_all_named("no-key.pem", &reasons);
}

#[test]
fn valid_files_pass_and_the_first_client_key_may_be_missing() {
    let (program, authority) = (Program::new(), Authority::new());
    let file = |name: &str| authority.file(name).display().to_string();
    let (ca, key) = (file("ca.pem"), file("server.key"));
    let public = program.path().join("public.pem").display().to_string();
    let own_public = program.path().join("own-public.pem").display().to_string();
    let provider = program.path().join("provider.pem").display().to_string();
    openssl(&["genpkey", "-algorithm", "RSA", "-out", &provider]);
    openssl(&["pkey", "-in", &provider, "-pubout", "-out", &public]);
    openssl(&["pkey", "-in", &key, "-pubout", "-out", &own_public]);
    program.write("api-key", &"a".repeat(32));
    let good = check(
        &program,
        &[
            ("CLIENT_KEY_FILE_PREVIOUS", &key),
            ("ALIPAY_PRIVATE_KEY_FILE", &key),
            ("ALIPAY_PUBLIC_KEY_FILE", &public),
            ("WEIXIN_PRIVATE_KEY_FILE", &key),
            ("WEIXIN_PUBLIC_KEY_FILE", &public),
            ("WEIXIN_API_KEY_FILE", "api-key"),
            ("REDIS_CA_FILE", &ca),
            ("S3_CA_FILE", &ca),
            ("SMTP_CA_FILE", &ca),
            ("DATABASE_URL", &postgres(&ca)),
            ("DATABASE_REPLICA_URL", &postgres("system")),
        ],
    );
    assert_eq!(good.code, 0, "{}", good.err);
    let mixed_up = check(
        &program,
        &[
            ("ALIPAY_PRIVATE_KEY_FILE", &key),
            ("ALIPAY_PUBLIC_KEY_FILE", &own_public),
            ("WEIXIN_PRIVATE_KEY_FILE", &key),
            ("WEIXIN_PUBLIC_KEY_FILE", &own_public),
            ("WEIXIN_API_KEY_FILE", "api-key"),
        ],
    );
    assert_eq!(mixed_up.code, 1);
    for name in ["ALIPAY_PUBLIC_KEY_FILE", "WEIXIN_PUBLIC_KEY_FILE"] {
        assert!(mixed_up.err.contains(name), "{}", mixed_up.err);
    }
    assert_eq!(
        mixed_up.err.matches("your own public key").count(),
        2,
        "{}",
        mixed_up.err
    );
}

#[test]
fn a_client_key_has_the_size_that_clients_encrypt_to() {
    let program = Program::new();
    let long = program.path().join("long.pem").display().to_string();
    let size = "rsa_keygen_bits:3072";
    openssl(&[
        "genpkey",
        "-algorithm",
        "RSA",
        "-pkeyopt",
        size,
        "-out",
        &long,
    ]);
    let ran = program.run_with("CLIENT_KEY_FILE", &long, &["config", "check"]);
    assert!(
        ran.code == 1 && ran.err.contains("2048 bits"),
        "{}",
        ran.err
    );
}
