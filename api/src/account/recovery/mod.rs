//! Forgotten passwords (R7.15 to R7.18). A recovery code sets a new password: the one that the member has written down,
//! or one that was mailed to the security email. Codes are random, so a stored hash of one round is enough, and trying
//! them out leads nowhere.

mod code;
mod forms;
mod mails;
pub mod personal_data;
mod queries;
pub mod routes;

pub use code::{NewRecoveryCode, RecoveryCode};
pub use queries::{forget_all, renew};
