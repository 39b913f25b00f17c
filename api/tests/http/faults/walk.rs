//! One operation after the other, each while something under it fails: once for every time that it asks for that.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::whole::{self, Snapshot};
use crate::support::TestApp;
use crate::support::client::{Answer, Call};
use crate::support::member::Member;

/// No call asks so often.
const MAX_ATTEMPTS: u32 = 200;
/// An answer takes less, whatever fails.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Something under the operations that fails: the database, the shared store, a provider, the index.
pub trait Faults {
    /// Strikes at the `n`-th time that it is asked from now on.
    fn arm(&self, n: u32);

    /// Strikes no more, and gives what was struck, if it was asked so often.
    fn disarm(&self) -> Option<String>;

    /// What is wrong with the answer to a call that asked for what was struck.
    fn problem(&self, operation: &Operation, struck: &str, answer: &Answer) -> Option<String>;

    /// Whether the call may have been spared, because a background thread asked at the same moment.
    fn may_miss(&self) -> bool {
        false
    }

    /// What is done with the call afterwards.
    fn afterwards(&self) -> Afterwards {
        Afterwards::Nothing
    }
}

/// What is done with a call after an attempt.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Afterwards {
    /// Each attempt is a call of its own.
    Nothing,
    /// One that succeeded comes once more as it was, and is known as a replay.
    Replayed,
    /// One that failed is made once more, and succeeds.
    Repeated,
}

/// An operation as the contract names it, and what may become of it while something fails.
pub struct Operation {
    pub name: &'static str,
    /// What its change is called in the audit log.
    logged: Option<&'static str>,
    /// The status when the database fails.
    pub failure: u16,
    /// The status when the provider is away. The sandbox's statements are struck as well.
    pub provider_away: Option<u16>,
    /// It changes things in several transactions, so that a failure between them leaves the first ones.
    in_steps: bool,
    /// Its last good status.
    pub success: u16,
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
    pub fn notification(self, success: u16) -> Self {
        Self {
            failure: 500,
            success,
            ..self
        }
    }

    /// A provider's call, which carries no signature of ours.
    pub fn is_notification(&self) -> bool {
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
    /// What was struck.
    struck: Option<String>,
    answer: Answer,
    took: Duration,
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
    faults: &'a dyn Faults,
    /// The statuses that the contract declares for each operation.
    declared: BTreeMap<String, BTreeSet<String>>,
    /// How often each operation that was tried was struck.
    covered: RefCell<BTreeMap<&'static str, usize>>,
    names: Cell<u32>,
    problems: RefCell<Vec<String>>,
}

/// What a walk has found.
pub struct Found {
    /// What was wrong.
    pub problems: Vec<String>,
    /// How often each operation that was tried was struck.
    pub struck: BTreeMap<&'static str, usize>,
}

impl<'a> Walk<'a> {
    pub fn new(t: &'a TestApp, faults: &'a dyn Faults, admin: Member<'a>) -> Self {
        Self {
            t,
            admin,
            faults,
            declared: declared(),
            covered: RefCell::default(),
            names: Cell::new(0),
            problems: RefCell::default(),
        }
    }

    pub fn found(self) -> Found {
        Found {
            problems: self.problems.into_inner(),
            struck: self.covered.into_inner(),
        }
    }

    /// A name that nothing else has.
    pub fn name(&self, of: &str) -> String {
        self.names.set(self.names.get() + 1);
        format!("{of}_{}", self.names.get())
    }

