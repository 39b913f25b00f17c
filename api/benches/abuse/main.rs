//! How one abusive address affects other visitors: the latency of their signed list requests while nothing else
//! happens, and while that address floods one kind of request over any number of connections. The visitors' requests
//! come at a fixed rate, and each is timed from when it was due. Every limit is at its default.
//!
//!     cargo bench --bench abuse -- 10000
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::as_conversions,
    reason = "a benchmark that cannot continue stops; its figures are rounded anyway"
)]

#[path = "../lists/program.rs"]
#[expect(dead_code, reason = "the other benchmark has use for all of it")]
mod program;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use yingku_access::auth::signing::client_key::public_pem_of;
use yingku_platform::config::Config;
use yingku_signer::client::Signer;

use program::Program;

/// The duration of each flood, and of the quiet phase before it.
const TIME: Duration = Duration::from_secs(12);
/// The number of visitors, so that the p99 is of more than a thousand requests.
const VISITORS: usize = 8;
/// A visitor's requests per second: below the limit of an address.
const RATE: f64 = 15.0;
/// Connections of the flood.
const CONNECTIONS: usize = 16;
/// The maximum p99, as a multiple of the quiet one.
const MAX: f64 = 3.0;
/// Lower times are rounded up to this, ms: the machine's own pauses are as long.
const MIN_MS: f64 = 1.0;
/// The source of the flood, as forwarded by the proxy; each visitor has a network of their own.
const FLOODER: &str = "203.0.113.7";
/// A password that is expensive to evaluate.
const EXPENSIVE_PASSWORD: &str = "4@8({[<3691!|70$5+%2aeiclosxztgb";

/// A client: an installation at an address.
struct Caller {
    signer: Signer,
    port: u16,
    ip: String,
}

/// A keep-alive connection.
struct Wire(BufReader<TcpStream>);

/// One request of a flood.
type Attack = fn(&Caller) -> String;

