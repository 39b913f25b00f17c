//! State that lives for minutes: used ids (nonces, captchas) and rate limits. It is kept in this process, or in a Redis
//! that instances share if `REDIS_URL` is set.
//!
//! [`Ephemeral`] creates a [`UsedIds`] or a [`Limit`] for each purpose. While Redis is down, a [`UsedIds`] returns
//! [`IdStatus::Unavailable`], because it is unknown whether an id was used, and a [`Limit`] counts in this process only.

mod address;
mod id_status;
mod limit;
mod memory;
mod quota;
mod redis;
mod store;
mod used_ids;

pub use address::RedisAddress;
pub use id_status::IdStatus;
pub use limit::{InstanceQuota, Limit, ServiceClock};
pub use quota::{at_least_one, quota};
pub use store::Ephemeral;
pub use used_ids::UsedIds;
