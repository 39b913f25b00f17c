//! Insecure settings: production rejects all of them in one message, and the sandbox stays
//! reachable locally only.

use yingku_platform::config::{Config, PayMode};

const GOOD: [(&str, &str); 8] = [
    ("APP_ENV", "production"),
    ("PAY_MODE", "off"),
    ("PUBLIC_URL", "https://films.example"),
    ("BIND", "0.0.0.0:8080"),
    ("TRUSTED_PROXIES", "10.0.0.2"),
    (
        "SERVER_SECRET",
        "6f1d2c9ab04e57836f1d8c2ab94e5073d1c2b3a495867f0e1d2c3b4a59687f8e",
    ),
    (
        "CODE_SECRET",
        "a94e50736f1d2c8bd1c2b3a495867f0e1d2c3b4a59687f8e6f1d2c9ab04e5783",
    ),
    (
        "HLS_SECRET",
        "1d2c3b4a59687f8e6f1d2c9ab04e5783a94e50736f1d2c8bd1c2b3a495867f0e",
    ),
];

fn with<'a>(changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut all = GOOD.to_vec();
    all.retain(|(name, _)| !changes.iter().any(|(other, _)| other == name));
    all.extend(changes);
    all
}

#[test]
fn production_lists_every_weak_setting_in_one_message() {
    assert!(Config::from_pairs(&GOOD).is_ok());
    let weak = with(&[
        ("PAY_MODE", "sandbox"),
        ("PUBLIC_URL", "http://films.example"),
        ("TRUSTED_PROXIES", ""),
        ("SIGNING", "report"),
        ("TOKEN_BINDING", "off"),
        ("CAPTCHA", "off"),
        (
            "CODE_SECRET",
            "6f1d2c9ab04e57836f1d8c2ab94e5073d1c2b3a495867f0e1d2c3b4a59687f8e",
        ),
        ("HLS_SECRET", "change-me-change-me-change-me-change-me"),
    ]);
    let problems = Config::from_pairs(&weak).unwrap_err();
    for name in [
        "PAY_MODE",
        "PUBLIC_URL",
        "TRUSTED_PROXIES",
        "SIGNING",
        "TOKEN_BINDING",
        "CAPTCHA",
        "CODE_SECRET",
        "HLS_SECRET",
    ] {
        let named = problems.lines().filter(|line| {
            line.trim_start()
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with(':'))
        });
        assert_eq!(named.count(), 1, "{name} in {problems}");
    }
    // The value that CODE_SECRET repeats is valid itself, and no value is printed.
    assert!(!problems.contains("\n  SERVER_SECRET:"), "{problems}");
    assert!(!problems.contains("6f1d2c9a") && !problems.contains("change-me"));
}

#[test]
fn each_weak_setting_alone_prevents_the_start() {
    for (name, value) in [
        ("SIGNING", "off"),
        ("SIGNING", "report"),
        ("TOKEN_BINDING", "off"),
        ("CAPTCHA", "off"),
        ("PUBLIC_URL", ""),
        ("PUBLIC_URL", "http://films.example"),
        ("TRUSTED_PROXIES", ""),
        (
            "SERVER_SECRET",
            "0000000000000000000000000000000000000000000000000000000000000007",
        ),
        (
            "SERVER_SECRET",
            "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        ),
        (
            "SERVER_SECRET_PREVIOUS",
            "a94e50736f1d2c8bd1c2b3a495867f0e1d2c3b4a59687f8e6f1d2c9ab04e5783",
        ),
    ] {
        let problems = Config::from_pairs(&with(&[(name, value)])).unwrap_err();
        assert!(problems.contains(name), "{name}={value}: {problems}");
        assert_eq!(problems.lines().count(), 2, "{name}={value}: {problems}");
    }
    // A local proxy, too, would make all visitors one address.
    let local = |proxies| with(&[("BIND", "127.0.0.1:8080"), ("TRUSTED_PROXIES", proxies)]);
    assert!(Config::from_pairs(&local("")).is_err());
    assert!(Config::from_pairs(&local("127.0.0.1")).is_ok());
    // In development everything is allowed.
    let trial = [
        ("SIGNING", "off"),
        ("CAPTCHA", "off"),
        ("TOKEN_BINDING", "off"),
    ];
    assert!(Config::from_pairs(&trial).is_ok());
}

#[test]
fn public_values_are_not_accepted_as_secrets() {
    let secret = "6f1d2c9ab04e57836f1d8c2ab94e5073d1c2b3a495867f0e1d2c3b4a59687f8e";
    let same = [("APP_SECRET", secret), ("SERVER_SECRET", secret)];
    let problems = Config::from_pairs(&same).unwrap_err();
    assert!(problems.contains("APP_SECRET"), "{problems}");
}

#[test]
fn the_sandbox_is_reachable_only_locally() {
    for (name, value) in [
        ("TRUSTED_PROXIES", "10.0.0.2"),
        ("PUBLIC_URL", "https://films.example"),
        ("BIND", "0.0.0.0:8080"),
        ("BIND", "192.168.1.7:8080"),
        ("BIND", "[::]:8080"),
    ] {
        let problems = Config::from_pairs(&[(name, value)]).unwrap_err();
        assert!(problems.contains("PAY_MODE"), "{problems}");
        assert!(problems.contains(name), "{problems}");
        assert!(problems.contains("SANDBOX_IN_PUBLIC"), "{problems}");
        let named = Config::from_pairs(&[(name, value), ("SANDBOX_IN_PUBLIC", "on")]).unwrap();
        assert_eq!(named.pay.mode, PayMode::Sandbox);
        let off = Config::from_pairs(&[(name, value), ("PAY_MODE", "off")]).unwrap();
        assert_eq!(off.pay.mode, PayMode::Off);
    }
    for bind in ["127.0.0.1:8080", "[::1]:8080"] {
        assert!(Config::from_pairs(&[("BIND", bind)]).is_ok());
    }
    // SANDBOX_IN_PUBLIC does not allow the sandbox in production.
    let named = with(&[("PAY_MODE", "sandbox"), ("SANDBOX_IN_PUBLIC", "on")]);
    assert!(Config::from_pairs(&named).unwrap_err().contains("PAY_MODE"));
}
