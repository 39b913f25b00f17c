//! An editor who uploads a file.

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use yingku_catalogue::uploads::PART_BYTES;

use crate::client::Client;
use crate::program::Program;

/// Writes twice as many works as lines: the first half into `first.ndjson`, the other into the returned file.
pub fn split_catalogue(program: &Program, works: u64) -> PathBuf {
    let lines = program.run(&["demo", "--print", "--works", &(2 * works).to_string()]);
    let half = usize::try_from(works).unwrap();
    let write = |name: &str, lines: &mut dyn Iterator<Item = &str>| {
        let path = program.path().join(name);
        let mut file = BufWriter::new(File::create(&path).unwrap());
        for line in lines {
            writeln!(file, "{line}").unwrap();
        }
        file.flush().unwrap();
        path
    };
    write("first.ndjson", &mut lines.lines().take(half));
    let second = write("second.ndjson", &mut lines.lines().skip(half));
    assert_eq!(
        BufReader::new(File::open(&second).unwrap()).lines().count(),
        half
    );
    second
}

pub struct Editor {
    client: Arc<Client>,
    token: String,
}

impl Editor {
    pub fn new(program: &Program, client: &Arc<Client>, password: &str) -> Self {
        const NAME: &str = "bench_editor";
        client.register(NAME, password);
        program.run(&["user", "grant", NAME, "--role", "editor"]);
        Self {
            client: Arc::clone(client),
            token: client.sign_in(NAME, password),
        }
    }

    /// Uploads a file; returns the id of its import.
    pub fn upload(&self, file: &Path) -> String {
        let bytes = std::fs::read(file).unwrap();
        let form = json!({ "name": "second.ndjson", "size": bytes.len() });
        let announced = self
            .client
            .post_json("/admin/imports", Some(&self.token), &form);
        let id = announced["data"]["id"].as_str().unwrap().to_owned();
        for (at, part) in bytes.chunks(PART_BYTES).enumerate() {
            let query = format!("offset={}", at * PART_BYTES);
            let path = format!("/admin/imports/{id}/part");
            let body = ("application/octet-stream", part);
            self.client.post(&path, &query, Some(&self.token), body);
        }
        id
    }

    pub fn start(&self, id: &str) {
        let path = format!("/admin/imports/{id}/start");
        self.client.post_json(&path, Some(&self.token), &json!({}));
    }

    pub fn is_at_work(&self, id: &str) -> bool {
        ["queued", "running"].contains(&self.import(id)["state"].as_str().unwrap())
    }

    pub fn figures(&self, id: &str) -> String {
        let import = self.import(id);
        format!(
            "{}, {} lines, {} new, {} updated, {} refused",
            import["state"], import["lines"], import["new"], import["updated"], import["refused"]
        )
    }

    fn import(&self, id: &str) -> Value {
        let path = format!("/admin/imports/{id}");
        let answer = self.client.get(&path, "", Some(&self.token));
        let mut answer: Value = serde_json::from_str(&answer).unwrap();
        answer["data"].take()
    }
}
