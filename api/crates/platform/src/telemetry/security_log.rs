//! Security events as log lines of the target `security`: sign-ins, rejected requests and their reasons. A line has the
//! user's id, a truncated network and the request id, never a typed name or a secret. Each kind of event is rate
//! limited, and the next line says how many were dropped.

use std::sync::atomic::{AtomicU64, Ordering};

use governor::Quota;
use yingku_http_kit::RequestId;
use yingku_http_kit::error::ErrorKind;

use crate::ephemeral::{Ephemeral, InstanceQuota, at_least_one};

/// Lines of one kind per second on average, and in one burst.
const PER_SECOND: u32 = 2;
const AT_ONCE: u32 = 100;

/// A security event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A member has signed in.
    SignedIn,
    /// An operator has signed in.
    OperatorSignedIn,
    /// A forgotten password was replaced.
    Recovered,
    /// A forgotten password of an operator was replaced.
    OperatorRecovered,
    /// Wrong password or recovery code, or no such user.
    SignInFailed,
    /// [`Self::SignInFailed`] for an operator's name.
    OperatorSignInFailed,
    /// A signature, its key or its nonce is invalid.
    SignatureFailed,
    /// The clocks of client and server differ too much.
    TimestampSkew,
    /// The caller lacks the permission.
    Refused,
    /// Rate limited.
    TooMany,
}

impl Event {
    /// Every event with its name.
    const ALL: [(Self, &str); 10] = [
        (Self::SignedIn, "sign_in"),
        (Self::OperatorSignedIn, "operator_sign_in"),
        (Self::Recovered, "recovered"),
        (Self::OperatorRecovered, "operator_recovered"),
        (Self::SignInFailed, "sign_in_failed"),
        (Self::OperatorSignInFailed, "operator_sign_in_failed"),
        (Self::SignatureFailed, "signature_failed"),
        (Self::TimestampSkew, "timestamp_skew"),
        (Self::Refused, "refused"),
        (Self::TooMany, "too_many"),
    ];

    /// The event of an error code. Failed sign-ins are logged where the user is known.
    pub fn of_error(word: &str) -> Option<Self> {
        let kind = ErrorKind::ALL.iter().find(|kind| kind.as_str() == word)?;
        match kind {
            ErrorKind::HeaderMalformed
            | ErrorKind::SignatureMissing
            | ErrorKind::SignatureMismatch
            | ErrorKind::NonceReplay
            | ErrorKind::ClientKeyInvalid => Some(Self::SignatureFailed),
            ErrorKind::TimestampSkew => Some(Self::TimestampSkew),
            ErrorKind::Forbidden
            | ErrorKind::TokenInvalid
            | ErrorKind::SessionEnded
            | ErrorKind::AccountDisabled
            | ErrorKind::PasswordWrong
            | ErrorKind::StreamForbidden => Some(Self::Refused),
            ErrorKind::RateLimited | ErrorKind::ClientKeyRate => Some(Self::TooMany),
            _ => None,
        }
    }
}

/// Writes the lines.
pub struct SecurityLog {
    kinds: Vec<Kind>,
}

struct Kind {
    event: Event,
    word: &'static str,
    lines: InstanceQuota,
    left_out: AtomicU64,
    count: AtomicU64,
}

impl SecurityLog {
    /// A log whose rate limits use the service's clock.
    pub fn new(ephemeral: &Ephemeral) -> Self {
        let quota = Quota::per_second(at_least_one(PER_SECOND)).allow_burst(at_least_one(AT_ONCE));
        let kind = |(event, word)| Kind {
            event,
            word,
            lines: ephemeral.share(quota),
            left_out: AtomicU64::new(0),
            count: AtomicU64::new(0),
        };
        Self {
            kinds: Event::ALL.into_iter().map(kind).collect(),
        }
    }

    /// Each kind of event and its count since the start, logged or not.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let counted = |kind: &Kind| (kind.word, kind.count.load(Ordering::Relaxed));
        self.kinds.iter().map(counted)
    }

    /// Writes a line unless its kind is over the limit. `error` is the error code of the response, or empty; `request`
    /// is `None` for an unreadable request.
    pub fn write(
        &self,
        event: Event,
        user: Option<i64>,
        network: &str,
        error: &str,
        request: Option<RequestId>,
    ) {
        let Some(kind) = self.kinds.iter().find(|kind| kind.event == event) else {
            return;
        };
        kind.count.fetch_add(1, Ordering::Relaxed);
        if kind.lines.check().is_err() {
            kind.left_out.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let left_out = kind.left_out.swap(0, Ordering::Relaxed);
        let event = kind.word;
        let request = request.map(|request| tracing::field::display(request.0));
        tracing::info!(target: "security", event, user, network, error, request, left_out);
    }
}
