//! The cost of members: registrations and sign-ins per second, each from a network of its own, stored likes
//! per second, and the disk space of a member.

use std::cell::Cell;
use std::time::Instant;

use super::mix::{login, registration};
use super::open_loop::runtime;
use super::program::Program;
use super::site::Site;

/// Members, each of whom likes as many works.
const MEMBERS: usize = 500;
const LIKES: usize = 20;
/// Concurrent requests: below the password queue's limit.
const CALLERS: usize = 24;
/// Works to like.
const WORKS: &str = "1000";
/// The client networks are set by this header, for which the proxy is trusted.
const PROXY: (&str, &str) = ("TRUSTED_PROXIES", "127.0.0.1");

/// Prints the figures of a new service.
pub fn measure() {
    let program = Program::new();
    program.run(&["migrate"]);
    program.run(&["demo", "--works", WORKS]);
    let before = size_on_disk(&program);
    {
        let serving = program.serve_with(&[
            PROXY,
            ("WORKERS", "2"),
            ("CAPTCHA", "off"),
            ("PAY_MODE", "off"),
            ("CONNECTIONS_PER_ADDRESS", "20000"),
            ("KEY_OPENINGS_PER_MINUTE", "1000000"),
            ("KEY_OPENINGS_PER_SECOND", "1000000"),
        ]);
        call(&Site::at(&format!("127.0.0.1:{}", serving.port), ""));
    }
    let taken = size_on_disk(&program) - before;
    println!(
        "disk of a member with {LIKES} likes    {:>10.1} KB",
        taken as f64 / MEMBERS as f64 / 1024.0
    );
}

fn call(site: &Site) {
    let list = site.json("GET", "/v2/works/detail/list?pageSize=100", "", None);
    let ids = list["rows"].as_array().unwrap().iter();
    let works: Vec<String> = ids
        .map(|work| work["id"].as_str().unwrap().to_owned())
        .collect();
    let name = |number: usize| format!("member_{number:04}");
    rate(
        "registrations",
        MEMBERS,
        |number| {
            let form = registration(&name(number));
            from(
                number,
                site.request("POST", "/v2/user/register", &form, None),
            )
        },
        site,
    );
    let answers = rate(
        "sign-ins",
        MEMBERS,
        |number| {
            let form = login(&name(number));
            from(number, site.request("POST", "/v2/user/login", &form, None))
        },
        site,
    );
    let token = |body: &serde_json::Value| body["data"]["accessToken"].as_str().unwrap().to_owned();
    let tokens: Vec<String> = answers.iter().map(token).collect();
    rate(
        "likes",
        MEMBERS * LIKES,
        |number| {
            let (member, work) = (number % MEMBERS, number / MEMBERS);
            let form = format!("{{\"status\":0,\"dataId\":\"{}\"}}", works[work]);
            let token = Some(tokens[member].as_str());
            from(member, site.request("POST", "/v2/user/like", &form, token))
        },
        site,
    );
}

/// Sends that many requests and prints responses per second; returns the responses in order.
fn rate(
    what: &str,
    calls: usize,
    request: impl Fn(usize) -> Vec<u8>,
    site: &Site,
) -> Vec<serde_json::Value> {
    let next = Cell::new(0);
    let caller = async || {
        let mut wire = site.connect().await.unwrap();
        let mut answers = Vec::new();
        while next.get() < calls {
            let number = next.replace(next.get() + 1);
            let answer = wire.exchange(&request(number)).await.unwrap();
            let text = String::from_utf8_lossy(&answer.body);
            assert_eq!(answer.status, 200, "{what}: {text}");
            answers.push((number, serde_json::from_str(&text).unwrap()));
        }
        answers
    };
    let started = Instant::now();
    let callers = (0..CALLERS.min(calls)).map(|_| caller());
    let answers = runtime().block_on(futures_util::future::join_all(callers));
    let rate = calls as f64 / started.elapsed().as_secs_f64();
    println!(
        "{:<35}{rate:>10.0} /s",
        format!("{what}, {CALLERS} clients")
    );
    let mut answers: Vec<(usize, serde_json::Value)> = answers.concat();
    answers.sort_by_key(|(number, _)| *number);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// The request from a network of this number.
fn from(network: usize, request: Vec<u8>) -> Vec<u8> {
    let text = String::from_utf8(request).unwrap();
    let address = format!("x-forwarded-for: 10.{}.{}.1", network / 256, network % 256);
    text.replacen("\r\n", &format!("\r\n{address}\r\n"), 1)
        .into_bytes()
}

/// Bytes of the database, with its log written into it.
fn size_on_disk(program: &Program) -> u64 {
    // The last connection to close checkpoints the log into it.
    program.run(&["migrate"]);
    let database = program.path().join("data/yingku.db");
    std::fs::metadata(database).unwrap().len()
}
