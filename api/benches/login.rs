//! Whether the latency of a failed login reveals if the user exists: medians of 30 tries each, through
//! the whole service, alternating so that noise of the machine affects both alike.
//!
//!     cargo bench --bench login
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::as_conversions,
    reason = "a benchmark that cannot continue stops; its figures are rounded anyway"
)]

#[path = "lists/program.rs"]
#[expect(dead_code, reason = "this benchmark needs no catalogue")]
mod program;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use program::{Program, Serving};
use serde_json::{Value, json};
use yingku_signer::client::Signer;

/// Tries of each kind.
const TRIES: usize = 30;
/// The maximum difference of the medians.
const MAX_DIFFERENCE: f64 = 0.10;

fn main() {
    let program = Program::new();
    for at in 0..TRIES {
        program.run(&["user", "create", &known(at)]);
    }
    let serving = program.serve_with(&[("CAPTCHA", "off"), ("LOGIN_PER_MINUTE", "1000000")]);
    let client = Client::of(&serving);
    // The first hash allocates the memory that both kinds use.
    client.reject_login("warm-up-0");
    client.reject_login(&known(0));
    let (mut unknown_user, mut wrong_password) = (Vec::new(), Vec::new());
    for at in 0..TRIES {
        unknown_user.push(client.reject_login(&format!("nobody-{at:02}")));
        wrong_password.push(client.reject_login(&known(at)));
    }
    let (unknown, wrong) = (median(unknown_user), median(wrong_password));
    let difference = (unknown - wrong).abs() / unknown.min(wrong);
    println!("failed login: unknown user         {unknown:>10.2} ms (median of {TRIES})");
    println!("failed login: wrong password       {wrong:>10.2} ms (median of {TRIES})");
    println!(
        "difference                         {:>10.1} %",
        difference * 100.0
    );
    assert!(
        difference < MAX_DIFFERENCE,
        "the time reveals whether the user exists"
    );
}

/// The name of one of the existing users.
fn known(at: usize) -> String {
    format!("member-{at:02}")
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

/// A client that signs.
struct Client {
    port: u16,
    signer: Signer,
    /// The server's clock minus the client's own since its start.
    began_ms: u64,
    began: Instant,
}

impl Client {
    fn of(serving: &Serving) -> Self {
        let answer = exchange(
            serving.port,
            "GET /prod-api/v2/app/config HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        );
        let settings = &body(&answer)["data"];
        let began_ms = settings["serverTime"].as_u64().unwrap();
        let text = |name: &str| settings[name].as_str().unwrap();
        Self {
            port: serving.port,
            signer: Signer::new(
                "yingku-public-app-secret-1",
                text("kid"),
                text("publicKey"),
                began_ms,
            )
            .unwrap(),
            began_ms,
            began: Instant::now(),
        }
    }

    /// The latency of a login of `name` with a wrong password.
    fn reject_login(&self, name: &str) -> Duration {
        let form = json!({ "userName": name, "password": "wrong-password" }).to_string();
        let now = self.began_ms + u64::try_from(self.began.elapsed().as_millis()).unwrap();
        let path = "/prod-api/v2/user/login";
        let headers = self
            .signer
            .headers("POST", path, "", form.as_bytes(), now)
            .unwrap();
        let signature: String = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n{signature}\r\n{form}",
            form.len()
        );
        let started = Instant::now();
        let answer = exchange(self.port, &request);
        let took = started.elapsed();
        assert_eq!(body(&answer)["error"], "bad_credentials", "{answer}");
        took
    }
}

fn exchange(port: u16, request: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn body(answer: &str) -> Value {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"))
}
