//! Scenes of Stash, as its GraphQL interface answers. Nothing here makes requests.

use serde_json::{Value, json};

use crate::entry::{Entry, Note, Place};
use crate::error::Error;
use crate::text::{clean, excerpt};
use crate::values::channel::channel;
use crate::values::date::{date, is_no_date};
use crate::values::find::{find, find_in_name, without_number};
use crate::values::list::values;
use crate::values::number::normalised;
use crate::values::rating;
use crate::values::whole;
use crate::work::Work;

/// Scenes of one request.
pub const PAGE_SCENES: u64 = 50;

/// What is asked for. Stash 0.27 and newer know all of it.
const QUERY: &str = "query($page: Int!, $size: Int!) { findScenes(filter: { page: $page, per_page: $size, sort: \"id\", direction: ASC }) { \
    count scenes { id title code director date rating100 created_at files { basename duration } paths { screenshot } \
    studio { name aliases } performers { name disambiguation alias_list } tags { name } groups { group { name } } } } }";

/// The body of the request for a page, from 1.
pub fn request(page: u64) -> Value {
    json!({ "query": QUERY, "variables": { "page": page, "size": PAGE_SCENES } })
}

/// The scenes of an answer, and how many there are in all.
///
/// # Errors
/// It is an error of Stash, or no answer of it.
pub fn scenes(answer: &[u8]) -> Result<(Vec<Value>, u64), Error> {
    let answer: Value = serde_json::from_slice(answer)
        .map_err(|error| Error::Damaged(format!("the answer is not JSON: {error}").into()))?;
    if let Some(message) = answer.pointer("/errors/0/message").and_then(Value::as_str) {
        return Err(Error::Damaged(
            format!("Stash says: {}", excerpt(message)).into(),
        ));
    }
    let found = answer.pointer("/data/findScenes");
    let list = found.and_then(|found| found.get("scenes")?.as_array());
    let count = found.and_then(|found| found.get("count")?.as_u64());
    match (list, count) {
        (Some(list), Some(count)) => Ok((list.clone(), count)),
        _ => Err(Error::Damaged("the answer has no scenes".to_owned().into())),
    }
}

/// The address of a scene's cover.
pub fn cover(scene: &Value) -> Option<&str> {
    let address = scene.pointer("/paths/screenshot")?.as_str()?;
    Some(address).filter(|address| !address.is_empty())
}

/// The work of a scene, which is the `read`th.
pub fn entry(scene: &Value, read: u64, usual_channel: Option<&str>) -> Entry {
    let place = Place::Entry(read);
    let mut scene = Scene {
        scene,
        work: Work::default(),
        notes: Vec::new(),
    };
    scene.number();
    scene.title();
    scene.release();
    scene.amounts();
    scene.terms();
    if let Some(channel) = usual_channel.and_then(channel) {
        scene.work.put("channel", channel);
    }
    let required = [
        ("channel", "没有说明频道，请用 --channel 指定"),
        ("title", "没有标题，也没有文件"),
        ("pubTime", "没有日期"),
    ];
    let missing = required
        .into_iter()
        .find(|(field, _)| !scene.work.has(field));
    Entry {
        place,
        work: match missing {
            None => Ok(scene.work),
            Some((field, why)) => Err(Note::new(field, why)),
        },
        notes: scene.notes,
        pictures: Vec::new(),
    }
}

struct Scene<'a> {
    scene: &'a Value,
    work: Work,
    notes: Vec<Note>,
}

