//! Makes a work of a film of MacCMS.

use serde_json::Value;

use super::play::{Played, played};
use super::raw::Film;
use crate::entry::{Entry, Note, Place};
use crate::text::excerpt;
use crate::values::address::address;
use crate::values::channel::channel_of_word;
use crate::values::date::{date, is_no_date, whole_day};
use crate::values::find::{find, without_number};
use crate::values::list::{SEPARATORS, values};
use crate::values::magnet::{Magnet, magnets};
use crate::values::{count, duration, is_nothing, rating};
use crate::work::Work;
use crate::xml::without_entities;

/// Most stills of a film.
const MAX_STILLS: usize = 200;
/// Longest name of a person whose names are only separated by spaces.
const MAX_NAME_CHARS: usize = 6;

/// A field as a text; empty if there is none, or only a word for it.
fn text(film: &Film, name: &str) -> String {
    let text = match film.get(name) {
        Some(Value::String(text)) => without_entities(text).trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    match is_nothing(&text) {
        true => String::new(),
        false => text,
    }
}

/// The channel that a film names among its types and tags.
pub(super) fn channel_of(film: &Film) -> Option<&'static str> {
    ["type_name", "vod_class", "vod_tag"]
        .iter()
        .find_map(|name| {
            let text = text(film, name);
            values(&text, SEPARATORS).find_map(channel_of_word)
        })
}

/// Whether a site has moved a film to its recycle bin.
pub(super) fn is_recycled(film: &Film) -> bool {
    !matches!(text(film, "vod_recycle_time").as_str(), "" | "0")
}

/// The entry of a film; `usual` is the channel of those that name none.
pub(super) fn entry(film: &Film, place: Place, usual: Option<&'static str>) -> Entry {
    let mut draft = Draft {
        film,
        work: Work::default(),
        notes: Vec::new(),
    };
    let work = draft.read(usual).map(|()| draft.work);
    Entry {
        place,
        work,
        notes: draft.notes,
        pictures: Vec::new(),
    }
    .note_broken()
}

struct Draft<'a> {
    film: &'a Film,
    work: Work,
    notes: Vec<Note>,
}

