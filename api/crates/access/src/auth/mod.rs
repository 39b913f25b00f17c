//! Authentication and authorization: signed requests ([`signing`]), access tokens, users and their level, and the
//! extractors that handlers take ([`caller`]).

pub mod access_token;
pub mod caller;
pub mod level;
pub mod permission;
pub mod personal_data;
pub mod program_key;
pub mod signing;
pub mod user_name;
pub mod users;
