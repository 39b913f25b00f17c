//! How an instance stops: it reports so first, and keeps serving for a while.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::support::command::Program;
use crate::support::db::TestDb;
use crate::support::serving::Serving;

/// An upper bound for any response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

/// Sends a request on a new connection, and reads until the service closes it.
fn ask(serving: &Serving, path: &str) -> String {
    get_with_headers(serving, path, "")
}

/// The same, with more lines in the head.
fn get_with_headers(serving: &Serving, path: &str, lines: &str) -> String {
    let mut stream = TcpStream::connect(serving.address()).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n{lines}\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    stream.set_read_timeout(Some(RESPONSE_TIMEOUT)).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_stopping_instance_reports_it_and_keeps_serving() {
    let program = Program::new();
    let database = TestDb::sqlite(program.path());
    let serving = Serving::start_with(&program, &database.url, |command| {
        command.env("DRAIN_SECONDS", "60");
    });
    assert!(ask(&serving, "/readyz").starts_with("HTTP/1.1 200"));
    let mut wire = serving.connect();
    wire.register("lin_xia");

    serving.send_sigterm();
    let began = Instant::now();
    // A response from before the stop must not leave its connection open: the other one would be idle for too long.
    while !get_with_headers(&serving, "/readyz", "connection: close\r\n")
        .contains("\"stopping\":true")
    {
        assert!(began.elapsed() < RESPONSE_TIMEOUT);
    }
    let ready = ask(&serving, "/readyz");
    assert!(ready.starts_with("HTTP/1.1 503"), "{ready}");
    let began = Instant::now();
    let lives = ask(&serving, "/healthz").to_lowercase();
    assert!(
        lives.starts_with("http/1.1 200") && lives.contains("connection: close"),
        "{lives}"
    );
    // It is closed at once, not after the five seconds of an idle connection.
    assert!(began.elapsed() < Duration::from_secs(4));
    // A connection that was open before gets one more response.
    assert_eq!(
        wire.call("GET", "/v2/user/getInfo", None).unwrap()["code"],
        200
    );
    assert!(wire.call("GET", "/v2/user/getInfo", None).is_err());

    // A client that cannot wait retries.
    let began = Instant::now();
    serving.stop();
    assert!(began.elapsed() < RESPONSE_TIMEOUT);
}
