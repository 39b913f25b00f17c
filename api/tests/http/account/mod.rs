//! Accounts: registration, login, tokens, sessions and the member's own data.

mod captcha;
mod command;
mod limits;
mod login;
mod own;
mod recovery;
mod refresh;
mod register;
mod tokens;
