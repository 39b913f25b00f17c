//! A page of the collect interface, saved as a file: JSON (`ac=videolist` or `ac=detail`) or XML (`at=xml`). Also what programs
//! export of `mac_vod` as JSON or XML, and films one after another.

use std::io::Read;

use serde_json::{Deserializer, Value};

use super::film::channel_of;
use super::play::LISTS;
use super::raw::Film;
use super::wrapper::unwrapped;
use super::xml_rows;
use crate::error::Error;
use crate::text::{decode, excerpt};
use crate::xml::{Element, parse};

/// Largest page, in bytes.
pub const MAX_PAGE_BYTES: u64 = 64 << 20;

/// What the films of a list of names (`ac=list`) do not have.
const DETAILS: [&str; 6] = [
    "vod_pic",
    "vod_actor",
    "vod_director",
    "vod_year",
    "vod_pubdate",
    "vod_content",
];

/// Names of a film's fields in XML, and in JSON.
const NAMES: [(&str, &str); 11] = [
    ("id", "vod_id"),
    ("name", "vod_name"),
    ("subname", "vod_sub"),
    ("type", "type_name"),
    ("pic", "vod_pic"),
    ("year", "vod_year"),
    ("actor", "vod_actor"),
    ("director", "vod_director"),
    ("last", "vod_time"),
    ("note", "vod_remarks"),
    ("des", "vod_content"),
];

/// How many pages there are, as a page says.
pub fn page_count(page: &[u8]) -> Option<u64> {
    let text = decode(page, None);
    let text = unwrapped(&text);
    if text.starts_with('<') {
        let document = parse(text);
        let mut lists = document.roots.iter().flat_map(|root| root.all("list"));
        return lists.find_map(|list| list.attribute("pagecount")?.parse().ok());
    }
    let mut values = Deserializer::from_str(text).into_iter::<Value>();
    let page = values.next()?.ok()?;
    let count = page.get("pagecount")?;
    count.as_u64().or_else(|| count.as_str()?.parse().ok())
}

/// The films of a page.
pub(super) struct Page {
    films: std::vec::IntoIter<Film>,
    total: u64,
    /// It ends early, or is not XML from some place on.
    is_damaged: bool,
    names_channels: bool,
}

