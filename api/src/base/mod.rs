//! What everything else may use: the clock, ids, random bytes, derived keys, times, money, networks,
//! enumerations, and the words of roles and permissions. Nothing here knows the database or HTTP.

pub mod address;
pub mod clock;
pub mod enums;
pub mod ids;
pub mod keys;
pub mod money;
pub mod network;
pub mod random;
pub mod role;
pub mod time;
