//! The films of a file, in whichever of the three forms it has.

use std::io::{Cursor, Read};

use super::raw::Text;
use super::rows::is_table;
use super::wrapper::unwrapped;
use super::{dump, film, page, rows};
use crate::entry::{Entry, Place, Source};
use crate::error::Error;
use crate::options::Options;
use crate::text::{Utf8Reader, decode, encoding_of};
use crate::values::channel::channel;

/// Bytes by which it is recognised what a file is.
const START_BYTES: u64 = 64 * 1024;

/// Films of MacCMS.
pub struct Films {
    films: Kind,
    read: u64,
    recycled: u64,
    channel: Option<&'static str>,
}

enum Kind {
    Page(page::Page),
    Dump(Box<dump::Dump>),
    Rows(Box<rows::Rows>),
}

/// Opens a file with films of MacCMS.
///
/// # Errors
/// It is too large, is none of these, or has only names (`ac=list`).
pub fn open(source: impl Read + Send + 'static, options: &Options) -> Result<Films, Error> {
    let mut source = source;
    let mut start = Vec::new();
    source.by_ref().take(START_BYTES).read_to_end(&mut start)?;
    let (encoding, mark) = encoding_of(&start);
    let text = decode(&start, None);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let is_page = text.starts_with('<') || unwrapped(text).starts_with(['<', '{', '[']);
    let is_table = is_table(text);
    let mut raw = Cursor::new(start).chain(source);
    let channel = options.channel.as_deref().and_then(channel);
    let films = if is_page {
        let page = page::open(raw)?;
        if channel.is_none() && !page.names_channels() {
            return Err(Error::Channel);
        }
        Kind::Page(page)
    } else {
        let mark = u64::try_from(mark).unwrap_or_default();
        std::io::copy(&mut raw.by_ref().take(mark), &mut std::io::sink())?;
        let text: Text = Box::new(Utf8Reader::new(raw, encoding));
        match is_table {
            true => Kind::Rows(Box::new(rows::Rows::open(text)?)),
            false => Kind::Dump(Box::new(dump::Dump::new(text))),
        }
    };
    Ok(Films {
        films,
        read: 0,
        recycled: 0,
        channel,
    })
}

impl Source for Films {
    fn next_entry(&mut self) -> Result<Option<Entry>, Error> {
        let film = loop {
            let film = match &mut self.films {
                Kind::Page(page) => page.next_film(),
                Kind::Dump(dump) => dump.next_film()?,
                Kind::Rows(rows) => rows.next_film()?,
            };
            match film {
                None => return Ok(None),
                Some(film) if film::is_recycled(&film) => self.recycled += 1,
                Some(film) => break film,
            }
        };
        self.read += 1;
        Ok(Some(film::entry(
            &film,
            Place::Entry(self.read),
            self.channel,
        )))
    }

    fn about(&self) -> Vec<String> {
        match &self.films {
            Kind::Page(page) => page.about(),
            Kind::Dump(_) => vec!["a dump of the database of MacCMS".to_owned()],
            Kind::Rows(_) => vec!["the table mac_vod of MacCMS".to_owned()],
        }
    }

    fn left_out(&self) -> Vec<String> {
        let mut sentences = vec![
            "descriptions, and play addresses other than the first playlist, are not used"
                .to_owned(),
        ];
        if let Kind::Dump(dump) = &self.films {
            sentences.extend(dump.left_out());
        }
        if self.recycled > 0 {
            let recycled = self.recycled;
            sentences.push(format!("films in the recycle bin, not read: {recycled}"));
        }
        sentences
    }

    fn position(&self) -> Option<(u64, u64)> {
        match &self.films {
            Kind::Page(page) => Some((self.read, page.total())),
            Kind::Dump(_) | Kind::Rows(_) => None,
        }
    }
}
