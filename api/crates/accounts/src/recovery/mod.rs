//! Forgotten passwords (R7.15 to R7.18). A recovery code sets a new password: either the one the member wrote down, or
//! one mailed to the security email. Codes are random, so one round of hashing suffices, and guessing them is hopeless.

mod code;
mod forms;
mod mails;
pub mod personal_data;
mod queries;
pub mod routes;

pub use code::{NewRecoveryCode, RecoveryCode};
pub use queries::{invalidate_codes, renew};
