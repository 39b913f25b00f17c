//! Log lines of a test, for the test to read.

use tracing::Dispatch;
use tracing::subscriber::{DefaultGuard, NoSubscriber, Subscriber, set_default};

/// As long as it lives, the log lines of this thread go to one subscriber.
pub struct Listening {
    _lines: DefaultGuard,
    /// With a second one about, whether a line is wanted is asked of all, and not of the thread that comes by first.
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
