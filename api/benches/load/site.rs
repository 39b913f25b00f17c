//! A site used by one installation from many addresses.

use std::time::SystemTime;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use yingku_platform::config::Config;
use yingku_signer::client::Signer;

const BASE: &str = "/prod-api";

/// A site.
pub struct Site {
    address: String,
    signer: Option<Signer>,
}

/// A keep-alive connection.
pub struct Wire(TcpStream, Vec<u8>);

/// A response.
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

impl Site {
    /// Gets the site's key; the app secret has its default if none is given.
    pub fn at(address: &str, secret: &str) -> Self {
        let mut site = Self {
            address: address.to_owned(),
            signer: None,
        };
        let config = site.json("GET", "/v2/app/config", "", None);
        let text = |name: &str| config["data"][name].as_str().unwrap().to_owned();
        let usual = Config::from_pairs(&[]).unwrap().signing.app_secret;
        let secret = if secret.is_empty() {
            usual
        } else {
            secret.to_owned()
        };
        let signer = Signer::new(&secret, &text("kid"), &text("publicKey"), now_ms());
        site.signer = Some(signer.unwrap());
        site
    }

    /// A request, signed now.
    pub fn request(&self, method: &str, target: &str, body: &str, token: Option<&str>) -> Vec<u8> {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let path = format!("{BASE}{path}");
        let mark = if query.is_empty() { "" } else { "?" };
        let mut request = format!("{method} {path}{mark}{query} HTTP/1.1\r\nhost: localhost\r\n");
        if let Some(signer) = &self.signer {
            let signed = signer.headers(method, &path, query, body.as_bytes(), now_ms());
            for (name, value) in signed.unwrap() {
                request.push_str(&format!("{name}: {value}\r\n"));
            }
        }
        if let Some(token) = token {
            request.push_str(&format!("authorization: Bearer {token}\r\n"));
        }
        if !body.is_empty() {
            let length = body.len();
            request.push_str(&format!(
                "content-type: application/json\r\ncontent-length: {length}\r\n"
            ));
        }
        format!("{request}\r\n{body}").into_bytes()
    }

    /// Sends one request and reads its response.
    pub fn json(
        &self,
        method: &str,
        target: &str,
        body: &str,
        token: Option<&str>,
    ) -> serde_json::Value {
        let request = self.request(method, target, body, token);
        let runtime = super::open_loop::runtime();
        let answer = runtime.block_on(async {
            let mut wire = self.connect().await.unwrap();
            wire.exchange(&request).await.unwrap()
        });
        let text = String::from_utf8_lossy(&answer.body);
        assert_eq!(answer.status, 200, "{method} {target}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// A new connection.
    pub async fn connect(&self) -> std::io::Result<Wire> {
        let stream = TcpStream::connect(&self.address).await?;
        stream.set_nodelay(true)?;
        Ok(Wire(stream, vec![0; 32 * 1024]))
    }
}

impl Wire {
    /// Sends a request; returns its response, or none when the connection was closed.
    pub async fn exchange(&mut self, request: &[u8]) -> Option<Answer> {
        let Self(stream, buffer) = self;
        stream.write_all(request).await.ok()?;
        let mut filled = 0;
        loop {
            if filled == buffer.len() {
                buffer.resize(filled * 2, 0);
            }
            let read = stream.read(&mut buffer[filled..]).await.ok()?;
            if read == 0 {
                return None;
            }
            filled += read;
            if let Some(answer) = whole(&buffer[..filled]) {
                return Some(answer);
            }
        }
    }
}

/// The response in these bytes, once complete.
fn whole(bytes: &[u8]) -> Option<Answer> {
    let begins = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&bytes[..begins])
        .ok()?
        .to_ascii_lowercase();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let rest = &bytes[begins..];
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    let body = match length {
        Some(length) => rest.get(..length.trim().parse().ok()?)?,
        // Chunked, and not decoded here: the last chunk is empty.
        None => rest.ends_with(b"0\r\n\r\n").then_some(rest)?,
    };
    Some(Answer {
        status,
        body: body.to_vec(),
    })
}

pub fn now_ms() -> u64 {
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap();
    u64::try_from(now.as_millis()).unwrap()
}
