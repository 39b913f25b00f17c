//! Certificates, created by openssl for one test, and a PostgreSQL with one.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A certificate authority (`ca.pem`) and a certificate for `localhost` only: `server.pem` and `server.key`.
pub struct Authority(TempDir);

impl Authority {
    pub fn new() -> Self {
        let authority = Self(tempfile::tempdir().unwrap());
        // The databases run as users of their own.
        let open = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(authority.0.path(), open).unwrap();
        authority.openssl(
            "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.pem",
        );
        authority.openssl(
            "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
             -addext basicConstraints=critical,CA:FALSE -CA ca.pem -CAkey ca.key -keyout server.key -out server.pem",
        );
        authority
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Gives the key to the user that PostgreSQL runs as when root starts it; any other user runs it as themselves.
    fn give_key_to_postgres(&self) {
        let mut chown = Command::new("chown");
        chown.arg("postgres").arg(self.file("server.key"));
        let _ = chown.stderr(Stdio::null()).status();
    }

    fn openssl(&self, arguments: &str) {
        let mut openssl = Command::new("openssl");
        openssl
            .args(arguments.split_whitespace())
            .current_dir(self.0.path());
        let ran = openssl.output().expect("openssl is needed");
        assert!(ran.status.success(), "{ran:?}");
    }
}

/// A PostgreSQL of a test's own that listens on loopback with TLS. It ends when its script's standard input closes.
pub struct TlsPostgres {
    pub port: u16,
    script: Child,
}

impl TlsPostgres {
    pub fn start(authority: &Authority) -> Self {
        authority.give_key_to_postgres();
        let port = free_port();
        let options = format!(
            "-c listen_addresses=localhost -c port={port} -c ssl=on -c ssl_cert_file={} -c ssl_key_file={}",
            authority.file("server.pem").display(),
            authority.file("server.key").display()
        );
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/with-postgres.sh");
        let mut script = Command::new(script)
            .args(["sh", "-c", "echo ready; cat"])
            .env("POSTGRES_OPTIONS", options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(script.stdout.take().unwrap()).lines();
        assert!(
            output.any(|line| line.unwrap() == "ready"),
            "it did not start"
        );
        Self { port, script }
    }

    /// The URL by a host name and a port, with more parameters.
    pub fn url(&self, place: &str, query: &str) -> String {
        format!("postgres://yingku@{place}/postgres?{query}")
    }
}

impl Drop for TlsPostgres {
    fn drop(&mut self) {
        drop(self.script.stdin.take());
        let _ = self.script.wait();
    }
}

/// A free port.
pub fn free_port() -> u16 {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    free.local_addr().unwrap().port()
}
