//! The arguments of `yingku check`.

use clap::Args;
use yingku_base::enums::parse_enum;
use yingku_catalogue::works::completeness::Lack;

/// What to check.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Only some of cover, links, length, date, cast, stream and files, separated by commas.
    #[arg(long, value_delimiter = ',', value_parser = lack)]
    pub only: Vec<Lack>,
    /// Most examples of each.
    #[arg(long, default_value_t = 5)]
    pub examples: usize,
}

fn lack(word: &str) -> Result<Lack, &'static str> {
    parse_enum(word).ok_or("cover, links, length, date, cast, stream or files")
}
