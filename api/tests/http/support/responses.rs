//! Records the responses of each operation for `scripts/check-answers.py`, which compares them with the contract.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::sync::OnceLock;

use actix_web::HttpRequest;
use parking_lot::Mutex;
use serde_json::Value;

use super::client::Answer;

/// Each test process has a file of its own here.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/answers");

/// An API operation: its method, and its path as in the contract.
pub struct CalledOperation(Option<String>);

impl CalledOperation {
    pub fn of(request: &HttpRequest) -> Self {
        let pattern = request.match_pattern();
        let path = pattern
            .as_deref()
            .and_then(|path| path.strip_prefix("/prod-api"));
        Self(path.map(|path| format!("{} {path}", request.method())))
    }

    /// Adds the status and the code of a response to the file, once.
    pub fn record(&self, answer: &Answer) {
        let Some(operation) = &self.0 else { return };
        let body: Option<Value> = serde_json::from_slice(&answer.body).ok();
        assert!(
            !body.as_ref().is_some_and(has_null),
            "{operation}: {body:?}"
        );
        let word = body.as_ref().and_then(|body| body["error"].as_str());
        let status = answer.status.as_u16();
        write(format!("{operation} {status} {}\n", word.unwrap_or("-")));
    }
}

/// Absent values are omitted in every response. The log's `before` and `after` are what was changed, as it was stored.
fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(list) => list.iter().any(has_null),
        Value::Object(fields) => fields
            .iter()
            .any(|(name, value)| value.is_null() || !may_have_nulls(name) && has_null(value)),
        _ => false,
    }
}

fn may_have_nulls(name: &str) -> bool {
    matches!(name, "before" | "after")
}

/// Records that this machine cannot produce a response, which is then not required.
pub fn not_tried(answer: &str) {
    write(format!("not tried: {answer}\n"));
}

fn write(line: String) {
    let (file, known) = written();
    if known.lock().insert(line.clone()) {
        (&*file).write_all(line.as_bytes()).unwrap();
    }
}

/// The file of this process, and its lines.
fn written() -> (&'static File, &'static Mutex<HashSet<String>>) {
    static WRITTEN: OnceLock<(File, Mutex<HashSet<String>>)> = OnceLock::new();
    let (file, known) = WRITTEN.get_or_init(|| {
        std::fs::create_dir_all(FOLDER).unwrap();
        let name = format!("{FOLDER}/{}.txt", std::process::id());
        let file = OpenOptions::new().create(true).append(true).open(name);
        (file.unwrap(), Mutex::default())
    });
    (file, known)
}
