//! The command line, and nothing else.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::base::role::{Permission, Role};

/// Yingku 映库: a catalogue's API, site and tools in one program.
#[derive(Debug, Parser)]
#[command(name = "yingku", version, about, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the site and the API.
    Serve(ServeArgs),
    /// Bring the database up to date.
    Migrate,
    /// Read works from a file of one JSON object a line (also .gz, .zst; `-` is standard input).
    Import(ImportArgs),
    /// Fill the catalogue with made-up works.
    Demo(DemoArgs),
    /// Look after the works index.
    #[command(subcommand)]
    Index(IndexCommand),
    /// Look after users.
    #[command(subcommand)]
    User(UserCommand),
    /// Look after activation codes.
    #[command(subcommand)]
    Codes(CodesCommand),
    /// Look after payment.
    #[command(subcommand)]
    Pay(PayCommand),
    /// Write openapi.yaml to standard output.
    Openapi,
    /// Print a signed curl line for a call to the running service.
    Sign(SignArgs),
    /// Look after the settings.
    #[command(subcommand)]
    Config(ConfigCommand),
}

/// Payment.
#[derive(Debug, Subcommand)]
pub enum PayCommand {
    /// Take back what orders of the sandbox gave; `PAY_MODE=live` does not start before.
    VoidSandbox,
}

/// How to serve.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Also bring a SQLite database up to date first (PostgreSQL: run `yingku migrate` once instead).
    #[arg(long, default_value_t = true, action = clap::ArgAction::Set)]
    pub migrate: bool,
}

/// What to import.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// The file, or `-`.
    pub file: PathBuf,
    /// Stop at the first refused line and change nothing.
    #[arg(long)]
    pub strict: bool,
    /// Replace the fields that operators have set, too.
    #[arg(long)]
    pub override_curated: bool,
}

/// How much to make up.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// How many works.
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..=20_000_000))]
    pub works: u64,
    /// Another seed makes another catalogue.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Do nothing when the catalogue has works already.
    #[arg(long)]
    pub if_empty: bool,
    /// Write the works to standard output as lines for `yingku import`, and nothing to the database.
    #[arg(long, conflicts_with = "if_empty")]
    pub print: bool,
}

/// What to do with the index.
#[derive(Debug, Subcommand)]
pub enum IndexCommand {
    /// Build it anew from the database.
    Rebuild,
    /// Compare it with the database, work by work; exits 1 when they differ.
    Verify,
}

/// What to sign.
#[derive(Debug, Args)]
pub struct SignArgs {
    /// GET, POST, …
    pub method: String,
    /// Address with query, such as `http://127.0.0.1:8080/prod-api/v2/works/detail/list?pageSize=32`.
    pub url: String,
    /// JSON body.
    #[arg(long)]
    pub body: Option<String>,
}

/// What to do with users.
#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Make a user; prints a fresh password unless one is given.
    Create(CreateUserArgs),
    /// List users, one a line: id, name, group, role, state, time of registration.
    List,
    /// Give a user another password and end their sessions; prints a fresh one unless one is given.
    SetPassword(SetPasswordArgs),
    /// Give a user a role, permissions beside it, or days of VIP.
    Grant(GrantArgs),
    /// Keep a user from signing in, and end their sessions.
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

/// Which user to make.
#[derive(Debug, Args)]
pub struct CreateUserArgs {
    /// The name: 6 to 32 letters, digits, `_`, `-`, `.` or Chinese characters.
    pub name: String,
    /// Security email; may be left out.
    #[arg(long)]
    pub email: Option<String>,
    /// What they are among the operators.
    #[arg(long, value_enum, default_value_t = Role::Member)]
    pub role: Role,
    /// Read the password from the first line of standard input, where no list of processes shows it.
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

/// What to give to whom.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("gift").required(true).multiple(true))]
pub struct GrantArgs {
    /// The user's name.
    pub name: String,
    /// What they are among the operators.
    #[arg(long, value_enum, group = "gift")]
    pub role: Option<Role>,
    /// All permissions beside the role's, separated by commas; none takes away what there are.
    #[arg(long, value_enum, value_delimiter = ',', num_args = 0.., group = "gift")]
    pub permissions: Option<Vec<Permission>>,
    /// Days of VIP, after what there is left; 0 ends it.
    #[arg(long, value_parser = clap::value_parser!(i32).range(0..=36_500), group = "gift")]
    pub vip_days: Option<i32>,
}

/// What to do with activation codes.
#[derive(Debug, Subcommand)]
pub enum CodesCommand {
    /// Make codes and print them, one a line. They are shown this once: the database does not keep them.
    Generate(GenerateCodesArgs),
    /// List codes, one a line: id, last four letters, batch, days, state, when made, when used.
    List(ListCodesArgs),
    /// Revoke codes that nobody has used.
    Revoke(RevokeCodesArgs),
}

/// Which codes to make.
#[derive(Debug, Args)]
pub struct GenerateCodesArgs {
    /// Id or name of the plan that each code stands for.
    #[arg(long)]
    pub plan: String,
    /// How many.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub count: u32,
    /// A name for those that are made together, of letters, digits, _ and -; made up unless it is given.
    #[arg(long, value_parser = batch_name)]
    pub batch: Option<String>,
    /// Days in which they have to be used; for ever unless it is given.
    #[arg(long, value_parser = clap::value_parser!(i64).range(1..=36_500))]
    pub valid_days: Option<i64>,
    /// Write them to a new file that only you can read, instead of standard output.
    #[arg(long)]
    pub output: Option<PathBuf>,
}

fn batch_name(text: &str) -> Result<String, &'static str> {
    if crate::vip::codes::batches::is_name(text) {
        Ok(text.to_owned())
    } else {
        Err("1 to 40 letters, digits, _ or -")
    }
}

/// Which codes to list.
#[derive(Debug, Args)]
pub struct ListCodesArgs {
    /// Only those that were made together.
    #[arg(long)]
    pub batch: Option<String>,
}

/// Which codes to revoke.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("which").required(true))]
pub struct RevokeCodesArgs {
    /// Ids, as they are listed.
    #[arg(group = "which")]
    pub ids: Vec<i64>,
    /// All that were made together.
    #[arg(long, group = "which", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub batch: Option<String>,
}

/// What to do with the settings.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print `.env.example`.
    Example,
    /// Make `.env` with fresh secrets unless there is one.
    Init,
    /// Check the settings and say what is wrong with them.
    Check,
}
