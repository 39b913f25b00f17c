//! Pages of the collect interface of MacCMS V10, saved as files: JSON (`ac=videolist` or `ac=detail`) or XML (`at=xml`).

use std::io::Read;

use serde_json::{Map, Value};

use crate::text::{decode, excerpt};
use crate::values::address::address;
use crate::values::channel::channel;
use crate::values::date::date;
use crate::values::list::{SEPARATORS, values};
use crate::values::number::{find, without_number};
use crate::values::{count, duration, rating};
use crate::xml::parse;
use crate::{Entry, Error, Note, Options, Place, Source, Work};

/// Largest page, in bytes.
pub const MAX_PAGE_BYTES: u64 = 64 << 20;

/// Names of a film's fields in XML, and in JSON.
const NAMES: [(&str, &str); 10] = [
    ("id", "vod_id"),
    ("name", "vod_name"),
    ("type", "type_name"),
    ("pic", "vod_pic"),
    ("year", "vod_year"),
    ("actor", "vod_actor"),
    ("director", "vod_director"),
    ("last", "vod_time"),
    ("note", "vod_remarks"),
    ("des", "vod_content"),
];

/// A page.
pub struct Page {
    films: std::vec::IntoIter<Map<String, Value>>,
    read: u64,
    total: u64,
    channel: Option<&'static str>,
}

/// Opens a page.
///
/// # Errors
/// It is too large, is no such page, or has only names (`ac=list`).
pub fn open_page(source: impl Read, options: &Options) -> Result<Page, Error> {
    let mut bytes = Vec::new();
    source.take(MAX_PAGE_BYTES + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MAX_PAGE_BYTES {
        return Err(Error::TooLarge(format!(
            "the page is larger than {MAX_PAGE_BYTES} bytes"
        )));
    }
    let text = decode(&bytes, None);
    let text = text.trim_start_matches('\u{feff}').trim();
    let films = if text.starts_with('<') {
        films_of_xml(text)
    } else {
        films_of_json(text)?
    };
    if !films.is_empty() && !films.iter().any(|film| film.contains_key("vod_pic")) {
        let text = "the page has only names (ac=list): save the one with ac=videolist";
        return Err(Error::Damaged(text.to_owned()));
    }
    let channel = options.channel.as_deref().and_then(channel);
    Ok(Page {
        read: 0,
        total: u64::try_from(films.len()).unwrap_or(u64::MAX),
        channel: Some(channel.ok_or(Error::Channel)?),
        films: films.into_iter(),
    })
}

fn films_of_json(text: &str) -> Result<Vec<Map<String, Value>>, Error> {
    let page: Value = serde_json::from_str(text)
        .map_err(|error| Error::Damaged(format!("the page is not JSON: {error}")))?;
    let list = page.get("list").and_then(Value::as_array);
    let list = list.ok_or_else(|| Error::Damaged("the page has no \"list\"".to_owned()))?;
    Ok(list.iter().filter_map(Value::as_object).cloned().collect())
}

fn films_of_xml(text: &str) -> Vec<Map<String, Value>> {
    let document = parse(text);
    let roots = document.roots.iter();
    let lists = roots.flat_map(|root| root.all("list"));
    let films = lists.flat_map(|list| list.all("video")).map(|video| {
        let fields = video.children.iter().filter_map(|child| {
            let (_, name) = NAMES.iter().find(|(own, _)| *own == child.name)?;
            Some(((*name).to_owned(), child.text.trim().into()))
        });
        fields.collect()
    });
    films.collect()
}

impl Source for Page {
    fn next_entry(&mut self) -> Result<Option<Entry>, Error> {
        let Some(film) = self.films.next() else {
            return Ok(None);
        };
        self.read += 1;
        let mut entry = entry(&film, Place::Entry(self.read));
        if let (Ok(work), Some(channel)) = (&mut entry.work, self.channel) {
            work.put("channel", channel);
        }
        Ok(Some(entry))
    }

    fn about(&self) -> Vec<String> {
        vec![format!("a page of MacCMS with {} films", self.total)]
    }

    fn left_out(&self) -> Vec<String> {
        vec!["play addresses and descriptions are not used".to_owned()]
    }

    fn position(&self) -> Option<(u64, u64)> {
        Some((self.read, self.total))
    }
}

fn entry(film: &Map<String, Value>, place: Place) -> Entry {
    let text = |name: &str| match film.get(name) {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let (mut work, mut notes) = (Work::default(), Vec::new());
    let name = text("vod_name");
    if name.is_empty() {
        return Entry::rejected(place, Note::new("title", "这一条没有名称"));
    }
    notes.extend(name_it(&mut work, &name, &text));
    let dates = ["vod_pubdate", "vod_year", "vod_time"].map(|field| date(&text(field), None).ok());
    let Some(release) = dates
        .into_iter()
        .flatten()
        .find(|date| !date.starts_with("0"))
    else {
        return Entry::rejected(place, Note::new("pubTime", "这一条没有日期"));
    };
    work.put("pubTime", release);
    terms(&mut work, &text);
    let mut optional = |field: &'static str, written: String, value: Option<Value>| match value {
        Some(value) => work.put(field, value),
        None if written.is_empty() || written == "0" => {}
        None => {
            let text = format!("看不懂，没有导入：\"{}\"", excerpt(&written));
            notes.push(Note::new(field, text));
        }
    };
    let written = text("vod_duration");
    let minutes = duration::minutes(&written).map(Value::from);
    optional("duration", written, minutes);
    let written = text("vod_score").trim_end_matches(".0").to_owned();
    let average = rating::rating(&written, 10.0).filter(|average| *average > 0.0);
    optional("average", written, average.map(Value::from));
    let votes = count::count(&text("vod_score_num")).filter(|votes| *votes > 0);
    optional("evaluates", String::new(), votes.map(Value::from));
    let written = text("vod_pic");
    match address(&written) {
        Ok(cover) if !written.is_empty() => work.put("picBig", cover),
        Ok(_) => {}
        Err(why) => notes.push(Note::new(
            "picBig",
            format!("{why}：\"{}\"", excerpt(&written)),
        )),
    }
    Entry {
        place,
        work: Ok(work),
        notes,
        pictures: Vec::new(),
    }
}

/// Sets number and title. Without a number it is the one that the site itself has for the film.
fn name_it(work: &mut Work, name: &str, text: &impl Fn(&str) -> String) -> Option<Note> {
    if let Some(number) = find(name).or_else(|| find(&text("vod_sub"))) {
        work.put_text("title", &without_number(name, &number));
        work.put_text("number", &number);
        return None;
    }
    work.put_text("number", &format!("vod-{}", text("vod_id")));
    work.put_text("title", name);
    Some(Note::new("number", "名称里没有番号，用了原站的编号"))
}

fn terms(work: &mut Work, text: &impl Fn(&str) -> String) {
    for (field, name) in [
        ("performers", "vod_actor"),
        ("directors", "vod_director"),
        ("tags", "vod_class"),
        ("tags", "vod_tag"),
        ("tags", "type_name"),
    ] {
        for name in values(&text(name), SEPARATORS) {
            work.push_name(field, name, None);
        }
    }
}
