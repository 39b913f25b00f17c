//! Facts that live for minutes: used nonces. In memory of this process; with several instances, the
//! load balancer sends one client key to one instance (see `deploy/`).

mod memory;

pub use memory::MemoryReplays;

/// What a store says to an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Never before.
    Fresh,
    /// Used already.
    Replay,
    /// No room; a live id is never forgotten to make some.
    Busy,
}

/// Remembers ids for a while.
pub trait ReplayStore: Send + Sync {
    /// Takes in `id`, which must be remembered for the store's whole window from `now_ms` on.
    fn put(&self, id: u128, now_ms: i64) -> Seen;
}
