//! Captures the log lines of a test.

use tracing::Dispatch;
use tracing::subscriber::{DefaultGuard, NoSubscriber, Subscriber, set_default};

/// While it lives, the log lines of this thread go to one subscriber.
pub struct Listening {
    _lines: DefaultGuard,
    /// With a second subscriber, interest in a line is asked of all, and not only of the first thread's.
    _other: Dispatch,
}

/// Sends the log lines of this thread to `subscriber`.
pub fn listen(subscriber: impl Subscriber + Send + Sync + 'static) -> Listening {
    let other = Dispatch::new(NoSubscriber::new());
    Listening {
        _lines: set_default(subscriber),
        _other: other,
    }
}
