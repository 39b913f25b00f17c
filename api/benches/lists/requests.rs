//! A kept list through the whole service, signature and all, against a fixed body of the same size from
//! the bare framework. Both have one worker; the caller has the other core.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use actix_web::{App, HttpResponse, HttpServer, web};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use yingku::auth::signing::client_key::public_pem_of;
use yingku::config::Config;
use yingku_signer::client::Signer;

use crate::program::{Program, Serving};

/// What is asked for.
const PATH: &str = "/prod-api/v2/works/detail/list";
const QUERY: &str = "modName=censored&pageSize=32&pageNum=";
/// Connections at once.
const CONNECTIONS: usize = 32;
/// Requests of a round.
const REQUESTS: usize = 40_000;
/// Rounds of each, taken in turns.
const ROUNDS: usize = 3;

pub fn compare_a_kept_list_with_a_fixed_body(program: &Program, serving: &Serving) {
    let signer = signer(program);
    let (size, _) = call_all(serving.port, vec![signed(&signer, 1)]);
    let mut floor = FixedBody::start(size);
    let (mut fixed, mut kept) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let plain = format!("GET /?{QUERY} HTTP/1.1\r\nhost: x\r\n\r\n").into_bytes();
        fixed.push(call_all(floor.port, vec![plain; REQUESTS]).1);
        kept.push(
            call_all(
                serving.port,
                (0..REQUESTS).map(|_| signed(&signer, 1)).collect(),
            )
            .1,
        );
    }
    floor.stop();
    let rate = |times: &[Duration]| REQUESTS as f64 / times.iter().min().unwrap().as_secs_f64();
    let (fixed, kept) = (rate(&fixed), rate(&kept));
    println!("fixed body of {size} bytes, bare framework {fixed:>8.0} requests/s");
    println!(
        "kept list, signed, whole service    {kept:>10.0} requests/s = {:.0} %",
        100.0 * kept / fixed
    );
}

/// Pages that nobody has seen, of a list whose number of works is known: database and all.
pub fn time_new_pages(program: &Program, serving: &Serving) {
    let signer = signer(program);
    let pages = |from: u32, to: u32| (from..to).map(|page| signed(&signer, page)).collect();
    let seen: Vec<Vec<u8>> = pages(1, 12);
    call_one_by_one(serving.port, seen);
    let new: Vec<Vec<u8>> = pages(12, 112);
    let mut took = call_one_by_one(serving.port, new);
    took.sort_unstable();
    println!(
        "a new page of a list, whole service, median {:>10.2} ms, the slowest of 100 {:.2} ms",
        took[50].as_secs_f64() * 1e3,
        took[99].as_secs_f64() * 1e3
    );
}

fn call_one_by_one(port: u16, requests: Vec<Vec<u8>>) -> Vec<Duration> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(call(port, requests)).1
}

fn signer(program: &Program) -> Signer {
    let (kid, pem) = public_pem_of(&program.path().join("data/client-key.pem")).unwrap();
    let secret = Config::from_pairs(&[]).unwrap().signing.app_secret;
    Signer::new(&secret, &kid, &pem, now_ms()).unwrap()
}

fn now_ms() -> u64 {
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap();
    u64::try_from(now.as_millis()).unwrap()
}

fn signed(signer: &Signer, page: u32) -> Vec<u8> {
    let query = format!("{QUERY}{page}");
    let mut request = format!("GET {PATH}?{query} HTTP/1.1\r\nhost: x\r\n");
    for (name, value) in signer.headers("GET", PATH, &query, b"", now_ms()).unwrap() {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    request.push_str("\r\n");
    request.into_bytes()
}

/// Makes all requests over kept connections; gives the size of a body, and the time it took.
fn call_all(port: u16, requests: Vec<Vec<u8>>) -> (usize, Duration) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let mut shares: Vec<Vec<Vec<u8>>> = vec![Vec::new(); CONNECTIONS.min(requests.len())];
        let count = shares.len();
        for (at, request) in requests.into_iter().enumerate() {
            shares[at % count].push(request);
        }
        let started = Instant::now();
        let local = tokio::task::LocalSet::new();
        let callers: Vec<_> = shares
            .into_iter()
            .map(|share| local.spawn_local(call(port, share)))
            .collect();
        local.await;
        let took = started.elapsed();
        let mut size = 0;
        for caller in callers {
            size = caller.await.unwrap().0;
        }
        (size, took)
    })
}

/// Makes the requests one after the other; gives the size of the last body, and how long each took.
async fn call(port: u16, requests: Vec<Vec<u8>>) -> (usize, Vec<Duration>) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let mut buffer = vec![0; 256 * 1024];
    let mut size = 0;
    let mut took = Vec::with_capacity(requests.len());
    for request in requests {
        let asked = Instant::now();
        stream.write_all(&request).await.unwrap();
        let mut filled = 0;
        let (head, length) = loop {
            filled += stream.read(&mut buffer[filled..]).await.unwrap();
            if let Some(found) = head_and_length(&buffer[..filled]) {
                break found;
            }
        };
        while filled < head + length {
            let read = stream.read(&mut buffer[filled..]).await.unwrap();
            assert!(read > 0, "the connection was closed");
            filled += read;
        }
        size = length;
        took.push(asked.elapsed());
    }
    (size, took)
}

/// Where the body begins and how long it is, once the head is there.
fn head_and_length(bytes: &[u8]) -> Option<(usize, usize)> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&bytes[..end])
        .unwrap()
        .to_ascii_lowercase();
    assert!(head.starts_with("http/1.1 200"), "{head}");
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .unwrap();
    Some((end, length.parse().unwrap()))
}

/// This program again, as the bare framework in a process of its own.
struct FixedBody {
    child: Child,
    port: u16,
}

impl FixedBody {
    fn start(size: usize) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["fixed-body", &port.to_string(), &size.to_string()])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            std::thread::yield_now();
        }
        Self { child, port }
    }

    fn stop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// `[port, size]`
pub fn serve_fixed_body(arguments: &[String]) {
    let port: u16 = arguments[0].parse().unwrap();
    let body = web::Bytes::from(vec![b'x'; arguments[1].parse().unwrap()]);
    let server = HttpServer::new(move || {
        let body = body.clone();
        App::new().default_service(web::to(move || {
            let body = body.clone();
            async move {
                HttpResponse::Ok()
                    .content_type("application/json")
                    .body(body)
            }
        }))
    });
    let serving = async move {
        server
            .workers(1)
            .bind(("127.0.0.1", port))
            .unwrap()
            .run()
            .await
    };
    actix_web::rt::System::new().block_on(serving).unwrap();
}