impl<'a> Scene<'a> {
    fn text(&self, field: &str) -> Option<&'a str> {
        let text = self.scene.get(field)?.as_str()?.trim();
        Some(text).filter(|text| !text.is_empty())
    }

    /// The name of the first file, without its ending.
    fn file(&self) -> Option<&'a str> {
        let places = ["/files/0/basename", "/files/0/path", "/path"];
        let path = places
            .iter()
            .find_map(|place| self.scene.pointer(place)?.as_str())?;
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        Some(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
    }

    fn number(&mut self) {
        let stated = self.text("code").map(normalised).map(|code| {
            // Letters of a number are capital, as of those that are found elsewhere.
            let found = find(&code).filter(|found| found.eq_ignore_ascii_case(&code));
            found.unwrap_or(code)
        });
        let in_title = || self.text("title").and_then(find);
        let in_file = || self.file().and_then(find_in_name);
        let number = match stated.or_else(in_title).or_else(in_file) {
            Some(number) => number,
            None => {
                let id = self.scene.get("id").and_then(Value::as_str);
                let number = format!("stash-{}", id.unwrap_or_default());
                let note = format!("没有番号，用了 Stash 的编号 {number}");
                self.notes.push(Note::new("number", note));
                number
            }
        };
        self.work.put_text("number", &number);
    }

    fn title(&mut self) {
        let number = self.work.text("number").unwrap_or_default();
        let title = self.text("title").or_else(|| self.file());
        let title = without_number(title.unwrap_or_default(), number);
        self.work.put_text("title", &title);
    }

    /// The date; without one the day on which Stash found the scene.
    fn release(&mut self) {
        let stated = self.text("date").filter(|text| !is_no_date(text));
        if let Some(day) = stated.and_then(|text| date(text, None).ok()) {
            self.work.put("pubTime", day);
            return;
        }
        let added = self.text("created_at").and_then(|time| time.get(..10));
        if let Some(day) = added.and_then(|day| date(day, None).ok()) {
            let note = "没有日期，用了加入 Stash 的日期";
            self.notes.push(Note::new("pubTime", note));
            self.work.put("pubTime", day);
        }
    }

    fn amounts(&mut self) {
        // Stash before 0.17 had one file.
        let places = ["/files/0/duration", "/file/duration"];
        let seconds = places
            .iter()
            .find_map(|place| self.scene.pointer(place)?.as_f64());
        let minutes = seconds.and_then(|seconds| whole(seconds / 60.0));
        if let Some(minutes) = minutes.filter(|minutes| *minutes > 0) {
            self.work.put("duration", minutes);
        }
        let rating = self.scene.get("rating100").and_then(Value::as_f64);
        // Older ones rate with five stars.
        let stars = || self.scene.get("rating").and_then(Value::as_f64);
        let average = match rating {
            Some(rating) => rating::of(rating, 100.0),
            None => stars().and_then(|stars| rating::of(stars, 5.0)),
        };
        if let Some(average) = average.filter(|average| *average > 0.0) {
            self.work.put("average", average);
        }
    }

    fn terms(&mut self) {
        if let Some(studio) = self.scene.get("studio") {
            self.term("makers", studio, "aliases");
        }
        for performer in self.list("performers") {
            self.term("performers", performer, "alias_list");
        }
        for name in values(self.text("director").unwrap_or_default(), ",、;") {
            self.work.push_name("directors", name, None);
        }
        for group in self.list("groups").chain(self.list("movies")) {
            let name = group
                .pointer("/group/name")
                .or_else(|| group.pointer("/movie/name"));
            let name = name.and_then(Value::as_str);
            self.work
                .push_name("series", name.unwrap_or_default(), None);
        }
        for tag in self.list("tags") {
            let name = tag.get("name").and_then(Value::as_str).unwrap_or_default();
            match channel(name).filter(|_| name.parse::<u32>().is_err()) {
                Some(channel) => self.work.put("channel", channel),
                None => self.work.push_name("tags", name, None),
            }
        }
    }

    fn list(&self, field: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
        let list = self.scene.get(field).and_then(Value::as_array);
        list.into_iter().flatten()
    }

    fn term(&mut self, field: &str, term: &Value, aliases: &str) {
        let text = |field: &str| clean(term.get(field).and_then(Value::as_str).unwrap_or_default());
        // As Stash shows those of one name.
        let name = match text("disambiguation").as_str() {
            other if !other.is_empty() && !text("name").is_empty() => {
                format!("{} ({other})", text("name"))
            }
            _ => text("name"),
        };
        if name.is_empty() || self.work.has_name(field, &name) {
            return;
        }
        let aliases = term.get(aliases).and_then(Value::as_array);
        let aliases = aliases.into_iter().flatten().filter_map(Value::as_str);
        let aliases: Vec<String> = aliases
            .map(clean)
            .filter(|alias| !alias.is_empty() && *alias != name)
            .collect();
        match aliases.is_empty() {
            true => self.work.push_name(field, &name, None),
            false => self
                .work
                .push(field, json!({ "name": name, "aliases": aliases })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_is_a_work() {
        let scene = json!({
            "id": "7", "title": "MZU-017 山谷里的四季", "code": " mzu-017 ", "director": "沈秋, 陆一", "date": "2026-01-05", "rating100": 86,
            "created_at": "2026-02-01T08:00:00Z", "files": [{ "basename": "mzu-017.mkv", "duration": 7140.5 }],
            "paths": { "screenshot": "http://stash.example/scene/7/screenshot?t=1" },
            "studio": { "name": "四季社", "aliases": [] },
            "performers": [{ "name": "林晓月", "alias_list": ["Wavelet", "小月"] }, { "name": "江白", "alias_list": [] }, { "name": "江白", "disambiguation": "二" }],
            "tags": [{ "name": "剧情" }, { "name": "欧美" }], "groups": [{ "group": { "name": "四季" } }],
        });
        let entry = entry(&scene, 1, Some("censored"));
        let line: Value = serde_json::from_str(&entry.work.unwrap().line()).unwrap();
        let expected = json!({
            "channel": "western", "number": "MZU-017", "title": "山谷里的四季", "pubTime": "2026-01-05", "duration": 119, "average": 4.3,
            "makers": [{ "name": "四季社" }], "directors": [{ "name": "沈秋" }, { "name": "陆一" }], "series": [{ "name": "四季" }],
            "performers": [{ "name": "林晓月", "aliases": ["Wavelet", "小月"] }, { "name": "江白" }, { "name": "江白 (二)" }],
            "tags": [{ "name": "剧情" }],
        });
        assert_eq!(line, expected);
        assert_eq!(
            cover(&scene),
            Some("http://stash.example/scene/7/screenshot?t=1")
        );
    }

    #[test]
    fn a_scene_of_older_stash_is_read() {
        let scene = json!({
            "id": "9", "title": null, "date": "2026-01-05", "rating": 4, "path": "/films/mzu-018 湖边.mp4", "file": { "duration": 5400.2 },
            "movies": [{ "movie": { "name": "四季" } }],
        });
        let work = entry(&scene, 1, Some("western")).work.unwrap();
        let line: Value = serde_json::from_str(&work.line()).unwrap();
        let expected = json!({
            "channel": "western", "number": "MZU-018", "title": "湖边", "pubTime": "2026-01-05", "duration": 90, "average": 4.0,
            "series": [{ "name": "四季" }],
        });
        assert_eq!(line, expected);
    }

    #[test]
    fn a_scene_without_number_and_date_has_those_of_stash() {
        let scene = json!({ "id": "8", "title": null, "created_at": "2026-02-01T08:00:00Z", "files": [{ "basename": "holiday.mp4" }] });
        let with = entry(&scene, 1, Some("western"));
        assert_eq!(with.notes.len(), 2);
        let work = with.work.unwrap();
        assert_eq!(work.text("number"), Some("stash-8"));
        assert_eq!(work.text("title"), Some("holiday"));
        assert_eq!(work.text("pubTime"), Some("2026-02-01"));
        assert_eq!(entry(&scene, 1, None).work.unwrap_err().field, "channel");
    }

    #[test]
    fn answers_that_are_none_are_explained() {
        let error = |text: &str| scenes(text.as_bytes()).unwrap_err().to_string();
        assert!(error("<html>").contains("not JSON"));
        assert!(error(r#"{"errors":[{"message":"unauthorised"}]}"#).contains("unauthorised"));
        assert!(error(r#"{"data":null}"#).contains("no scenes"));
        let answer = r#"{"data":{"findScenes":{"count":9,"scenes":[{"id":"1"}]}}}"#;
        assert_eq!(scenes(answer.as_bytes()).unwrap().1, 9);
    }
}