    /// Makes the call until it is not struck: at the first time that it asks, at the second, and so on. Each time it is
    /// prepared anew, so that it has everything to do.
    pub async fn persist(&self, operation: Operation, mut prepare: impl AsyncFnMut() -> Call) {
        self.covered.borrow_mut().entry(operation.name).or_default();
        let (mut n, mut failures) = (1, Vec::new());
        for _ in 0..MAX_ATTEMPTS {
            let call = prepare().await;
            assert!(operation.fits(&call), "{} {}", operation.name, call.target);
            let attempt = self.attempt(&operation, call, n).await;
            self.check(&operation, n, &attempt);
            if attempt.struck.is_none() {
                for (n, failed) in &failures {
                    let partial = partial_change(&operation, failed, &attempt);
                    self.tell(&operation, *n, failed, partial.as_slice());
                }
                *self.covered.borrow_mut().entry(operation.name).or_default() += failures.len();
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
        self.faults.may_miss()
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
        wrong.extend(self.undeclared(operation, &attempt.answer));
        wrong.extend((attempt.took > TIMEOUT).then(|| format!("it takes {:?}", attempt.took)));
        match &attempt.struck {
            Some(struck) if !self.missed(operation, attempt) => {
                wrong.extend(self.faults.problem(operation, struck, &attempt.answer));
            }
            _ => wrong.extend(failed(operation, &attempt.answer)),
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
        let problem = format!("{name} at {n}: {wrong}\n    {told}");
        self.problems.borrow_mut().push(problem);
    }

    /// A status that the contract does not declare.
    fn undeclared(&self, operation: &Operation, answer: &Answer) -> Option<String> {
        let status = answer.status.as_str();
        let is_declared = self.declared[operation.name].contains(status);
        (!is_declared).then(|| format!("it does not declare {status}"))
    }

    async fn attempt(&self, operation: &Operation, call: Call, n: u32) -> Attempt {
        let before = Snapshot::take(self.t);
        let signed = if operation.is_notification() {
            call.clone()
        } else {
            call.clone().signed_now(self.t)
        };
        let began = Instant::now();
        self.faults.arm(n);
        let answer = self.send(operation, signed.clone()).await;
        let took = began.elapsed();
        let struck = self.faults.disarm();
        let attempt = Attempt {
            struck,
            answer,
            took,
            before,
            after: Snapshot::take(self.t),
        };
        let wrong = self.afterwards(operation, (call, signed), &attempt).await;
        self.tell(operation, n, &attempt, wrong.as_slice());
        attempt
    }

    async fn send(&self, operation: &Operation, call: Call) -> Answer {
        if operation.is_notification() {
            self.t.send_plain(call).await
        } else {
            self.t.send(call).await
        }
    }

    /// What is wrong with the call when it comes once more.
    async fn afterwards(
        &self,
        operation: &Operation,
        (call, signed): (Call, Call),
        attempt: &Attempt,
    ) -> Option<String> {
        let succeeded = attempt.answer.status == operation.success;
        match self.faults.afterwards() {
            Afterwards::Replayed if succeeded && !operation.is_notification() => {
                let replay = self.t.send(signed).await;
                let is_known = replay.status == 401 && replay.error() == "nonce_replay";
                (!is_known).then(|| format!("its replay is answered {}", replay.text()))
            }
            Afterwards::Repeated if attempt.struck.is_some() => {
                // What a provider has said is good for three seconds.
                self.t.clock.advance(3_000);
                let answer = self.send(operation, call).await;
                failed(operation, &answer).map(|wrong| format!("the next time {wrong}"))
            }
            _ => None,
        }
    }
}

/// The statuses that the contract declares for each operation.
fn declared() -> BTreeMap<String, BTreeSet<String>> {
    let document = serde_json::to_value(yingku::server::openapi::document()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let all = paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(move |(method, operation)| {
            let statuses = operation["responses"].as_object().unwrap().keys();
            let name = format!("{} {path}", method.to_uppercase());
            (name, statuses.cloned().collect())
        })
    });
    all.collect()
}

/// A call that is meant to succeed does not.
fn failed(operation: &Operation, answer: &Answer) -> Option<String> {
    let succeeds = answer.status == operation.success;
    (!succeeds).then(|| format!("it does not succeed: {}", answer.text()))
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
