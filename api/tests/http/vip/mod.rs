//! VIP: what is for sale, and who is given what.

mod activation;
mod codes_command;
mod grants;
