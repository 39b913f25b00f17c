//! State that lives for minutes: used ids (nonces, captchas) and rate limits. It is kept in this process, or in a Redis
//! that instances share if `REDIS_URL` is set.
//!
//! [`Ephemeral`] creates a [`UsedIds`], a [`Limit`] or a [`Presence`] for each purpose. While Redis is down, a [`UsedIds`]
//! returns [`IdStatus::Unavailable`], because it is unknown whether an id was used, a [`Limit`] counts in this process only,
//! and a [`Presence`] is empty.

mod address;
mod id_status;
mod limit;
mod memory;
mod presence;
mod quota;
mod redis;
mod store;
mod used_ids;

pub use address::RedisAddress;
pub use id_status::IdStatus;
pub use limit::{InstanceQuota, Limit, ServiceClock};
pub use presence::Presence;
pub use quota::{at_least_one, quota};
pub use store::Ephemeral;
pub use used_ids::UsedIds;