impl Draft<'_> {
    fn text(&self, name: &str) -> String {
        text(self.film, name)
    }

    fn note(&mut self, field: &str, text: impl Into<String>) {
        self.notes.push(Note::new(field, text));
    }

    /// Reads the fields; the reason if the film is rejected.
    fn read(&mut self, usual: Option<&'static str>) -> Result<(), Note> {
        let rejected = |field: &str, why: &str| Err(Note::new(field, why));
        let name = self.text("vod_name");
        if name.is_empty() {
            return rejected("title", "这一条没有名称");
        }
        let Some(channel) = channel_of(self.film).or(usual) else {
            return rejected("channel", "这一条没有说明频道，请用 --channel 指定");
        };
        self.work.put("channel", channel);
        self.identity(&name);
        let Some(release) = self.release() else {
            return rejected("pubTime", "这一条没有日期");
        };
        self.work.put("pubTime", release);
        self.terms();
        self.amounts();
        self.pictures();
        self.stream();
        self.magnets();
        if ["0", "2", "3"].contains(&self.text("vod_status").as_str()) {
            self.work.put("hidden", true);
            self.note("hidden", "原站没有发布，导入后隐藏");
        }
        Ok(())
    }

    /// Sets number and title. Without a number it is the one that the site itself has for the film.
    fn identity(&mut self, name: &str) {
        if let Some(number) = find(name).or_else(|| find(&self.text("vod_sub"))) {
            self.work.put_text("title", &without_number(name, &number));
            self.work.put_text("number", &number);
            return;
        }
        let id = self.text("vod_id");
        self.work.put_text("number", &format!("vod-{id}"));
        self.work.put_text("title", name);
        self.note("number", "名称里没有番号，用了原站的编号");
    }

    /// The day of the release, the year, or when the film was last changed.
    fn release(&mut self) -> Option<String> {
        for name in ["vod_pubdate", "vod_year", "vod_time"] {
            let text = self.text(name);
            if text.is_empty() || is_no_date(&text) {
                continue;
            }
            match date(&text, None) {
                Ok(day) => return Some(day),
                Err(error) => {
                    let why = error.reason();
                    self.note(
                        "pubTime",
                        format!("{why}，没有导入：\"{}\"", excerpt(&text)),
                    );
                }
            }
        }
        None
    }

    fn terms(&mut self) {
        for (field, name) in [("performers", "vod_actor"), ("directors", "vod_director")] {
            let people = self.text(name);
            for person in values(&people, SEPARATORS).flat_map(people_of) {
                self.name(field, person);
            }
        }
        for name in ["vod_class", "vod_tag", "type_name"] {
            let tags = self.text(name);
            let tags = values(&tags, SEPARATORS);
            for tag in tags.filter(|tag| channel_of_word(tag).is_none()) {
                self.name("tags", tag);
            }
        }
    }

    fn name(&mut self, field: &str, name: &str) {
        if !is_nothing(name) {
            self.work.push_name(field, name, None);
        }
    }

    fn amounts(&mut self) {
        let length = self.text("vod_duration");
        // 45分钟/集
        let minutes = length.split('/').next().and_then(duration::minutes);
        self.amount("duration", &length, minutes.map(Value::from));
        let scores = ["vod_score", "vod_douban_score"].map(|name| self.text(name));
        let score = scores.iter().find(|score| !is_zero(score));
        if let Some(score) = score {
            let average = rating::rating(score, 10.0).map(Value::from);
            self.amount("average", score, average);
        }
        let votes = count::count(&self.text("vod_score_num"));
        if let Some(votes) = votes.filter(|votes| *votes > 0) {
            self.work.put("evaluates", votes);
        }
    }

    fn amount(&mut self, field: &'static str, written: &str, value: Option<Value>) {
        match value {
            _ if is_zero(written) => {}
            Some(value) => self.work.put(field, value),
            None => self.note(field, format!("看不懂，没有导入：\"{}\"", excerpt(written))),
        }
    }

    fn stream(&mut self) {
        match played(&self.text("vod_play_url")) {
            Played::Nothing => {}
            Played::Insecure => self.note("m3u8", "播放地址不是 https，没有导入"),
            Played::Playlist(address, parts) => {
                self.work.put("m3u8", address);
                if parts > 1 {
                    let text = format!("有 {parts} 集，只导入第一集的播放地址");
                    self.note("m3u8", text);
                }
            }
        }
    }

    /// Magnet links among the addresses, with the day of the film as their time.
    fn magnets(&mut self) {
        let lists = ["vod_down_url", "vod_play_url"].map(|name| self.text(name));
        let own = |field| self.work.text(field).unwrap_or_default();
        let name = format!("{} {}", own("number"), own("title"));
        let time = whole_day(own("pubTime"));
        let mut known: Vec<String> = Vec::new();
        let parts = lists
            .iter()
            .flat_map(|list| list.split(['#', '$', '\r', '\n']));
        let links = parts.filter(|part| part.trim_start().starts_with("magnet:?"));
        let found: Vec<Magnet> = links.flat_map(|link| magnets(link).0).collect();
        for magnet in found {
            if !known.contains(&magnet.info_hash) {
                self.work.push("magnets", magnet.entry(&name, None, &time));
                known.push(magnet.info_hash);
            }
        }
    }

    fn pictures(&mut self) {
        self.picture("picBig", "vod_pic");
        self.picture("picSmall", "vod_pic_thumb");
        let stills = self.text("vod_pic_screenshot");
        let stills = stills.split(['#', '\r', '\n']);
        // Each has a name before it perhaps: 一$https://…
        let stills =
            stills.map(|still| still.rsplit_once('$').map_or(still, |(_, address)| address));
        let stills = stills.filter(|still| !still.trim().is_empty());
        for still in stills
            .filter_map(|still| address(&plain(still)).ok())
            .take(MAX_STILLS)
        {
            self.work.push("imageBig", still.into());
        }
    }

    fn picture(&mut self, field: &'static str, name: &str) {
        let written = self.text(name);
        match address(&plain(&written)) {
            _ if written.is_empty() => {}
            Ok(picture) => self.work.put(field, picture),
            Err(why) => self.note(field, format!("{why}：\"{}\"", excerpt(&written))),
        }
    }
}

/// Nothing, or a number that is 0.
fn is_zero(text: &str) -> bool {
    text.is_empty() || (text.contains('0') && text.chars().all(|c| matches!(c, '0' | '.' | ':')))
}

/// An address without what MacCMS adds to it: `mac://` is of the site's own protocol, `#err…` says that it did not load once.
fn plain(address: &str) -> String {
    let address = address
        .split_once("#err")
        .map_or(address, |(plain, _)| plain);
    match address.strip_prefix("mac:") {
        Some(rest) => format!("https:{rest}"),
        None => address.to_owned(),
    }
}

/// The people of a text that has only spaces between them: `林晓月 江白`, but not `Lin Xia`.
fn people_of(text: &str) -> Vec<&str> {
    let names: Vec<&str> = text.split_whitespace().collect();
    let is_name = |name: &&str| {
        !name.contains(|c: char| c.is_ascii_alphabetic()) && name.chars().count() <= MAX_NAME_CHARS
    };
    match names.iter().all(is_name) {
        true => names,
        false => vec![text],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_be_separated_by_spaces() {
        assert_eq!(people_of("林晓月 江白"), ["林晓月", "江白"]);
        assert_eq!(people_of("Lin Xia"), ["Lin Xia"]);
        assert_eq!(people_of("安娜·李 Jr"), ["安娜·李 Jr"]);
    }

    #[test]
    fn addresses_lose_what_maccms_adds() {
        assert_eq!(
            plain("mac://img.example/a.jpg"),
            "https://img.example/a.jpg"
        );
        assert_eq!(
            plain("https://img.example/a.jpg#err2026-01-05"),
            "https://img.example/a.jpg"
        );
    }
}
