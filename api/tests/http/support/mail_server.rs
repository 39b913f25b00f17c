//! A mail server: accepts mail by SMTP, with TLS or without, or never responds.

use std::io::{BufRead as _, BufReader, Read, Result, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::tls::Authority;

/// A received mail.
#[derive(Debug)]
pub struct Mail {
    pub from: String,
    pub to: String,
    /// The text, decoded.
    pub text: String,
    /// The user who logged in and their password, if anybody did.
    pub login: Option<(String, String)>,
    /// Whether it came over TLS.
    pub encrypted: bool,
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

/// What a server does with a connection.
enum Behaviour {
    /// Accepts mail without TLS.
    Plain,
    /// Begins with TLS.
    Tls(Arc<ServerConfig>),
    /// Offers STARTTLS, and accepts nothing before it.
    StartTls(Arc<ServerConfig>),
    /// Never responds.
    Silent,
}

/// A mail server on this machine.
pub struct MailServer {
    address: SocketAddr,
    mails: UnboundedReceiver<Mail>,
    stopped: Arc<AtomicBool>,
}

impl MailServer {
    /// One that accepts every mail, but to addresses that begin with `unknown`.
    pub fn start() -> Self {
        Self::listening(Behaviour::Plain)
    }

    /// One that accepts every mail over TLS, with the certificate of an authority.
    pub fn with_tls(authority: &Authority) -> Self {
        Self::listening(Behaviour::Tls(server_config(authority)))
    }

    /// One that accepts every mail after STARTTLS.
    pub fn with_starttls(authority: &Authority) -> Self {
        Self::listening(Behaviour::StartTls(server_config(authority)))
    }

    /// One that accepts connections and never responds.
    pub fn silent() -> Self {
        Self::listening(Behaviour::Silent)
    }

    fn listening(behaviour: Behaviour) -> Self {
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
                // A client that hangs up ends its conversation only.
                let _ = match &behaviour {
                    Behaviour::Plain => Session::new(stream, &sender).run(&[]).map(drop),
                    Behaviour::Tls(config) => converse_encrypted(stream, config, &sender, true),
                    Behaviour::StartTls(config) => upgrade(stream, config, &sender),
                    Behaviour::Silent => {
                        silent.push(stream);
                        Ok(())
                    }
                };
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

    /// Its port.
    pub fn port(&self) -> u16 {
        self.address.port()
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

fn server_config(authority: &Authority) -> Arc<ServerConfig> {
    let certificate = CertificateDer::from_pem_file(authority.file("server.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(authority.file("server.key")).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap();
    let config = config.with_no_client_auth();
    Arc::new(config.with_single_cert(vec![certificate], key).unwrap())
}

/// The conversation inside TLS. After STARTTLS, no server greets again.
fn converse_encrypted(
    stream: TcpStream,
    config: &Arc<ServerConfig>,
    mails: &UnboundedSender<Mail>,
    greets: bool,
) -> Result<()> {
    let connection = ServerConnection::new(Arc::clone(config)).unwrap();
    let mut session = Session::new(StreamOwned::new(connection, stream), mails);
    session.encrypted = true;
    session.greets = greets;
    session.run(&["AUTH PLAIN LOGIN"]).map(drop)
}

fn upgrade(
    stream: TcpStream,
    config: &Arc<ServerConfig>,
    mails: &UnboundedSender<Mail>,
) -> Result<()> {
    match Session::new(stream, mails).run(&["STARTTLS"])? {
        Some(stream) => converse_encrypted(stream, config, mails, false),
        None => Ok(()),
    }
}

/// A conversation with one client.
struct Session<'a, Stream> {
    stream: BufReader<Stream>,
    mails: &'a UnboundedSender<Mail>,
    encrypted: bool,
    greets: bool,
}

impl<'a, Stream: Read + Write> Session<'a, Stream> {
    fn new(stream: Stream, mails: &'a UnboundedSender<Mail>) -> Self {
        Self {
            stream: BufReader::new(stream),
            mails,
            encrypted: false,
            greets: true,
        }
    }

    /// Until the client leaves, or wants TLS: then what it is spoken over.
    fn run(mut self, extensions: &[&str]) -> Result<Option<Stream>> {
        let (mut from, mut to, mut login) = (String::new(), String::new(), None);
        if self.greets {
            self.say("220 mail.example")?;
        }
        while let Some(line) = self.line()? {
            if line.starts_with("EHLO ") {
                self.say("250-mail.example")?;
                for extension in extensions {
                    self.say(&format!("250-{extension}"))?;
                }
            } else if line == "STARTTLS" {
                self.say("220 go on")?;
                assert!(self.stream.buffer().is_empty(), "it did not wait");
                return Ok(Some(self.stream.into_inner()));
            } else if extensions.contains(&"STARTTLS") && line != "QUIT" {
                self.say("530 STARTTLS first")?;
                continue;
            } else if let Some(credentials) = line.strip_prefix("AUTH PLAIN ") {
                login = Some(login_of(credentials));
                self.say("235 welcome")?;
                continue;
            } else if let Some(address) = line.strip_prefix("MAIL FROM:") {
                address.clone_into(&mut from);
            } else if line.starts_with("RCPT TO:<unknown") {
                self.say("550 no such mailbox")?;
                continue;
            } else if let Some(address) = line.strip_prefix("RCPT TO:") {
                address.clone_into(&mut to);
            } else if line == "DATA" {
                self.say("354 go on")?;
                let mail = Mail {
                    text: text_of(&self.data()?),
                    from: from.clone(),
                    to: to.clone(),
                    login: login.clone(),
                    encrypted: self.encrypted,
                };
                let _ = self.mails.send(mail);
            }
            self.say(if line == "QUIT" { "221 bye" } else { "250 ok" })?;
        }
        Ok(None)
    }

    fn say(&mut self, line: &str) -> Result<()> {
        let stream = self.stream.get_mut();
        stream.write_all(format!("{line}\r\n").as_bytes())?;
        stream.flush()
    }

    fn line(&mut self) -> Result<Option<String>> {
        let mut line = String::new();
        let length = self.stream.read_line(&mut line)?;
        Ok((length > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned()))
    }

    /// A mail's lines.
    fn data(&mut self) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        while let Some(line) = self.line()?
            && line != "."
        {
            lines.push(line);
        }
        Ok(lines)
    }
}

/// User and password of `AUTH PLAIN` (RFC 4616).
fn login_of(credentials: &str) -> (String, String) {
    let text = String::from_utf8(STANDARD.decode(credentials).unwrap()).unwrap();
    let parts: Vec<&str> = text.split('\0').collect();
    let [_, user, password] = parts[..] else {
        panic!("{text:?}")
    };
    (user.to_owned(), password.to_owned())
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
