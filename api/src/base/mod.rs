//! What everything else may use: the clock, ids, random bytes, derived keys, times, money, networks,
//! enumerations, and the words of roles and permissions. Nothing here asks the database or answers calls; enumerations
//! say how they are written in both.

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
pub mod values;
