//! A mail server: accepts mail by SMTP without TLS, or never responds.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// A received mail.
#[derive(Debug)]
pub struct Mail {
    pub from: String,
    pub to: String,
    /// The text, decoded.
    pub text: String,
}

impl Mail {
    /// The recovery code in it.
    pub fn recovery_code(&self) -> String {
        let pattern = regex::Regex::new("[a-z2-9]{4}(?:-[a-z2-9]{4}){4}").unwrap();
        pattern
            .find(&self.text)
            .expect(&self.text)
            .as_str()
            .to_owned()
    }
}

/// A mail server on this machine.
pub struct MailServer {
    address: SocketAddr,
    mails: UnboundedReceiver<Mail>,
    stopped: Arc<AtomicBool>,
}

impl MailServer {
    /// One that accepts every mail.
    pub fn start() -> Self {
        Self::listening(true)
    }

    /// One that accepts connections and never responds.
    pub fn silent() -> Self {
        Self::listening(false)
    }

    fn listening(speaks: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, mails) = unbounded_channel();
        let stopped = Arc::new(AtomicBool::new(false));
        let stopping = Arc::clone(&stopped);
        std::thread::spawn(move || {
            let mut silent = Vec::new();
            for stream in listener.incoming() {
                if stopping.load(Ordering::Relaxed) {
                    return;
                }
                let stream = stream.unwrap();
                if speaks {
                    let _ = take(&stream, &sender);
                } else {
                    silent.push(stream);
                }
            }
        });
        Self {
            address,
            mails,
            stopped,
        }
    }

    /// The setting.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// The next mail.
    pub async fn next(&mut self) -> Mail {
        let mail = tokio::time::timeout(Duration::from_secs(20), self.mails.recv());
        mail.await.expect("a mail").unwrap()
    }

    /// Whether there is an unread mail.
    pub fn has_more(&mut self) -> bool {
        self.mails.try_recv().is_ok()
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        // Its thread is not joined: it may be waiting for a client on this one.
        drop(TcpStream::connect(self.address));
    }
}

fn take(stream: &TcpStream, mails: &UnboundedSender<Mail>) -> std::io::Result<()> {
    let mut answers = stream;
    let (mut from, mut to) = (String::new(), String::new());
    answers.write_all(b"220 mail.example\r\n")?;
    let mut lines = BufReader::new(stream).lines();
    while let Some(line) = lines.next().transpose()? {
        let mut answer = "250 ok\r\n";
        if let Some(address) = line.strip_prefix("MAIL FROM:") {
            address.clone_into(&mut from);
        } else if let Some(address) = line.strip_prefix("RCPT TO:") {
            address.clone_into(&mut to);
        } else if line == "DATA" {
            answers.write_all(b"354 go on\r\n")?;
            let data = lines.by_ref().map_while(Result::ok);
            let data: Vec<String> = data.take_while(|line| line != ".").collect();
            let text = text_of(&data);
            let mail = Mail {
                from: from.clone(),
                to: to.clone(),
                text,
            };
            let _ = mails.send(mail);
        } else if line == "QUIT" {
            answer = "221 bye\r\n";
        }
        answers.write_all(answer.as_bytes())?;
    }
    Ok(())
}

/// Subject and body of a mail of one part in base64.
fn text_of(data: &[String]) -> String {
    let end = data.iter().position(String::is_empty).unwrap();
    let (head, body) = data.split_at(end);
    assert!(
        head.iter()
            .any(|line| line == "Content-Transfer-Encoding: base64"),
        "{head:?}"
    );
    let body = STANDARD.decode(body.concat()).unwrap();
    String::from_utf8(body).unwrap()
}
