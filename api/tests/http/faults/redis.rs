//! The shared store of nonces, captchas and limits. While it is unavailable single-use values are rejected, and limits
//! count per process.

use super::walk::{Afterwards, Faults, Operation};
use super::{try_every_operation, writes};
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::redis::TestRedis;
use crate::support::redis_faults::{FaultMode, RedisFaults};

/// Single-use values.
const USED_ONCE: [&str; 2] = ["nonce", "captcha"];

impl Faults for RedisFaults {
    fn arm(&self, n: u32) {
        self.inject_at(n);
    }

    fn disarm(&self) -> Option<String> {
        self.stop_injecting()
    }

    /// Without the store a reuse cannot be excluded, so the request gets a retryable error; limits work without it.
    fn problem(&self, operation: &Operation, struck: &str, answer: &Answer) -> Option<String> {
        let reported = (answer.status.as_u16(), answer.header("retry-after"));
        if !USED_ONCE.contains(&struck) {
            let succeeds = answer.status == operation.success;
            return (!succeeds).then(|| "it needs the limit".to_owned());
        }
        let is_reported = reported == (503, "1") && answer.error() == "busy";
        (!is_reported).then(|| "it has no retry-after".to_owned())
    }

    fn afterwards(&self) -> Afterwards {
        Afterwards::Replayed
    }
}

async fn struck(manner: FaultMode, time: &str) {
    let redis = TestRedis::start();
    let faults = RedisFaults::before(&redis.socket(), manner);
    let settings = [("REDIS_URL", &*faults.url()), ("REDIS_TIMEOUT_MS", time)];
    let t = TestApp::with(&settings).await;
    let found = try_every_operation(&t, &faults).await;
    // Every request is counted, and every signed one has a nonce.
    let few: Vec<String> = writes()
        .into_iter()
        .filter(|operation| {
            let min = 1 + usize::from(!operation.contains("/notify/"));
            found.struck[operation.as_str()] < min
        })
        .collect();
    assert!(few.is_empty(), "not struck: {few:?}");
}

#[actix_web::test]
async fn commands_lost_before_redis_leave_everything_consistent() {
    struck(FaultMode::Rejected, "5000").await;
}

#[actix_web::test]
async fn lost_redis_replies_leave_everything_consistent() {
    struck(FaultMode::AnswerLost, "5000").await;
}

#[actix_web::test]
async fn late_redis_replies_leave_everything_consistent() {
    struck(FaultMode::AnswerLate, "400").await;
}
