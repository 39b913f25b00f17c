//! One operation after the other with a failing dependency: once for every time that it uses it.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::whole::{self, Snapshot};
use crate::support::TestApp;
use crate::support::client::{Answer, Call};
use crate::support::member::Member;

/// An upper bound of uses per request.
const MAX_ATTEMPTS: u32 = 200;
/// The time limit of a response, whatever fails.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A failing dependency: the database, the shared store, a provider, the index.
pub trait Faults {
    /// Fails the `n`-th use from now on.
    fn arm(&self, n: u32);

    /// Stops failing, and returns what failed, if there were that many uses.
    fn disarm(&self) -> Option<String>;

    /// What is wrong with the response to a request that hit the fault.
    fn problem(&self, operation: &Operation, struck: &str, answer: &Answer) -> Option<String>;

    /// Whether a background thread may have hit the fault instead of the request.
    fn may_miss(&self) -> bool {
        false
    }

    /// What happens with the request afterwards.
    fn afterwards(&self) -> Afterwards {
        Afterwards::Nothing
    }
}

/// What happens with a request after an attempt.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Afterwards {
    /// Each attempt is a new request.
    Nothing,
    /// A successful one is sent again unchanged, and rejected as a replay.
    Replayed,
    /// A failed one is retried, and succeeds.
    Repeated,
}

/// An operation as named in the contract, and its allowed outcomes under faults.
pub struct Operation {
    pub name: &'static str,
    /// Its action in the audit log.
    logged: Option<&'static str>,
    /// The status when the database fails.
    pub failure: u16,
    /// The status when the provider is unavailable. The sandbox's statements fail as well.
    pub provider_away: Option<u16>,
    /// It uses several transactions, so that a failure in between leaves the first ones.
    in_steps: bool,
    /// Its last success status.
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

    /// It queries the provider; when that is unavailable the status is 200 if it works without, otherwise 422.
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

    /// A provider's notification, which has the provider's own response format.
    pub fn notification(self, success: u16) -> Self {
        Self {
            failure: 500,
            success,
            ..self
        }
    }

    /// A provider's request, which has no AV1 signature.
    pub fn is_notification(&self) -> bool {
        self.failure == 500
    }

    /// Whether the request is of this operation.
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
    /// What failed.
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
            "fault at {struck:?}, status {status} {}, changed {changed:?}",
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
    /// The faults injected per operation.
    covered: RefCell<BTreeMap<&'static str, usize>>,
    names: Cell<u32>,
    problems: RefCell<Vec<String>>,
}

/// The result of a walk.
pub struct Found {
    /// The violations.
    pub problems: Vec<String>,
    /// The faults injected per operation.
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

    /// A unique name.
    pub fn name(&self, of: &str) -> String {
        self.names.set(self.names.get() + 1);
        format!("{of}_{}", self.names.get())
    }

    /// Repeats the request with the fault at the first use, the second, and so on, until none is hit. Each time it is
    /// prepared again, so that it has everything to do.
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
                    self.report(&operation, *n, failed, partial.as_slice());
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

    /// Whether a background thread hit the fault at the same moment instead.
    fn missed(&self, operation: &Operation, attempt: &Attempt) -> bool {
        let status = attempt.answer.status.as_u16();
        self.faults.may_miss()
            && status == operation.success
            && operation.provider_away != Some(status)
    }

    /// Checks an attempt and everything that is stored.
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
        self.report(operation, n, attempt, &wrong);
    }

    /// Records what is wrong with an attempt.
    fn report(&self, operation: &Operation, n: u32, attempt: &Attempt, wrong: &[String]) {
        if wrong.is_empty() {
            return;
        }
        let (name, description) = (operation.name, attempt.describe());
        let wrong = wrong.join("; ");
        let problem = format!("{name} at {n}: {wrong}\n    {description}");
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
        self.report(operation, n, &attempt, wrong.as_slice());
        attempt
    }

    async fn send(&self, operation: &Operation, call: Call) -> Answer {
        if operation.is_notification() {
            self.t.send_plain(call).await
        } else {
            self.t.send(call).await
        }
    }

    /// What is wrong with the repeated request.
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
                (!is_known).then(|| format!("the response to its replay is {}", replay.text()))
            }
            Afterwards::Repeated if attempt.struck.is_some() => {
                // A provider's response is cached for three seconds.
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
    let document = serde_json::to_value(yingku_server::openapi::document()).unwrap();
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

/// A request that should succeed does not.
fn failed(operation: &Operation, answer: &Answer) -> Option<String> {
    let succeeds = answer.status == operation.success;
    (!succeeds).then(|| format!("it does not succeed: {}", answer.text()))
}

/// A failed request has changed nothing, or everything that a successful one changes.
fn partial_change(operation: &Operation, failed: &Attempt, good: &Attempt) -> Option<String> {
    let (changed, whole) = (failed.changed(), good.changed());
    let is_partial = !changed.is_empty() && changed != whole && !operation.in_steps;
    is_partial.then(|| format!("it changes only a part of {whole:?}"))
}

/// Each operator's change is audited once, and nothing else is.
fn log_problem(operation: &Operation, attempt: &Attempt) -> Option<String> {
    let new = attempt.after.new_entries(&attempt.before);
    let expected: &[&str] = match &operation.logged {
        Some(action) if !attempt.changed().is_empty() => &[action],
        _ => &[],
    };
    (new != expected).then(|| format!("the log has {new:?} instead of {expected:?}"))
}

/// The id in a successful response's `data`.
pub fn id_of(data: &Value) -> String {
    data["id"].as_str().unwrap().to_owned()
}
