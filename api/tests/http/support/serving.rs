//! The service in a process of its own that can be killed, and a client on a real connection.

use std::io::{BufRead as _, BufReader, Read as _, Result, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use serde_json::{Value, json};
use yingku_access::auth::signing::client_key::public_pem_of;
use yingku_signer::client::Signer;

use super::command::Program;
use super::member::PASSWORD;

/// A running service.
pub struct Serving {
    child: Child,
    port: u16,
    signer: Arc<Signer>,
}

impl Serving {
    /// Serves a migrated database, without captchas and limits.
    pub fn start(program: &Program, database: &str) -> Self {
        Self::start_with(program, database, |_| ())
    }

    /// The same, with the command changed before it runs.
    pub fn start_with(
        program: &Program,
        database: &str,
        change: impl FnOnce(&mut Command),
    ) -> Self {
        Self::start_command(program.command(&["serve"]), program, database, change)
    }

    /// The same from a shell, after a shell command.
    pub fn start_after(program: &Program, database: &str, words: &str) -> Self {
        let mut shell = Command::new("/bin/sh");
        let serve = format!("{words}; exec {} serve", env!("CARGO_BIN_EXE_yingku"));
        shell
            .args(["-c", &serve])
            .current_dir(program.path())
            .env_clear();
        Self::start_command(shell, program, database, |_| ())
    }

    fn start_command(
        mut command: Command,
        program: &Program,
        database: &str,
        change: impl FnOnce(&mut Command),
    ) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        command
            .env("BIND", format!("127.0.0.1:{port}"))
            .env("WORKERS", "2")
            .env("DATABASE_URL", database)
            .env("CAPTCHA", "off")
            .env("APP_SECRET", "test-app-secret")
            .env("RATE_PER_SECOND", "1000000")
            .env("RATE_BURST", "1000000")
            // The machine may be busy with other tests.
            .env("CROWDED_LATE_MS", "30000")
            .env("LOG", "error")
            .stdout(Stdio::piped());
        change(&mut command);
        let mut child = command.spawn().unwrap();
        // It listens before it prints its address.
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        assert!(line.contains(&port.to_string()), "it did not start: {line}");
        let (kid, pem) = public_pem_of(&program.path().join("data/client-key.pem")).unwrap();
        Self {
            child,
            port,
            signer: Arc::new(Signer::new("test-app-secret", &kid, &pem, now_ms()).unwrap()),
        }
    }

    /// Its address.
    pub fn address(&self) -> std::net::SocketAddr {
        ([127, 0, 0, 1], self.port).into()
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its piped standard error; kills it.
    pub fn log_until_killed(mut self) -> String {
        self.kill();
        let mut log = String::new();
        let mut pipe = self.child.stderr.take().unwrap();
        pipe.read_to_string(&mut log).unwrap();
        log
    }

    pub fn connect(&self) -> Wire {
        Wire {
            stream: BufReader::new(TcpStream::connect(("127.0.0.1", self.port)).unwrap()),
            signer: Arc::clone(&self.signer),
            token: None,
        }
    }

    /// SIGKILL: no chance to finish anything.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM, as service managers send it; returns when the process has exited successfully.
    pub fn stop(mut self) {
        self.send_sigterm();
        assert!(self.child.wait().unwrap().success());
    }

    /// SIGTERM, without waiting for the exit.
    pub fn send_sigterm(&self) {
        let sent = Command::new("kill")
            .arg(self.child.id().to_string())
            .status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One keep-alive connection.
pub struct Wire {
    stream: BufReader<TcpStream>,
    signer: Arc<Signer>,
    token: Option<String>,
}

impl Wire {
    /// Registers `name`, signs in and sends all further requests as them.
    pub fn register(&mut self, name: &str) {
        let login = json!({
            "appId": "yingku", "userName": name, "password": PASSWORD, "confirmPassword": PASSWORD,
            "email": "somebody@example.org", "rememberMe": false,
        });
        self.call("POST", "/v2/user/register", Some(&login))
            .unwrap();
        let tokens = self.call("POST", "/v2/user/login", Some(&login)).unwrap();
        let token = tokens["data"]["accessToken"].as_str();
        self.token = Some(token.unwrap_or_else(|| panic!("{tokens}")).to_owned());
    }

    /// Sends requests as a member who has signed in elsewhere.
    pub fn signed_in_as(mut self, other: &Wire) -> Self {
        self.token.clone_from(&other.token);
        self
    }

    /// A signed request; returns the body of its response.
    ///
    /// # Errors
    /// When the connection breaks before the response.
    pub fn call(&mut self, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        let body = body.map(ToString::to_string).unwrap_or_default();
        let target = format!("/prod-api{path}");
        let mut request = format!("{method} {target} HTTP/1.1\r\nhost: x\r\n");
        let headers = self
            .signer
            .headers(method, &target, "", body.as_bytes(), now_ms());
        for (name, value) in headers.unwrap() {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        if let Some(token) = &self.token {
            request.push_str(&format!("authorization: Bearer {token}\r\n"));
        }
        request.push_str(&format!(
            "content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ));
        Ok(serde_json::from_slice(&self.exchange(&request)?)?)
    }

    /// Posts a form, unsigned; returns the text of its response.
    ///
    /// # Errors
    /// When the connection breaks before the response.
    pub fn post_form(&mut self, target: &str, form: &str) -> Result<String> {
        let answer = self.exchange(&format!(
            "POST {target} HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n\
             content-length: {}\r\n\r\n{form}",
            form.len()
        ))?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }

    fn exchange(&mut self, request: &str) -> Result<Vec<u8>> {
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            let line = line.trim().to_lowercase();
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line.is_empty() {
                break;
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer)?;
        Ok(answer)
    }
}

fn now_ms() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    u64::try_from(now.unwrap().as_millis()).unwrap()
}
