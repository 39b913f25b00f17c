//! Building blocks for all modules: clock, ids, random bytes, derived keys, times, money, networks, enumerations,
//! roles, permissions, spans, and an HTTP client. Nothing here uses the database or handles requests.

pub mod address;
pub mod clock;
pub mod disk;
pub mod enums;
pub mod ids;
pub mod keys;
pub mod kinds;
pub mod money;
pub mod network;
pub mod outgoing;
pub mod pay_channel;
pub mod random;
pub mod role;
pub mod span;
pub mod threads;
pub mod time;
pub mod values;
pub mod workers;
