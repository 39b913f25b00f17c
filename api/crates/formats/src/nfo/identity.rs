//! Number and title of a film.

use super::film::Film;
use super::parts::without_part;
use crate::text::excerpt;
use crate::values::find::{find, find_in_name, joined, without_number};
use crate::values::number::normalised;
use crate::xml::{Element, without_entities};

/// Kinds of `<uniqueid>` that are the number itself.
const NUMBERS: [&str; 3] = ["num", "number", "dvdid"];
/// Kinds that are of a shop: the number of films that have no other.
const OF_SHOPS: [&str; 2] = ["contentid", "cid"];

/// Where a file is, as far as its names tell of the film.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    /// The name of the file, without its ending.
    pub(super) stem: &'a str,
    /// The name of its folder, if that is of this film.
    pub(super) folder: &'a str,
}

impl Film {
    /// The number, from where it surely stands to where it may be.
    pub(super) fn number(&mut self, root: &Element, names: Names<'_>) {
        let stated = root
            .first("num")
            .map(str::to_owned)
            .or_else(|| id_of(root, &NUMBERS));
        let within = |elements: &[&str]| {
            let mut texts = elements.iter().flat_map(|name| root.all(name));
            texts.find_map(|one| find(one.value().filter(|text| !is_hash(text))?))
        };
        let stem = without_part(names.stem);
        let found = stated
            .or_else(|| within(&["id", "code", "sorttitle", "title", "originaltitle"]))
            .or_else(|| within(&["uniqueid", "metatubeid"]))
            .or_else(|| find_in_name(stem))
            .or_else(|| find_in_name(names.folder))
            .or_else(|| id_of(root, &OF_SHOPS));
        match found.map(|number| normalised(&number)) {
            Some(number) => self.work.put_text("number", &number),
            None => self.makeshift_number(root, stem),
        }
    }

    /// Something that identifies a film without a number, with a note.
    fn makeshift_number(&mut self, root: &Element, stem: &str) {
        if let Some(number) = joined(stem) {
            self.work.put_text("number", &number);
            let text = format!("番号从文件名得出，补了连字符：{}", excerpt(&number));
            self.note("number", text);
        } else if let Some(number) = of_metatube(root) {
            self.work.put_text("number", &number);
            let text = format!(
                "番号从 MetaTube 的编号得出，补了连字符：{}",
                excerpt(&number)
            );
            self.note("number", text);
        } else if let Some(id) = id_of_library(root) {
            self.work.put_text("number", &id);
            let text = format!("没有番号，用了影片库的编号 {}", excerpt(&id));
            self.note("number", text);
        }
    }

    /// The title. Where it is the number only, that of the original is better.
    pub(super) fn title(&mut self, root: &Element, stem: &str) {
        let number = self.work.text("number").unwrap_or_default().to_owned();
        let mut titles = ["title", "originaltitle"]
            .into_iter()
            .filter_map(|name| root.first(name))
            .map(|title| without_number(&without_entities(title), &number));
        let first = titles.next().unwrap_or_default();
        let is_number = first.eq_ignore_ascii_case(&number);
        let mut title = match titles.next() {
            Some(other) if is_number => other,
            _ => first,
        };
        // Writers add the part of a film to its title.
        if without_part(stem) != stem {
            title = without_part(&title).to_owned();
        }
        self.work.put_text("title", &title);
    }
}

/// Whether a text is an identifier of a library, in which anything may be found.
fn is_hash(text: &str) -> bool {
    let is_of_hash = |byte: u8| byte.is_ascii_hexdigit() || byte == b'-';
    text.len() >= 32 && text.bytes().all(is_of_hash)
}

/// The value of the first `<uniqueid>` of these kinds.
fn id_of(root: &Element, kinds: &[&str]) -> Option<String> {
    let mut ids = root.all("uniqueid").filter(|id| {
        let kind = id.attribute("type").unwrap_or_default().to_lowercase();
        kinds.contains(&kind.as_str())
    });
    ids.find_map(|id| id.value().map(str::to_owned))
}

/// The number within an id of MetaTube, which has the shop before it, and settings behind it: `FANZA:abc00213:0.5`.
fn of_metatube(root: &Element) -> Option<String> {
    let id = id_of(root, &["metatube"]).or_else(|| root.first("metatubeid").map(str::to_owned))?;
    joined(id.split(':').nth(1)?)
}

/// What a library calls the film: `tt0119494`, `tmdb-1776`, `stashdb-…`.
fn id_of_library(root: &Element) -> Option<String> {
    let imdb = ["imdbid", "imdb_id", "id"];
    let imdb = imdb.iter().find_map(|name| root.first(name));
    let imdb = || imdb.filter(|id| id.starts_with("tt")).map(str::to_owned);
    let tmdb = || root.first("tmdbid").map(|id| format!("tmdb-{id}"));
    let other = || {
        let mut ids = root.all("uniqueid").collect::<Vec<_>>();
        ids.sort_by_key(|id| id.attribute("default") != Some("true"));
        ids.iter().find_map(|id| {
            let kind = id.attribute("type").filter(|kind| !kind.is_empty())?;
            Some(format!("{}-{}", kind.to_lowercase(), id.value()?))
        })
    };
    id_of(root, &["imdb"])
        .or_else(imdb)
        .or_else(|| id_of(root, &["tmdb"]).map(|id| format!("tmdb-{id}")))
        .or_else(tmdb)
        .or_else(other)
}
