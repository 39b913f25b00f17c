//! The commands of users.

use clap::{Args, Subcommand};
use yingku_base::role::{Permission, Role};

/// What to do with users.
#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Create a user; prints a generated password if none is given.
    Create(CreateUserArgs),
    /// List users, one per line: id, name, group, role, state, registration time.
    List,
    /// Set a user's password and end their sessions; prints a generated one if none is given.
    SetPassword(SetPasswordArgs),
    /// Give a user a role, additional permissions, or days of VIP.
    Grant(GrantArgs),
    /// Disable a user and end their sessions.
    Disable(UserArgs),
    /// Let a disabled user sign in again.
    Enable(UserArgs),
}

/// Which user.
#[derive(Debug, Args)]
pub struct UserArgs {
    /// The user's name.
    pub name: String,
}

/// The new user.
#[derive(Debug, Args)]
pub struct CreateUserArgs {
    /// The name: 6 to 32 letters, digits, `_`, `-`, `.` or Chinese characters.
    pub name: String,
    /// Security email; optional.
    #[arg(long)]
    pub email: Option<String>,
    /// Their role.
    #[arg(long, value_enum, default_value_t = Role::Member)]
    pub role: Role,
    /// Read the password from the first line of standard input, so that no process list shows it.
    #[arg(long)]
    pub password_stdin: bool,
}

/// Whose password to set.
#[derive(Debug, Args)]
pub struct SetPasswordArgs {
    /// The user's name.
    pub name: String,
    /// Read the password from the first line of standard input.
    #[arg(long)]
    pub password_stdin: bool,
}

/// What to grant, and to whom.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("gift").required(true).multiple(true))]
pub struct GrantArgs {
    /// The user's name.
    pub name: String,
    /// Their role.
    #[arg(long, value_enum, group = "gift")]
    pub role: Option<Role>,
    /// All permissions in addition to the role, separated by commas; an empty list removes them.
    #[arg(long, value_enum, value_delimiter = ',', num_args = 0.., group = "gift")]
    pub permissions: Option<Vec<Permission>>,
    /// Days of VIP to add; 0 ends VIP.
    #[arg(long, value_parser = clap::value_parser!(i32).range(0..=36_500), group = "gift")]
    pub vip_days: Option<i32>,
}
