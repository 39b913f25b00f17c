//! An OpenTelemetry collector: accepts traces over HTTP, or accepts connections and never responds.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use parking_lot::Mutex;
use prost::Message as _;

use super::TestApp;

/// A collector on this machine.
pub struct Collector {
    address: SocketAddr,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    status: Option<u16>,
    stopped: AtomicBool,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    connections: Vec<TcpStream>,
    heads: Vec<String>,
    bodies: Vec<Vec<u8>>,
}

impl Collector {
    /// Responds with 200.
    pub fn start() -> Self {
        Self::answering(Some(200))
    }

    /// Responds with a status, or never.
    pub fn answering(status: Option<u16>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            status,
            stopped: AtomicBool::new(false),
            taken: Mutex::default(),
        });
        let taking = Arc::clone(&shared);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if taking.stopped.load(Ordering::Relaxed) {
                    return;
                }
                taking.take(stream.unwrap());
            }
        });
        Self {
            address,
            shared,
            thread: Some(thread),
        }
    }

    /// The setting.
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The number of connections.
    pub fn connections(&self) -> usize {
        self.shared.taken.lock().connections.len()
    }

    /// The heads of the requests.
    pub fn heads(&self) -> Vec<String> {
        self.shared.taken.lock().heads.clone()
    }

    /// All bytes of the bodies.
    pub fn bytes(&self) -> Vec<u8> {
        self.shared.taken.lock().bodies.concat()
    }

    /// What `t` has recorded so far.
    pub fn spans_of(&self, t: &TestApp) -> Vec<Span> {
        t.app.traces.as_ref().unwrap().deliver_now();
        let bodies = self.shared.taken.lock().bodies.clone();
        let requests = bodies
            .iter()
            .map(|body| ExportTraceServiceRequest::decode(&body[..]).unwrap());
        let resources = requests.flat_map(|request| request.resource_spans);
        let scopes = resources.flat_map(|resource| resource.scope_spans);
        scopes.flat_map(|scope| scope.spans).collect()
    }
}

impl Shared {
    fn take(&self, mut stream: TcpStream) {
        let mut taken = self.taken.lock();
        if let Some(status) = self.status {
            let mut bytes = Vec::new();
            let mut some = [0; 4096];
            while !is_whole(&bytes) {
                let read = stream.read(&mut some).unwrap_or(0);
                if read == 0 {
                    break;
                }
                bytes.extend_from_slice(&some[..read]);
            }
            let at = end_of_head(&bytes).unwrap_or(bytes.len());
            taken
                .heads
                .push(String::from_utf8_lossy(&bytes[..at]).into_owned());
            taken.bodies.push(bytes.split_off(at));
            let answer =
                format!("HTTP/1.1 {status} x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            let _ = stream.write_all(answer.as_bytes());
        }
        taken.connections.push(stream);
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::Relaxed);
        drop(TcpStream::connect(self.address));
        let _ = self.thread.take().unwrap().join();
    }
}

fn end_of_head(bytes: &[u8]) -> Option<usize> {
    let at = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    Some(at + 4)
}

fn is_whole(bytes: &[u8]) -> bool {
    let Some(at) = end_of_head(bytes) else {
        return false;
    };
    let head = String::from_utf8_lossy(&bytes[..at]).to_lowercase();
    let (_, length) = head.split_once("content-length:").unwrap();
    let length: usize = length.lines().next().unwrap().trim().parse().unwrap();
    bytes.len() >= at + length
}

/// An attribute of a span as text; empty if it has none of the name.
pub fn attribute(span: &Span, name: &str) -> String {
    let found = span
        .attributes
        .iter()
        .find(|attribute| attribute.key == name);
    let value = found.and_then(|attribute| attribute.value.clone()?.value);
    match value {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        _ => String::new(),
    }
}
