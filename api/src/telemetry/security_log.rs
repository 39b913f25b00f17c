//! What happens at the doors, as lines of the target `security`: who signed in, what was refused and why. A line names
//! the user by id and the caller by a cut network; never a name that was typed, nor anything secret. A flood leaves few
//! lines, and the next one says how many were left out.

use std::sync::atomic::{AtomicU64, Ordering};

use governor::Quota;

use crate::ephemeral::{Ephemeral, Share, at_least_one};
use crate::http::error::ErrorKind;

/// Lines of one kind in a second, on average, and at once.
const PER_SECOND: u32 = 2;
const AT_ONCE: u32 = 100;

/// What has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A member has signed in.
    SignedIn,
    /// An operator has signed in.
    OperatorSignedIn,
    /// Another password, or no such user.
    SignInFailed,
    /// The same for an operator's name.
    OperatorSignInFailed,
    /// A signature, its key or its nonce is wrong.
    SignatureFailed,
    /// Somebody may not do what they tried.
    Refused,
    /// Too many calls.
    TooMany,
}

impl Event {
    const ALL: [Self; 7] = [
        Self::SignedIn,
        Self::OperatorSignedIn,
        Self::SignInFailed,
        Self::OperatorSignInFailed,
        Self::SignatureFailed,
        Self::Refused,
        Self::TooMany,
    ];

    const fn word(self) -> &'static str {
        match self {
            Self::SignedIn => "sign_in",
            Self::OperatorSignedIn => "operator_sign_in",
            Self::SignInFailed => "sign_in_failed",
            Self::OperatorSignInFailed => "operator_sign_in_failed",
            Self::SignatureFailed => "signature_failed",
            Self::Refused => "refused",
            Self::TooMany => "too_many",
        }
    }

    /// What a failed call tells, by the word of its error; failed sign-ins are told where the user is known.
    pub fn of_error(word: &str) -> Option<Self> {
        let kind = ErrorKind::ALL.iter().find(|kind| kind.word() == word)?;
        match kind {
            ErrorKind::HeaderMalformed
            | ErrorKind::SignatureMissing
            | ErrorKind::SignatureMismatch
            | ErrorKind::NonceReplay
            | ErrorKind::ClientKeyInvalid => Some(Self::SignatureFailed),
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
    kinds: Vec<(Event, Kind)>,
}

struct Kind {
    lines: Share,
    left_out: AtomicU64,
}

impl SecurityLog {
    /// By the service's time.
    pub fn new(ephemeral: &Ephemeral) -> Self {
        let quota = Quota::per_second(at_least_one(PER_SECOND)).allow_burst(at_least_one(AT_ONCE));
        let kind = |event| {
            let kind = Kind {
                lines: ephemeral.share(quota),
                left_out: AtomicU64::new(0),
            };
            (event, kind)
        };
        Self {
            kinds: Event::ALL.into_iter().map(kind).collect(),
        }
    }

    /// Writes a line, unless there were too many of the kind lately. `error` is the word of the answer, or empty.
    pub fn write(&self, event: Event, user: Option<i64>, network: &str, error: &str) {
        let Some((_, kind)) = self.kinds.iter().find(|(own, _)| *own == event) else {
            return;
        };
        if kind.lines.check().is_err() {
            kind.left_out.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let left_out = kind.left_out.swap(0, Ordering::Relaxed);
        let event = event.word();
        tracing::info!(target: "security", event, user, network, error, left_out);
    }
}
