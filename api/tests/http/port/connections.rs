//! Connection limits, and timeouts of clients that do not read.

use std::process::Stdio;

use crate::support::TestApp;
use crate::support::command::Program;
use crate::support::listening::Listening;
use crate::support::raw::Raw;
use crate::support::serving::Serving;

const PROBE: &str = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";

fn answered(raw: &mut Raw) -> bool {
    raw.say(PROBE);
    raw.next().is_some_and(|response| response.status() == 200)
}

#[actix_web::test]
async fn a24_connections_are_limited_per_address() {
    let t = TestApp::with(&[("CONNECTIONS_PER_ADDRESS", "4")]).await;
    let _listening = Listening::start(&t);
    let to = t.address.local_addr().unwrap();
    let mut held = Vec::new();
    for _ in 0..4 {
        let mut raw = Raw::from("127.0.0.2", to).await;
        assert!(answered(&mut raw));
        held.push(raw);
    }
    let mut fifth = Raw::from("127.0.0.2", to).await;
    assert!(!answered(&mut fifth));
    assert!(answered(&mut Raw::from("127.0.0.3", to).await));
    // A closed connection frees its slot; the service notices it a little later.
    held.pop();
    let mut again = false;
    for _ in 0..1_000 {
        again = again || answered(&mut Raw::from("127.0.0.2", to).await);
    }
    assert!(again);
}

#[actix_web::test]
async fn a_trusted_proxy_has_no_connection_limit() {
    let settings = [
        ("CONNECTIONS_PER_ADDRESS", "2"),
        ("TRUSTED_PROXIES", "127.0.0.2"),
    ];
    let t = TestApp::with(&settings).await;
    let _listening = Listening::start(&t);
    let to = t.address.local_addr().unwrap();
    let mut held = Vec::new();
    for _ in 0..10 {
        let mut raw = Raw::from("127.0.0.2", to).await;
        assert!(answered(&mut raw));
        held.push(raw);
    }
}

#[test]
fn the_service_raises_its_file_descriptor_limit() {
    let program = Program::new();
    let url = format!("sqlite://{}/data/yingku.db", program.path().display());
    assert_eq!(program.run(&["migrate"]).code, 0);
    let serving = Serving::start_after(&program, &url, "ulimit -S -n 300");
    let file = std::fs::read_to_string(format!("/proc/{}/limits", serving.id())).unwrap();
    let line = file
        .lines()
        .find(|line| line.starts_with("Max open files"))
        .unwrap();
    let numbers: Vec<&str> = line.split_whitespace().skip(3).take(2).collect();
    assert_eq!(numbers[0], numbers[1], "{line}");
}

#[test]
fn written_files_are_private() {
    use std::os::unix::fs::PermissionsExt as _;

    let program = Program::new();
    let url = format!("sqlite://{}/data/yingku.db", program.path().display());
    assert_eq!(program.run(&["migrate"]).code, 0);
    let mut serving = Serving::start(&program, &url);
    serving.connect().register("lin_xia_permissions");
    let mut seen = 0;
    let mut folders = vec![program.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let mode = path.metadata().unwrap().permissions().mode() & 0o777;
            let expected = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode, expected, "{}", path.display());
            seen += 1;
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
    assert!(seen > 8, "{seen}");
    for name in [
        ".env",
        "data/yingku.db",
        "data/yingku.db-wal",
        "data/client-key.pem",
    ] {
        assert!(program.path().join(name).exists(), "{name}");
    }
    serving.kill();
}

#[test]
fn client_errors_are_not_logged_as_errors() {
    use std::io::{Read as _, Write as _};

    let program = Program::new();
    let url = format!("sqlite://{}/data/yingku.db", program.path().display());
    assert_eq!(program.run(&["migrate"]).code, 0);
    let serving = Serving::start_with(&program, &url, |command| {
        command.env("LOG", "info").stderr(Stdio::piped());
    });
    for request in ["NONSENSE\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"] {
        let mut stream = std::net::TcpStream::connect(serving.address()).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    }
    let log = serving.log_until_killed();
    assert!(!log.contains("ERROR"), "{log}");
}
