//! A client that uses keep-alive connections, one at a time or many concurrently.

use std::time::{Duration, Instant, SystemTime};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use yingku_access::auth::signing::client_key::public_pem_of;
use yingku_platform::config::Config;
use yingku_signer::client::Signer;

use crate::program::{Program, Serving};

/// One installation.
pub struct Caller {
    port: u16,
    /// None when unsigned.
    signer: Option<Signer>,
}

impl Caller {
    /// Signs every request.
    pub fn signing(program: &Program, serving: &Serving) -> Self {
        let (kid, pem) = public_pem_of(&program.path().join("data/client-key.pem")).unwrap();
        let secret = Config::from_pairs(&[]).unwrap().signing.app_secret;
        Self {
            port: serving.port,
            signer: Some(Signer::new(&secret, &kid, &pem, now_ms()).unwrap()),
        }
    }

    /// Signs nothing.
    pub fn plain(port: u16) -> Self {
        Self { port, signer: None }
    }

    /// A request, to be sent once.
    pub fn get(&self, path: &str, query: &str) -> Vec<u8> {
        let mut request = format!("GET {path}?{query} HTTP/1.1\r\nhost: x\r\n");
        if let Some(signer) = &self.signer {
            for (name, value) in signer.headers("GET", path, query, b"", now_ms()).unwrap() {
                request.push_str(&format!("{name}: {value}\r\n"));
            }
        }
        request.push_str("\r\n");
        request.into_bytes()
    }

    /// Sends the requests sequentially over one connection; returns the latencies.
    pub fn one_by_one(&self, requests: Vec<Vec<u8>>) -> Vec<Duration> {
        runtime().block_on(call(self.port, requests)).1
    }

    /// Sends all requests over that many connections; returns the size of a body, and the requests per second.
    pub fn at_once(&self, connections: usize, requests: Vec<Vec<u8>>) -> (usize, f64) {
        let count = requests.len();
        let mut shares: Vec<Vec<Vec<u8>>> = vec![Vec::new(); connections.min(count)];
        let ways = shares.len();
        for (at, request) in requests.into_iter().enumerate() {
            shares[at % ways].push(request);
        }
        runtime().block_on(async {
            let started = Instant::now();
            let local = tokio::task::LocalSet::new();
            let callers: Vec<_> = shares
                .into_iter()
                .map(|share| local.spawn_local(call(self.port, share)))
                .collect();
            local.await;
            let rate = count as f64 / started.elapsed().as_secs_f64();
            let mut size = 0;
            for caller in callers {
                size = caller.await.unwrap().0;
            }
            (size, rate)
        })
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}

fn now_ms() -> u64 {
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap();
    u64::try_from(now.as_millis()).unwrap()
}

/// Sends the requests sequentially; returns the size of the last body, and the latencies.
async fn call(port: u16, requests: Vec<Vec<u8>>) -> (usize, Vec<Duration>) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let mut buffer = vec![0; 256 * 1024];
    let mut size = 0;
    let mut took = Vec::with_capacity(requests.len());
    for request in requests {
        let started = Instant::now();
        stream.write_all(&request).await.unwrap();
        let mut filled = 0;
        loop {
            let read = stream.read(&mut buffer[filled..]).await.unwrap();
            assert!(read > 0, "the connection was closed");
            filled += read;
            if let Some((head, length)) = head_and_length(&buffer[..filled]) {
                size = length;
                if filled >= head + length {
                    break;
                }
            }
        }
        took.push(started.elapsed());
    }
    (size, took)
}

/// Offset and length of the body, once the head is complete.
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
