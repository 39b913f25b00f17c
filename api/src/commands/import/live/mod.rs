//! Works of a running site, which are read page by page.

mod client;
mod maccms;
mod stash;

use std::collections::VecDeque;

use anyhow::bail;
use yingku_formats::{Entry, Error, Place, Source};
use yingku_platform::config::stash_api_key;

use crate::cli::ImportArgs;
use client::Client;

/// A page of a site.
struct Page {
    entries: Vec<Entry>,
    /// The number of the last page, if the site says it.
    last: Option<u64>,
}

/// A kind of site.
trait Site: Send {
    /// Reads a page, from 1.
    fn page(&mut self, client: &Client, page: u64) -> Result<Page, String>;

    /// What is not read, in one sentence.
    fn left_out(&self) -> Option<&'static str> {
        None
    }
}

/// The works of a site.
struct Live {
    site: Box<dyn Site>,
    client: Client,
    /// The page to read next.
    next: u64,
    last: Option<u64>,
    waiting: VecDeque<Entry>,
    read: u64,
}

/// Opens the site that `args` name, and reads its first page.
pub(super) fn open(
    args: &ImportArgs,
    url: &str,
    channel: Option<String>,
) -> anyhow::Result<Box<dyn Source>> {
    let is_address = url.starts_with("https://") || url.starts_with("http://");
    if !is_address {
        bail!("{url} is not an address: it begins with https:// or http://");
    }
    let mut client = Client::new(args.pause, args.allow_private);
    let site: Box<dyn Site> = match args.path.to_str() {
        Some("maccms") => Box::new(maccms::Maccms::new(url, args.hours, channel)),
        Some("stash") => {
            client = client.with_key(stash_api_key());
            let with_covers = !args.dry_run && args.pictures != crate::cli::Pictures::None;
            Box::new(stash::Stash::new(url, channel, with_covers)?)
        }
        _ => bail!("before an address stands what it is: import maccms URL, import stash URL"),
    };
    let mut live = Live {
        site,
        client,
        next: args.from_page,
        last: None,
        waiting: VecDeque::new(),
        read: 0,
    };
    live.fill()?;
    Ok(Box::new(live))
}

impl Live {
    /// Reads the next page.
    fn fill(&mut self) -> Result<(), Error> {
        let number = self.next;
        let page = self.site.page(&self.client, number);
        let page = page.map_err(|why| {
            let text = format!("page {number}: {why}\nTo go on there: --from-page {number}");
            Error::Damaged(text.into())
        })?;
        self.next += 1;
        self.last = match page.entries.is_empty() {
            true => Some(number),
            false => page.last,
        };
        self.waiting = page.entries.into();
        Ok(())
    }
}

impl Source for Live {
    fn next_entry(&mut self) -> Result<Option<Entry>, Error> {
        while self.waiting.is_empty() {
            if self.last.is_some_and(|last| self.next > last) {
                return Ok(None);
            }
            self.client.pause();
            self.fill()?;
        }
        self.read += 1;
        Ok(self.waiting.pop_front().map(|entry| Entry {
            place: Place::Entry(self.read),
            ..entry
        }))
    }

    fn about(&self) -> Vec<String> {
        let pages = self.last.map(|last| format!("{last} pages"));
        vec![pages.unwrap_or_else(|| "pages of a site".to_owned())]
    }

    fn left_out(&self) -> Vec<String> {
        self.site
            .left_out()
            .map(str::to_owned)
            .into_iter()
            .collect()
    }

    fn position(&self) -> Option<(u64, u64)> {
        Some((self.next - 1, self.last?))
    }
}
