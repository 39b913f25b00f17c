//! The program in a folder of its own.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The folder, with a `.env`.
pub struct Program {
    folder: TempDir,
}

impl Program {
    pub fn new() -> Self {
        let program = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        program.run(&["config", "init"]);
        program
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yingku"));
        command
            .args(arguments)
            .current_dir(self.path())
            .env_clear()
            .env("LOG", "warn");
        command
    }

    /// Runs a command of the program; returns its output.
    pub fn run(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().unwrap();
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Imports a demo catalogue from a file, as an operator would; returns works per second.
    pub fn import(&self, works: u64) -> f64 {
        let file = std::fs::File::create(self.path().join("works.ndjson")).unwrap();
        let mut print = self.command(&["demo", "--print", "--works", &works.to_string()]);
        assert!(print.stdout(file).status().unwrap().success());
        let started = Instant::now();
        self.run(&["import", "works.ndjson"]);
        let took = started.elapsed().as_secs_f64();
        let rate = works as f64 / took;
        println!("import into SQLite with index      {rate:>10.0} works/s ({took:.1} s)");
        let started = Instant::now();
        self.run(&["import", "works.ndjson"]);
        println!(
            "the same file again                {:>10.0} works/s",
            works as f64 / started.elapsed().as_secs_f64()
        );
        rate
    }

    /// Waits until all writes are on disk, and reads the files again: on a machine that evicts
    /// cached files the disk would be measured.
    pub fn settle(&self) {
        assert!(Command::new("sync").status().unwrap().success());
        read_all(&self.path().join("data"));
    }

    /// [`Program::serve_with`] without load shedding on a slow machine: for benchmarks of speed.
    pub fn serve_unhurried(&self, settings: &[(&str, &str)]) -> Serving {
        let unhurried = [
            ("DATABASE_CROWDED_WAIT_MS", "10000"),
            ("CROWDED_LATE_MS", "10000"),
        ];
        self.serve_with(&[&unhurried, settings].concat())
    }

    /// Starts the service on a free port with these settings, and waits until it is ready.
    pub fn serve_with(&self, settings: &[(&str, &str)]) -> Serving {
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let started = Instant::now();
        let mut child = self
            .command(&["serve"])
            .env("BIND", format!("127.0.0.1:{port}"))
            // As set by the systemd unit and the image.
            .env("MIMALLOC_PURGE_DELAY", "0")
            .env("WORKERS", "1")
            .env("RATE_PER_SECOND", "1000000")
            .env("RATE_BURST", "1000000")
            .envs(settings.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let mut serving = Serving { child, port };
        while serving
            .get("/readyz")
            .is_none_or(|answer| !answer.starts_with("HTTP/1.1 200"))
        {
            assert!(
                started.elapsed() < Duration::from_secs(60)
                    && serving.child.try_wait().unwrap().is_none(),
                "the service did not become ready"
            );
        }
        println!(
            "start with a warm index            {:>10.0} ms",
            started.elapsed().as_secs_f64() * 1e3
        );
        serving
    }
}

/// Reads every file below a folder.
fn read_all(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_all(&path);
        } else {
            let mut file = std::fs::File::open(path).unwrap();
            std::io::copy(&mut file, &mut std::io::sink()).unwrap();
        }
    }
}

/// The running service.
pub struct Serving {
    child: Child,
    pub port: u16,
}

impl Serving {
    fn get(&self, path: &str) -> Option<String> {
        use std::io::{Read as _, Write as _};
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
        )
        .ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok().map(|_| answer)
    }

    /// Prints it, and returns its own, MB.
    pub fn report_memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let of = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name)).unwrap();
            line.split_whitespace()
                .nth(1)
                .unwrap()
                .parse::<f64>()
                .unwrap()
                / 1024.0
        };
        println!(
            "memory: its own / with mapped files{:>10.0} MB / {:.0} MB",
            of("RssAnon"),
            of("VmRSS")
        );
        of("RssAnon")
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
