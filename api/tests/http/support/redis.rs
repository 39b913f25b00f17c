//! A Redis of a test's own, on a socket in a folder of its own; it is deleted when the test ends.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use redis::{Client, Connection};
use tempfile::TempDir;

use super::tls::Authority;

/// Advances the time: shortens the lifetime of every key, and moves stored times back
/// by as much.
const PASS: &str = "
for _, key in ipairs(redis.call('KEYS', '*')) do
  local left, value = redis.call('PTTL', key), redis.call('GET', key)
  if left >= 0 then
    if left <= tonumber(ARGV[1]) then redis.call('DEL', key)
    else
      local shifted = value
      if tonumber(value) then shifted = string.format('%.0f', tonumber(value) - ARGV[1] * 1000) end
      redis.call('SET', key, shifted, 'PX', left - ARGV[1])
    end
  end
end";

/// A running server.
pub struct TestRedis {
    folder: TempDir,
    /// Listens here besides its socket.
    arguments: Vec<String>,
    server: Option<Child>,
}

impl TestRedis {
    pub fn start() -> Self {
        Self::start_with(Vec::new())
    }

    /// One that also listens at this port, with TLS and a certificate of the authority for `localhost`.
    pub fn with_tls(authority: &Authority, port: u16) -> Self {
        let file = |name: &str| authority.file(name).display().to_string();
        let words = [
            "--tls-port",
            "--tls-cert-file",
            "--tls-key-file",
            "--tls-ca-cert-file",
        ];
        let values = [
            port.to_string(),
            file("server.pem"),
            file("server.key"),
            file("ca.pem"),
        ];
        let mut arguments: Vec<_> = words
            .map(str::to_owned)
            .into_iter()
            .zip(values)
            .flat_map(|(word, value)| [word, value])
            .collect();
        arguments.extend(["--tls-auth-clients", "no"].map(str::to_owned));
        Self::start_with(arguments)
    }

    fn start_with(arguments: Vec<String>) -> Self {
        let mut redis = Self {
            folder: tempfile::tempdir().unwrap(),
            arguments,
            server: None,
        };
        redis.start_again();
        redis
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("redis+unix://{}", self.socket().display())
    }

    pub fn socket(&self) -> PathBuf {
        self.folder.path().join("socket")
    }

    /// Kills it; its data are lost.
    pub fn kill(&mut self) {
        if let Some(mut server) = self.server.take() {
            server.kill().unwrap();
            server.wait().unwrap();
        }
    }

    /// Suspends it: connections stay open, and nothing is answered.
    pub fn freeze(&self) {
        self.signal("-STOP");
    }

    /// Resumes it; pending requests come first.
    pub fn thaw(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, name: &str) {
        let id = self.server.as_ref().unwrap().id().to_string();
        let sent = Command::new("kill").args([name, &id]).status();
        assert!(sent.unwrap().success());
    }

    /// Starts it, empty, at the same address.
    pub fn start_again(&mut self) {
        let mut server = Command::new("redis-server")
            .args(["--port", "0", "--save", "", "--appendonly", "no"])
            .args(["--maxmemory-policy", "noeviction"])
            .arg("--unixsocket")
            .arg(self.socket())
            .args(&self.arguments)
            .current_dir(self.folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect(
                "Redis is needed (Debian: apt-get install redis-server); run scripts/test-tools.sh",
            );
        let mut output = BufReader::new(server.stdout.take().unwrap()).lines();
        let ready = output.any(|line| line.unwrap().to_lowercase().contains("ready to accept"));
        assert!(ready, "redis-server did not start");
        self.server = Some(server);
    }

    /// Makes the server behave as if `ms` had passed.
    pub fn pass(&self, ms: i64) {
        let () = redis::Script::new(PASS)
            .arg(ms)
            .invoke(&mut self.connection())
            .unwrap();
    }

    /// Every existing key.
    pub fn keys(&self) -> Vec<String> {
        redis::cmd("KEYS")
            .arg("*")
            .query(&mut self.connection())
            .unwrap()
    }

    /// Sets the memory limit so that nothing more fits.
    pub fn fill(&self) {
        self.set_memory("1");
    }

    /// Removes the memory limit.
    pub fn make_room(&self) {
        self.set_memory("0");
    }

    fn set_memory(&self, bytes: &str) {
        let () = redis::cmd("CONFIG")
            .arg(&["SET", "maxmemory", bytes])
            .query(&mut self.connection())
            .unwrap();
    }

    fn connection(&self) -> Connection {
        Client::open(self.url()).unwrap().get_connection().unwrap()
    }
}

impl Drop for TestRedis {
    fn drop(&mut self) {
        self.kill();
    }
}
