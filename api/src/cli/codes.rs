//! The commands of activation codes.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// What to do with activation codes.
#[derive(Debug, Subcommand)]
pub enum CodesCommand {
    /// Create codes and print them, one per line. They are shown only once: the database stores their hashes.
    Generate(GenerateCodesArgs),
    /// List codes, one per line: id, last four letters, batch, days, state, creation time, use time.
    List(ListCodesArgs),
    /// Revoke unused codes.
    Revoke(RevokeCodesArgs),
}

/// The new codes.
#[derive(Debug, Args)]
pub struct GenerateCodesArgs {
    /// Id or name of the plan of the codes.
    #[arg(long)]
    pub plan: String,
    /// How many.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub count: u32,
    /// Batch name: letters, digits, _ and -; generated if not given.
    #[arg(long, value_parser = batch_name)]
    pub batch: Option<String>,
    /// Days until they expire; default: never.
    #[arg(long, value_parser = clap::value_parser!(i64).range(1..=36_500))]
    pub valid_days: Option<i64>,
    /// Write them to a new file that only you can read, instead of standard output.
    #[arg(long)]
    pub output: Option<PathBuf>,
}

fn batch_name(text: &str) -> Result<String, &'static str> {
    if yingku_commerce::vip::codes::batches::is_name(text) {
        Ok(text.to_owned())
    } else {
        Err("1 to 40 letters, digits, _ or -")
    }
}

/// Which codes to list.
#[derive(Debug, Args)]
pub struct ListCodesArgs {
    /// Only this batch.
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
    /// A whole batch.
    #[arg(long, group = "which", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub batch: Option<String>,
}