const ATTACKS: [(&str, Attack); 4] = [
    ("register", |caller| {
        let form = format!(
            "{{\"userName\":\"lin_xia\",\"password\":\"{EXPENSIVE_PASSWORD}\",\"confirmPassword\":\"{EXPENSIVE_PASSWORD}\",\
             \"email\":\"lin.xia@example.org\",\"code\":\"AAAA\",\"uuid\":\"none\"}}"
        );
        caller.signed("POST", "/v2/user/register", "", &form)
    }),
    ("openapi.yaml", |caller| caller.plain("/openapi.yaml")),
    ("media", |caller| {
        caller.plain(&format!("/media/covers/{}-small.svg", now_ms() % 1_000_003))
    }),
    ("reports", |caller| {
        let form = "{\"dataId\":\"910000000000000001\",\"reason\":\"wrong\"}";
        caller.signed("POST", "/v2/report", "", form)
    }),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench");
    let works = arguments.next().unwrap_or_else(|| "10000".to_owned());
    let program = Program::new();
    program.run(&["migrate"]);
    program.run(&["demo", "--works", &works]);
    program.settle();
    let serving = program.serve_with(&[
        ("WORKERS", "2"),
        ("RATE_PER_SECOND", "20"),
        ("RATE_BURST", "60"),
        ("TRUSTED_PROXIES", "127.0.0.1"),
        ("PAY_MODE", "off"),
    ]);
    let caller = |ip: String| Caller::new(&program, serving.port, ip);
    let visitors: Vec<Caller> = (0..VISITORS)
        .map(|number| caller(format!("198.51.{number}.1")))
        .collect();
    let flooder = caller(FLOODER.to_owned());
    visits(&visitors, Duration::from_secs(3));
    println!(
        "== {VISITORS} visitors' lists on {works} works, while one address floods over {CONNECTIONS} connections"
    );
    println!(
        "{:<14} {:>9} {:>9} {:>9}   {:>9} {:>9}   {:>6} {:>6}",
        "flood", "calls/s", "p50 ms", "p99 ms", "quiet p50", "quiet p99", "p50 ×", "p99 ×"
    );
    let mut good = true;
    for (name, attack) in ATTACKS {
        let quiet = visits(&visitors, TIME);
        let (calls, during) = flooded(&visitors, &flooder, attack);
        let ratio = |share| at(&during, share).max(MIN_MS) / at(&quiet, share).max(MIN_MS);
        println!(
            "{name:<14} {:>9.0} {:>9.2} {:>9.2}   {:>9.2} {:>9.2}   {:>6.2} {:>6.2}",
            calls as f64 / TIME.as_secs_f64(),
            at(&during, 0.5),
            at(&during, 0.99),
            at(&quiet, 0.5),
            at(&quiet, 0.99),
            ratio(0.5),
            ratio(0.99),
        );
        good &= ratio(0.99) < MAX;
    }
    let word = if good { "under" } else { "NOT under" };
    println!("the visitors' p99 is {word} {MAX} times the quiet one");
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The visitors' latencies during the flood, and the number of flood requests.
fn flooded(visitors: &[Caller], flooder: &Caller, attack: Attack) -> (u64, Vec<Duration>) {
    let (over, calls) = (AtomicBool::new(false), AtomicU64::new(0));
    let times = std::thread::scope(|scope| {
        for _ in 0..CONNECTIONS {
            scope.spawn(|| {
                let mut wire = None;
                while !over.load(Ordering::Relaxed) {
                    let open = wire.get_or_insert_with(|| flooder.connect());
                    if open.exchange(&attack(flooder)).is_none() {
                        wire = None;
                    }
                    calls.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let times = visits(visitors, TIME);
        over.store(true, Ordering::Relaxed);
        times
    });
    (calls.into_inner(), times)
}

/// All visitors request lists for a while; returns the latencies, sorted.
fn visits(visitors: &[Caller], time: Duration) -> Vec<Duration> {
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let all: Vec<_> = visitors
            .iter()
            .map(|visitor| scope.spawn(move || visit(visitor, time)))
            .collect();
        all.into_iter()
            .flat_map(|one| one.join().unwrap())
            .collect()
    });
    times.sort_unstable();
    times
}

fn visit(visitor: &Caller, time: Duration) -> Vec<Duration> {
    let started = Instant::now();
    let mut wire = visitor.connect();
    let mut times = Vec::new();
    for number in 0..(time.as_secs_f64() * RATE) as u64 {
        let at = started + Duration::from_secs_f64(number as f64 / RATE);
        std::thread::sleep(at.saturating_duration_since(Instant::now()));
        let channel = ["censored", "uncensored", "western"][number as usize % 3];
        let page = number / 3 % 20 + 1;
        let query = format!("modName={channel}&pageNum={page}&pageSize=32");
        let status = wire.exchange(&visitor.signed("GET", "/v2/works/detail/list", &query, ""));
        assert_eq!(status, Some(200), "the visitor is not served");
        times.push(at.elapsed());
    }
    times
}

impl Caller {
    fn new(program: &Program, port: u16, ip: String) -> Self {
        let (kid, pem) = public_pem_of(&program.path().join("data/client-key.pem")).unwrap();
        let secret = Config::from_pairs(&[]).unwrap().signing.app_secret;
        Self {
            signer: Signer::new(&secret, &kid, &pem, now_ms()).unwrap(),
            port,
            ip,
        }
    }

    fn connect(&self) -> Wire {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_nodelay(true).unwrap();
        Wire(BufReader::new(stream))
    }

    fn plain(&self, target: &str) -> String {
        let ip = &self.ip;
        format!("GET {target} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {ip}\r\n\r\n")
    }

    fn signed(&self, method: &str, path: &str, query: &str, body: &str) -> String {
        let path = format!("/prod-api{path}");
        let signed = self
            .signer
            .headers(method, &path, query, body.as_bytes(), now_ms());
        let mark = if query.is_empty() { "" } else { "?" };
        let ip = &self.ip;
        let mut call = format!(
            "{method} {path}{mark}{query} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {ip}\r\n"
        );
        for (name, value) in signed.unwrap() {
            call.push_str(&format!("{name}: {value}\r\n"));
        }
        if !body.is_empty() {
            let length = body.len();
            call.push_str(&format!(
                "content-type: application/json\r\ncontent-length: {length}\r\n"
            ));
        }
        format!("{call}\r\n{body}")
    }
}

impl Wire {
    /// The status of the response, which is read completely; none when the connection was closed.
    fn exchange(&mut self, call: &str) -> Option<u16> {
        self.0.get_mut().write_all(call.as_bytes()).ok()?;
        let (mut status, mut length, mut chunked) = (None, 0, false);
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if status.is_none() {
                status = line.split(' ').nth(1)?.parse().ok();
            } else if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().ok()?;
            } else if line.starts_with("transfer-encoding:") {
                chunked = line.contains("chunked");
            }
        }
        while chunked {
            let mut line = String::new();
            self.0.read_line(&mut line).ok()?;
            let size = usize::from_str_radix(line.trim(), 16).ok()?;
            self.skip(size + 2)?;
            chunked = size > 0;
        }
        self.skip(length)?;
        status
    }

    fn skip(&mut self, bytes: usize) -> Option<()> {
        let mut body = vec![0; bytes];
        self.0.read_exact(&mut body).ok()
    }
}

/// The percentile of sorted times, ms.
fn at(sorted: &[Duration], share: f64) -> f64 {
    let index = ((sorted.len() as f64 * share).ceil() as usize).clamp(1, sorted.len()) - 1;
    sorted[index].as_secs_f64() * 1e3
}

fn now_ms() -> u64 {
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap();
    u64::try_from(now.as_millis()).unwrap()
}
