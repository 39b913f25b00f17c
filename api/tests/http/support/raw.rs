//! Bytes on a real connection, from a chosen address: all of 127.0.0.0/8 is this machine.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use tokio::net::TcpSocket;

/// The time limit of a response.
const TIMEOUT: Duration = Duration::from_secs(5);

/// A connection.
pub struct Raw(BufReader<TcpStream>);

/// A response as received.
#[derive(Debug)]
pub struct RawResponse {
    pub head: String,
    pub body: Vec<u8>,
}

impl Raw {
    pub async fn connect(to: SocketAddr) -> Self {
        Self::from("127.0.0.1", to).await
    }

    /// From an address of this machine.
    pub async fn from(ip: &str, to: SocketAddr) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(format!("{ip}:0").parse().unwrap()).unwrap();
        let stream = socket.connect(to).await.unwrap().into_std().unwrap();
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        Self(BufReader::new(stream))
    }

    pub fn say(&mut self, text: &str) {
        // A rejected connection may already be closed.
        let _ = self.0.get_mut().write_all(text.as_bytes());
    }

    /// The next response; none when the connection is closed instead.
    pub fn next(&mut self) -> Option<RawResponse> {
        let response = self.head()?;
        let length = response.header("content-length").parse().unwrap_or(0);
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).unwrap();
        Some(RawResponse { body, ..response })
    }

    /// The next response, to HEAD.
    pub fn next_head(&mut self) -> RawResponse {
        self.head().expect("the connection was closed")
    }

    /// Everything until the connection is closed.
    pub fn rest(&mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        match self.0.read_to_end(&mut rest) {
            Err(error) if error.kind() != std::io::ErrorKind::ConnectionReset => {
                panic!("not closed: {error}")
            }
            _ => rest,
        }
    }

    fn head(&mut self) -> Option<RawResponse> {
        let mut head = String::new();
        loop {
            let mut line = String::new();
            match self.0.read_line(&mut line) {
                Ok(0) => return None,
                Ok(_) if line == "\r\n" => break,
                Ok(_) => head.push_str(&line),
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("no answer: {error}, after {head:?}"),
            }
        }
        Some(RawResponse {
            head,
            body: Vec::new(),
        })
    }

    /// The response to a request.
    pub fn ask(&mut self, request: &str) -> RawResponse {
        self.say(request);
        self.next().expect("the connection was closed")
    }
}

impl RawResponse {
    pub fn status(&self) -> u16 {
        self.head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .unwrap_or_else(|| panic!("{:?}", self.head))
    }

    /// A header, or empty.
    pub fn header(&self, name: &str) -> &str {
        let line = self.head.lines().find_map(|line| {
            let (other, value) = line.split_once(':')?;
            other.eq_ignore_ascii_case(name).then_some(value)
        });
        line.unwrap_or_default().trim()
    }

    pub fn has(&self, name: &str) -> bool {
        !self.header(name).is_empty()
    }

    #[track_caller]
    pub fn assert_fails(&self, status: u16, word: &str) {
        let body: serde_json::Value = serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("not in the envelope: {self:?}"));
        assert_eq!(
            (self.status(), body["error"].as_str()),
            (status, Some(word))
        );
        assert_eq!(
            body["requestId"].as_str(),
            Some(self.header("x-request-id"))
        );
        assert_eq!(self.header("x-content-type-options"), "nosniff");
    }
}
