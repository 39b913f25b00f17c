//! A proxy in front of the test's Redis that breaks the n-th command.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

/// The fault of the command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FaultMode {
    /// Its connection is closed before it reaches Redis.
    Rejected,
    /// Redis executes it, and the connection is closed instead of a reply.
    AnswerLost,
    /// Redis executes it, and the reply comes after the timeout.
    AnswerLate,
}

/// Each fault is injected once.
#[derive(Clone)]
pub struct RedisFaults {
    shared: Arc<Shared>,
    port: u16,
}

struct Shared {
    manner: FaultMode,
    state: Mutex<State>,
    /// The state has changed.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The number of the command to break, counted from now; never at 0.
    left: u32,
    /// The purpose of the broken command.
    struck: Option<String>,
    /// The fate of replies now.
    answers: Answers,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Answers {
    #[default]
    Pass,
    /// They are held back.
    Held,
    /// The next one is dropped with its connection.
    Lost,
}

impl RedisFaults {
    /// In front of the Redis with this socket.
    pub fn before(socket: &Path, manner: FaultMode) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared {
            manner,
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        let (known, socket) = (Arc::clone(&shared), PathBuf::from(socket));
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                client.set_nodelay(true).unwrap();
                // Redis may be gone, at the end of the test.
                let Ok(server) = UnixStream::connect(&socket) else {
                    continue;
                };
                let (to, from) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                let (asks, answers) = (Arc::clone(&known), Arc::clone(&known));
                std::thread::spawn(move || asks.forward_commands(client, server));
                std::thread::spawn(move || answers.forward_replies(from, to));
            }
        });
        Self { shared, port }
    }

    /// Redis's URL through it.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Breaks the `n`-th command from now on.
    pub fn inject_at(&self, n: u32) {
        self.shared.state.lock().left = n;
    }

    /// Stops injecting, and returns the purpose of the broken command, if there were that many.
    pub fn stop_injecting(&self) -> Option<String> {
        let mut state = self.shared.state.lock();
        let struck = std::mem::take(&mut *state).struck;
        self.shared.changed.notify_all();
        struck
    }
}

impl Shared {
    fn forward_commands(&self, mut client: TcpStream, mut server: UnixStream) {
        let (mut bytes, mut unread) = ([0; 16_384], Vec::new());
        while let Ok(read @ 1..) = client.read(&mut bytes) {
            unread.extend_from_slice(&bytes[..read]);
            while let Some((words, length)) = command(&unread) {
                if self.is_due(&words) {
                    let _ = client.shutdown(Shutdown::Both);
                    let _ = server.shutdown(Shutdown::Both);
                    return;
                }
                let whole: Vec<u8> = unread.drain(..length).collect();
                if server.write_all(&whole).is_err() {
                    return;
                }
            }
        }
        let _ = server.shutdown(Shutdown::Both);
    }

    /// Counts a command; returns whether the connection is closed before it is forwarded.
    fn is_due(&self, words: &[String]) -> bool {
        // Connection setup does not belong to a request.
        if !words[0].eq_ignore_ascii_case("EVALSHA") {
            return false;
        }
        let mut state = self.state.lock();
        // A client that sends again no longer waits for the previous reply.
        state.answers = Answers::Pass;
        let is_last = state.left == 1;
        state.left = state.left.saturating_sub(1);
        if is_last {
            state.struck = words[3].split(':').nth(1).map(str::to_owned);
            state.answers = match self.manner {
                FaultMode::Rejected => Answers::Pass,
                FaultMode::AnswerLost => Answers::Lost,
                FaultMode::AnswerLate => Answers::Held,
            };
        }
        self.changed.notify_all();
        is_last && self.manner == FaultMode::Rejected
    }

    fn forward_replies(&self, mut server: UnixStream, mut client: TcpStream) {
        let mut bytes = [0; 16_384];
        while let Ok(read @ 1..) = server.read(&mut bytes) {
            let mut state = self.state.lock();
            self.changed
                .wait_while(&mut state, |state| state.answers == Answers::Held);
            if state.answers == Answers::Lost {
                state.answers = Answers::Pass;
                break;
            }
            drop(state);
            if client.write_all(&bytes[..read]).is_err() {
                break;
            }
        }
        let _ = server.shutdown(Shutdown::Both);
        let _ = client.shutdown(Shutdown::Both);
    }
}

/// The words of the first command in the bytes, and its length; none when it is incomplete.
fn command(bytes: &[u8]) -> Option<(Vec<String>, usize)> {
    let mut at = 0;
    let count = number(bytes, &mut at, b'*')?;
    let mut words = Vec::new();
    for _ in 0..count {
        let length = number(bytes, &mut at, b'$')?;
        let word = bytes.get(at..at + length)?;
        bytes.get(at + length + 1)?;
        words.push(String::from_utf8_lossy(word).into_owned());
        at += length + 2;
    }
    Some((words, at))
}

/// The number of a line that begins with `mark`.
fn number(bytes: &[u8], at: &mut usize, mark: u8) -> Option<usize> {
    let rest = bytes.get(*at..)?;
    let end = rest.windows(2).position(|two| two == b"\r\n")?;
    assert_eq!(rest[0], mark, "not a command of Redis's protocol");
    *at += end + 2;
    std::str::from_utf8(&rest[1..end]).unwrap().parse().ok()
}
