//! The arguments of `yingku check`.

use clap::Args;
use yingku_base::enums::parse_enum;
use yingku_base::kinds::Lack;

/// What to check.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Only some of cover, links, length, date, cast, stream and files, separated by commas.
    #[arg(long, value_delimiter = ',', value_parser = checked)]
    pub only: Vec<Checked>,
    /// Most examples of each.
    #[arg(long, default_value_t = 5)]
    pub examples: usize,
}

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// Works that lack this.
    Lack(Lack),
    /// Works whose pictures or stream do not exist.
    Files,
}

fn checked(word: &str) -> Result<Checked, &'static str> {
    match word {
        "files" => Ok(Checked::Files),
        _ => parse_enum(word)
            .map(Checked::Lack)
            .ok_or("cover, links, length, date, cast, stream or files"),
    }
}
