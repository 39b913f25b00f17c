//! Accounts: registration, login, tokens, sessions and the member's own data.

mod login;