/// Reads a page.
pub(super) fn open(source: impl Read) -> Result<Page, Error> {
    let mut bytes = Vec::new();
    source.take(MAX_PAGE_BYTES + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MAX_PAGE_BYTES {
        return Err(Error::too_large(
            format!("the page is larger than {MAX_PAGE_BYTES} bytes"),
            "页面超过 64 MB",
        ));
    }
    let whole = decode(&bytes, None);
    let text = unwrapped(&whole);
    if text.is_empty() {
        let message = excerpt(&whole);
        return Err(Error::damaged(
            format!("the page has only messages of PHP: {message}"),
            format!("页面里只有 PHP 的报错：{message}"),
        ));
    }
    let (films, is_damaged) = match text.starts_with('<') {
        true => films_of_xml(text),
        false => (films_of_json(text)?, false),
    };
    let has_details = |film: &Film| DETAILS.iter().any(|name| film.contains_key(*name));
    if !films.is_empty() && !films.iter().any(has_details) {
        let text = "the page has only names (ac=list): save the one with ac=videolist";
        return Err(Error::damaged(
            text,
            "页面里只有名称（ac=list），请保存 ac=videolist 的页面",
        ));
    }
    Ok(Page {
        total: u64::try_from(films.len()).unwrap_or(u64::MAX),
        names_channels: films.is_empty() || films.iter().any(|film| channel_of(film).is_some()),
        films: films.into_iter(),
        is_damaged,
    })
}

impl Page {
    pub(super) fn next_film(&mut self) -> Option<Film> {
        self.films.next()
    }

    pub(super) const fn total(&self) -> u64 {
        self.total
    }

    /// Whether some film says its channel, or there is none to say it.
    pub(super) const fn names_channels(&self) -> bool {
        self.names_channels
    }

    pub(super) fn about(&self) -> Vec<String> {
        let mut about = vec![format!("a page of MacCMS with {} films", self.total)];
        if self.is_damaged {
            about.push("the page is damaged: films behind the damage are missing".to_owned());
        }
        about
    }
}

fn films_of_json(text: &str) -> Result<Vec<Film>, Error> {
    let values = values_of(text)?;
    let mut films = None;
    for value in &values {
        let found = match value.get("vod_name") {
            Some(_) => Some(vec![value]),
            None => list_of(value),
        };
        if let Some(found) = found {
            let found = found.into_iter().filter_map(Value::as_object).cloned();
            films.get_or_insert_with(Vec::new).extend(found);
        }
    }
    films.ok_or_else(|| {
        let message = values.first().and_then(|page| page.get("msg")?.as_str());
        let message = message.map(excerpt).unwrap_or_default();
        let (colon, wide) = match message.is_empty() {
            true => ("", ""),
            false => (": ", "："),
        };
        Error::damaged(
            format!("the page has no \"list\" of films{colon}{message}"),
            format!("页面里没有影片列表（list）{wide}{message}"),
        )
    })
}

/// The JSON of a page, or of films one after another, perhaps with commas between as in a list without its brackets. Sites add
/// comments and scripts behind it; what has films and cannot be read is an error, so that none is lost.
fn values_of(text: &str) -> Result<Vec<Value>, Error> {
    let mut rest = text;
    let mut read = Vec::new();
    loop {
        let mut values = Deserializer::from_str(rest).into_iter::<Value>();
        match values.next() {
            None => return Ok(read),
            Some(Ok(value)) => read.push(value),
            Some(Err(_)) if !read.is_empty() && !rest.contains("\"vod_name\"") => return Ok(read),
            Some(Err(error)) => {
                let text = format!("the page is not JSON: {error}");
                return Err(Error::damaged(text, "页面不是完整的 JSON"));
            }
        }
        let behind = rest.get(values.byte_offset()..).unwrap_or_default();
        let is_between = |c: char| c.is_whitespace() || c == ',';
        rest = behind.trim_start_matches(is_between);
    }
}

/// The films of a page, where sites put them: in `list` or `data`, as a list or by their numbers. Exports of phpMyAdmin are a list
/// of tables; those of other programs have their rows in whatever they call them.
fn list_of(page: &Value) -> Option<Vec<&Value>> {
    let films = match page {
        Value::Array(list) => {
            let mut tables = list.iter().filter(|part| {
                let name = part.get("name").and_then(Value::as_str);
                name.is_some_and(|name| name.ends_with("vod"))
            });
            match tables.next() {
                Some(table) => table.get("data")?,
                None => page,
            }
        }
        page => {
            let list = page.get("list").filter(|list| !list.is_null());
            let data = || {
                page.get("data")
                    .map(|data| data.get("list").unwrap_or(data))
            };
            let rows = || page.as_object()?.values().find(|rows| are_films(rows));
            list.or_else(data).or_else(rows)?
        }
    };
    match films {
        Value::Array(films) => Some(films.iter().collect()),
        Value::Object(films) => Some(films.values().collect()),
        _ => None,
    }
}

fn are_films(rows: &Value) -> bool {
    let first = rows.as_array().and_then(|rows| rows.first());
    first.is_some_and(|film| film.get("vod_name").is_some())
}

fn films_of_xml(text: &str) -> (Vec<Film>, bool) {
    if let Some(rows) = xml_rows::films(text) {
        return rows;
    }
    let document = parse(text);
    let roots = document.roots.iter();
    let lists = roots.flat_map(|root| root.all("list"));
    let films = lists.flat_map(|list| list.all("video")).map(|video| {
        // Each player has a list of its own.
        let lists = video.all("dl").flat_map(|lists| lists.all("dd"));
        let lists: Vec<&str> = lists.filter_map(Element::value).collect();
        let play = ("vod_play_url".to_owned(), lists.join(LISTS).into());
        let fields = video.children.iter().filter_map(|child| {
            let (_, name) = NAMES.iter().find(|(own, _)| *own == child.name)?;
            Some(((*name).to_owned(), child.text.trim().into()))
        });
        fields.chain([play]).collect()
    });
    (films.collect(), document.is_damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_film_of_several_is_lost() {
        let film = |id: u8| format!("{{\"vod_id\":{id},\"vod_name\":\"a\"}}");
        let [one, two, three] = [1, 2, 3].map(film);
        for text in [
            format!("{one}\n{two}\n{three}"),
            format!("{one},\n{two},\n{three},\n"),
            format!("[{one},{two}]\n{three}"),
            format!("{{\"list\":[{one},{two}]}}\n{{\"list\":[{three}]}}"),
            format!("{{\"list\":[{one},{two},{three}]}});\n<!-- a -->{{}}"),
        ] {
            assert_eq!(films_of_json(&text).unwrap().len(), 3, "{text}");
        }
        for text in [
            format!("{one}\n{two}\n]{three}"),
            format!("{one}\n{{\"vod_id\":2,\"vod_name\":\"b"),
            format!("{one};{two}"),
        ] {
            assert!(films_of_json(&text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_page_says_how_many_there_are() {
        let count = |text: &str| page_count(text.as_bytes());
        assert_eq!(count(r#"{"code":1,"pagecount":7,"list":[]}"#), Some(7));
        assert_eq!(count(r#"{"code":1,"pagecount":"7","list":[]}"#), Some(7));
        assert_eq!(
            count(r#"<rss><list page="1" pagecount="7"/></rss>"#),
            Some(7)
        );
        assert_eq!(count("closed"), None);
        for page in [
            "jQuery1102_3({\"pagecount\":7,\"list\":[]});",
            "/**/ typeof cb === 'function' && cb({\"pagecount\":7});",
            "\u{feff}window.cb ( {\"pagecount\":\"7\"} )",
        ] {
            assert_eq!(count(page), Some(7), "{page}");
        }
    }
}
