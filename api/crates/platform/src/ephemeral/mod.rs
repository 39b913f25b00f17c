//! State that lives for minutes: used ids (nonces, captchas) and rate limits. It is kept in this process, or in a Redis
//! that instances share if `REDIS_URL` is set.
//!
//! [`Ephemeral`] creates a [`Once`] or a [`Limit`] for each purpose. While Redis is down, a [`Once`] returns
//! [`Seen::Unavailable`], because it is unknown whether an id was used, and a [`Limit`] counts in this process only.

mod address;
mod limit;
mod memory;
mod once;
mod quota;
mod redis;
mod seen;
mod store;

pub use address::RedisAddress;
pub use limit::{InstanceQuota, Limit, ServiceClock};
pub use once::Once;
pub use quota::{at_least_one, quota};
pub use seen::Seen;
pub use store::Ephemeral;
