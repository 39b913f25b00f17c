//! The collect interface of a MacCMS site.

use std::io::Cursor;

use yingku_formats::maccms::{open, page_count};
use yingku_formats::{Options, Source as _};

use super::client::Client;
use super::{Page, Site};

/// Where the interface is, unless the address says it.
const PATH: &str = "/api.php/provide/vod/";
/// Parameters that the import sets.
const OWN: [&str; 4] = ["ac", "pg", "h", "ids"];

/// A MacCMS site.
pub(super) struct Maccms {
    /// The interface, without those parameters.
    address: String,
    hours: Option<u32>,
    options: Options,
}

impl Maccms {
    pub(super) fn new(url: &str, hours: Option<u32>, channel: Option<String>) -> Self {
        Self {
            address: interface(url),
            hours,
            options: Options {
                channel,
                ..Options::default()
            },
        }
    }

    fn page_address(&self, page: u64) -> String {
        let hours = self.hours.map(|hours| format!("&h={hours}"));
        format!(
            "{}ac=videolist&pg={page}{}",
            self.address,
            hours.unwrap_or_default()
        )
    }
}

/// The address of the interface, up to where parameters follow.
fn interface(url: &str) -> String {
    let (head, query) = url.split_once('?').unwrap_or((url, ""));
    let head = match head.contains("api.php") {
        true => head.to_owned(),
        false => format!("{}{PATH}", head.trim_end_matches('/')),
    };
    let kept = query.split('&').filter(|pair| {
        let name = pair.split('=').next().unwrap_or_default();
        !name.is_empty() && !OWN.contains(&name)
    });
    let kept: String = kept.map(|pair| format!("{pair}&")).collect();
    format!("{head}?{kept}")
}

impl Site for Maccms {
    fn page(&mut self, client: &Client, page: u64) -> Result<Page, String> {
        let answer = client.get(&self.page_address(page))?;
        let last = page_count(&answer);
        let films = open(Cursor::new(answer), &self.options);
        let mut films = films.map_err(|error| error.to_string())?;
        let mut entries = Vec::new();
        while let Some(entry) = films.next_entry().map_err(|error| error.to_string())? {
            entries.push(entry);
        }
        Ok(Page { entries, last })
    }

    fn left_out(&self) -> Option<&'static str> {
        Some("descriptions, and play addresses other than the first playlist, are not used")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interface_is_found_and_other_parameters_stay() {
        let of = |url: &str, hours| Maccms::new(url, hours, None).page_address(3);
        assert_eq!(
            of("https://films.example/", None),
            "https://films.example/api.php/provide/vod/?ac=videolist&pg=3"
        );
        assert_eq!(
            of(
                "https://films.example/api.php/provide/vod/at/xml?ac=list&t=4&pg=9",
                Some(24)
            ),
            "https://films.example/api.php/provide/vod/at/xml?t=4&ac=videolist&pg=3&h=24"
        );
    }
}
