//! One operation after the other, each failing at every statement.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use serde_json::Value;

use super::whole::{self, Snapshot};
use crate::support::TestApp;
use crate::support::client::{Answer, Call};
use crate::support::member::Member;
use crate::support::statement_faults::StatementFaults;

/// No call has so many statements.
const MOST_ATTEMPTS: u32 = 200;

/// An operation as the contract names it, and what may become of it while the database fails.
pub struct Operation {
    name: &'static str,
    /// What its change is called in the audit log.
    logged: Option<&'static str>,
    /// The status when the database fails.
    failure: u16,
    /// The status when the provider is away: it is the sandbox, whose statements are struck as well.
    provider_away: Option<u16>,
    /// It changes things in several transactions, so that a failure between them leaves the first ones.
    in_steps: bool,
    /// Its last good status.
    success: u16,
}

/// An operation of the contract, such as `POST /v2/user/like`.
pub fn operation(name: &'static str) -> Operation {
    Operation {
        name,
        logged: None,
        failure: 503,
        provider_away: None,
        in_steps: false,
        success: 200,
    }
}

impl Operation {
    pub fn logged(self, action: &'static str) -> Self {
        Self {
            logged: Some(action),
            ..self
        }
    }

    /// It asks the provider, and answers so when that is away: 200 where it goes on without, otherwise 422.
    pub fn provider_away(self, status: u16) -> Self {
        Self {
            provider_away: Some(status),
            ..self
        }
    }

    pub fn in_steps(self) -> Self {
        Self {
            in_steps: true,
            ..self
        }
    }

    /// A provider's notice, which is answered in the provider's own way.
    pub fn notice(self, success: u16) -> Self {
        Self {
            failure: 500,
            success,
            ..self
        }
    }

    fn is_notice(&self) -> bool {
        self.failure == 500
    }

    /// Whether the call is of this operation.
    fn fits(&self, call: &Call) -> bool {
        let (method, template) = self.name.split_once(' ').unwrap();
        let path = call.target.split('?').next().unwrap();
        let path = path.strip_prefix("/prod-api").unwrap_or(path);
        let parts = |path: &str| path.split('/').map(str::to_owned).collect::<Vec<_>>();
        let (path, template) = (parts(path), parts(template));
        let fits = |(part, wanted): (&String, &String)| part == wanted || wanted.starts_with('{');
        call.method.as_str() == method
            && path.len() == template.len()
            && path.iter().zip(&template).all(fits)
    }
}

/// One attempt of an operation.
struct Attempt {
    /// The statement that was struck.
    struck: Option<String>,
    answer: Answer,
    before: Snapshot,
    after: Snapshot,
}

impl Attempt {
    fn changed(&self) -> BTreeSet<&'static str> {
        self.before.differences(&self.after)
    }

    fn describe(&self) -> String {
        let (struck, status) = (&self.struck, self.answer.status);
        let changed = self.changed();
        format!(
            "struck {struck:?}, answered {status} {}, changed {changed:?}",
            self.answer.text()
        )
    }
}

/// The service, and which operations were tried.
pub struct Walk<'a> {
    pub t: &'a TestApp,
    pub admin: Member<'a>,
    faults: &'a StatementFaults,
    covered: RefCell<BTreeSet<String>>,
    names: Cell<u32>,
    struck: Cell<usize>,
    problems: RefCell<Vec<String>>,
}

impl<'a> Walk<'a> {
    pub fn new(t: &'a TestApp, faults: &'a StatementFaults, admin: Member<'a>) -> Self {
        Self {
            t,
            admin,
            faults,
            covered: RefCell::default(),
            names: Cell::new(0),
            struck: Cell::new(0),
            problems: RefCell::default(),
        }
    }

    /// The operations that were tried.
    pub fn covered(&self) -> BTreeSet<String> {
        self.covered.borrow().clone()
    }

    /// What was wrong, and how many statements were struck.
    pub fn result(self) -> (Vec<String>, usize) {
        (self.problems.into_inner(), self.struck.get())
    }

    /// A name that nothing else has.
    pub fn name(&self, of: &str) -> String {
        self.names.set(self.names.get() + 1);
        format!("{of}_{}", self.names.get())
    }

    /// Makes the call until it is not struck: by a fault at its first statement, at its second, and so on. Each time it
    /// is prepared anew, so that it has everything to do.
    pub async fn persist(&self, operation: Operation, mut prepare: impl AsyncFnMut() -> Call) {
        self.covered.borrow_mut().insert(operation.name.to_owned());
        let (mut n, mut failures) = (1, Vec::new());
        for _ in 0..MOST_ATTEMPTS {
            let call = prepare().await;
            assert!(operation.fits(&call), "{} {}", operation.name, call.target);
            let attempt = self.attempt(&operation, call, n).await;
            self.check(&operation, n, &attempt);
            if attempt.struck.is_none() {
                for (n, failed) in &failures {
                    let partial = partial_change(&operation, failed, &attempt);
                    self.tell(&operation, *n, failed, partial.as_slice());
                }
                self.struck.set(self.struck.get() + failures.len());
                return;
            }
            if !self.missed(&operation, &attempt) {
                failures.push((n, attempt));
                n += 1;
            }
        }
        panic!("{} never ends", operation.name);
    }

    /// Whether a background thread asked at the same moment, and lost its answer instead.
    fn missed(&self, operation: &Operation, attempt: &Attempt) -> bool {
        let status = attempt.answer.status.as_u16();
        self.faults.loses_answers()
            && status == operation.success
            && operation.provider_away != Some(status)
    }

    /// Looks at an attempt and at everything that is stored.
    fn check(&self, operation: &Operation, n: u32, attempt: &Attempt) {
        let mut wrong = whole::broken(self.t);
        if !attempt.changed().is_empty() {
            wrong.extend(whole::index_problem(self.t));
        }
        wrong.extend(log_problem(operation, attempt));
        if attempt.struck.is_none() || self.missed(operation, attempt) {
            let succeeds = attempt.answer.status == operation.success;
            wrong.extend((!succeeds).then(|| "it does not succeed".to_owned()));
        } else {
            wrong.extend(failure_problem(operation, attempt));
        }
        self.tell(operation, n, attempt, &wrong);
    }

    /// Keeps what is wrong with an attempt.
    fn tell(&self, operation: &Operation, n: u32, attempt: &Attempt, wrong: &[String]) {
        if wrong.is_empty() {
            return;
        }
        let (name, told) = (operation.name, attempt.describe());
        let wrong = wrong.join("; ");
        let problem = format!("{name} at statement {n}: {wrong}\n    {told}");
        self.problems.borrow_mut().push(problem);
    }

    async fn attempt(&self, operation: &Operation, call: Call, n: u32) -> Attempt {
        let before = Snapshot::take(self.t);
        self.faults.arm(n);
        let answer = if operation.is_notice() {
            self.t.send_plain(call).await
        } else {
            self.t.send(call).await
        };
        let struck = self.faults.disarm();
        Attempt {
            struck,
            answer,
            before,
            after: Snapshot::take(self.t),
        }
    }
}

/// A failed call says so, and when to come back.
fn failure_problem(operation: &Operation, attempt: &Attempt) -> Option<String> {
    let (answer, status) = (&attempt.answer, attempt.answer.status.as_u16());
    if operation.provider_away == Some(status)
        && (status == 200 || answer.error() == "provider_away")
    {
        return None;
    }
    if status != operation.failure {
        return Some("the failure is not told".to_owned());
    }
    let is_told = status != 503 || answer.error() == "busy" && answer.header("retry-after") == "1";
    (!is_told).then(|| "it is not told when to come back".to_owned())
}

/// What a failed call has changed is nothing, or everything that a good one changes.
fn partial_change(operation: &Operation, failed: &Attempt, good: &Attempt) -> Option<String> {
    let (changed, whole) = (failed.changed(), good.changed());
    let is_partial = !changed.is_empty() && changed != whole && !operation.in_steps;
    is_partial.then(|| format!("it changes only a part of {whole:?}"))
}

/// Each change of an operator is in the audit log once, and nothing else is.
fn log_problem(operation: &Operation, attempt: &Attempt) -> Option<String> {
    let new = attempt.after.new_entries(&attempt.before);
    let expected: &[&str] = match &operation.logged {
        Some(action) if !attempt.changed().is_empty() => &[action],
        _ => &[],
    };
    (new != expected).then(|| format!("the log has {new:?} instead of {expected:?}"))
}

/// The id of a good answer's `data`.
pub fn id_of(data: &Value) -> String {
    data["id"].as_str().unwrap().to_owned()
}
