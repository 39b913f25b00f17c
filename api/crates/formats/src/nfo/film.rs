//! Makes a work of the element of a film in an NFO file.

use serde_json::json;

use super::identity::Names;
use crate::entry::Note;
use crate::text::{clean, excerpt, folded};
use crate::values::channel::channel_of_word;
use crate::values::date::{date, is_no_date};
use crate::values::list::values;
use crate::values::{count, decimal, duration, is_nothing, rating};
use crate::work::Work;
use crate::xml::{Element, has_entity, without_entities};

/// Elements that are a film: a film, an episode of a series, a music video, a home video.
pub(super) const FILMS: [&str; 4] = ["movie", "episodedetails", "musicvideo", "video"];
/// The highest rating where none is stated.
const USUAL_SCALE: f64 = 10.0;
/// The highest rating of the shops whose ratings MDCx takes over as they are.
const SCALE_OF_SHOPS: f64 = 5.0;
/// What separates tags in one element.
const TAG_SEPARATORS: &str = ",、;|";
/// A tag that JavSP writes where it does not know the channel.
const UNKNOWN_CHANNEL: &str = "打码情况未知";

/// Elements whose content is taken, also when it turns out to be empty or worse than that of another one.
const USED: &str = "title originaltitle sorttitle num id uniqueid code imdbid imdb_id tmdbid metatubeid premiered releasedate release released aired year runtime rating \
    ratings votes actor artist director studio maker label publisher set series showtitle tag genre cover poster thumb fanart art trailer fileinfo yingku";

/// What was read.
pub(super) struct Film {
    pub(super) work: Work,
    pub(super) notes: Vec<Note>,
    /// Names of elements that are not used.
    pub(super) unused: Vec<String>,
    /// Names of files that are pictures of the film: the field, and the name.
    pub(super) files: Vec<(&'static str, String)>,
}

/// Reads a film.
pub(super) fn film(root: &Element, names: Names<'_>) -> Film {
    let mut film = Film {
        work: Work::default(),
        notes: Vec::new(),
        unused: unused(root),
        files: Vec::new(),
    };
    film.number(root, names);
    film.title(root, names.stem);
    film.release(root);
    film.duration(root);
    film.rating(root);
    film.cast(root);
    film.people(root, "director", "directors");
    film.names(root, "maker", "makers");
    film.names(root, "studio", "makers");
    film.names(root, "label", "labels");
    film.names(root, "publisher", "labels");
    film.series(root);
    film.tags(root);
    film.addresses(root);
    film.note_entities();
    film.own(root);
    film
}

fn unused(root: &Element) -> Vec<String> {
    let mut names: Vec<String> = root
        .children
        .iter()
        .filter(|child| child.value().is_some() || !child.children.is_empty())
        .map(|child| child.name.clone())
        .filter(|name| !USED.split(' ').any(|used| used == name))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

impl Film {
    pub(super) fn note(&mut self, field: &str, text: impl Into<String>) {
        self.notes.push(Note::new(field, text));
    }

    fn unreadable(&mut self, field: &str, text: &str) {
        self.note(field, format!("看不懂，没有导入：\"{}\"", excerpt(text)));
    }

    /// Notes which fields have an entity that the file itself defines, or none does.
    fn note_entities(&mut self) {
        let title = self.work.text("title").into_iter();
        let title = title.map(|title| ("title", title));
        let lists = [
            "performers",
            "directors",
            "makers",
            "labels",
            "series",
            "tags",
        ];
        let names = lists.iter().flat_map(|field| {
            let names = self.work.names(field);
            names.map(|name| (*field, name))
        });
        let unknown = title.chain(names).filter(|(_, text)| has_entity(text));
        let notes = unknown.map(|(field, text)| {
            let text = format!("里面的实体没有定义，保留原样：\"{}\"", excerpt(text));
            Note::new(field, text)
        });
        let notes: Vec<Note> = notes.collect();
        self.notes.extend(notes);
    }

    fn release(&mut self, root: &Element) {
        let elements = [
            "premiered",
            "releasedate",
            "release",
            "released",
            "aired",
            "year",
        ];
        for name in elements {
            let texts = root.all(name).filter_map(Element::value);
            let mut texts = texts.filter(|text| !is_no_date(text) && !is_nothing(text));
            let Some(text) = texts.next() else {
                continue;
            };
            match date(text, None) {
                Ok(date) => self.work.put("pubTime", date),
                Err(error) => {
                    let why = error.reason();
                    self.note(name, format!("{why}，没有导入：\"{}\"", excerpt(text)));
                }
            }
        }
    }

    /// Minutes; without them the seconds of the file.
    fn duration(&mut self, root: &Element) {
        let stated = root.first("runtime").filter(|text| *text != "0");
        let minutes = stated.and_then(duration::minutes);
        if let (Some(text), None) = (stated, minutes) {
            self.unreadable("runtime", text);
        }
        let of_file = || {
            let streams = root
                .all("fileinfo")
                .flat_map(|info| info.all("streamdetails"));
            let mut videos = streams.flat_map(|streams| streams.all("video"));
            videos.find_map(|video| duration::of_seconds(video.first("durationinseconds")?))
        };
        if let Some(minutes) = minutes.or_else(of_file).filter(|minutes| *minutes > 0) {
            self.work.put("duration", minutes);
        }
    }

    /// The default of several ratings, or the first one; one that is 0 is none.
    fn rating(&mut self, root: &Element) {
        let mut ratings: Vec<&Element> = root
            .all("ratings")
            .flat_map(|list| list.all("rating"))
            .collect();
        ratings.sort_by_key(|one| one.attribute("default") != Some("true"));
        // MDCx, which alone writes <num> without such a list, has ratings of shops as they are: of 5.
        let is_of_shop = ratings.is_empty() && root.first("num").is_some();
        ratings.extend(root.all("rating"));
        for one in ratings {
            let Some(text) = one.first("value").or_else(|| one.value()) else {
                continue;
            };
            let usual = match rating::plain(text) {
                Some(value) if is_of_shop && value <= SCALE_OF_SHOPS => SCALE_OF_SHOPS,
                _ => USUAL_SCALE,
            };
            let scale = one.attribute("max").and_then(decimal).unwrap_or(usual);
            match rating::rating(text, scale) {
                Some(average) if average > 0.0 => {
                    self.work.put("average", average);
                    self.votes(one.first("votes"), root);
                    return;
                }
                Some(_) => {}
                None => self.unreadable("rating", text),
            }
        }
    }

    /// Files with `<num>` have in `<votes>` how many people want to see the film.
    fn votes(&mut self, of_rating: Option<&str>, root: &Element) {
        let of_film = || root.first("votes").filter(|_| root.first("num").is_none());
        let votes = of_rating.or_else(of_film).and_then(count::count);
        if let Some(votes) = votes.filter(|votes| *votes > 0) {
            self.work.put("evaluates", votes);
        }
    }

    /// Performers in the order that they state.
    fn cast(&mut self, root: &Element) {
        let mut cast: Vec<(u64, &Element)> = Vec::new();
        for actor in root.all("actor") {
            let kind = folded(actor.first("type").unwrap_or_default());
            if !matches!(
                kind.as_str(),
                "" | "actor" | "actress" | "gueststar" | "unknown"
            ) {
                continue;
            }
            let order = actor.first("order").or_else(|| actor.first("sortorder"));
            cast.push((order.and_then(count::count).unwrap_or(u64::MAX), actor));
        }
        cast.sort_by_key(|(order, _)| *order);
        for (_, actor) in cast {
            self.performer(actor);
        }
        self.people(root, "artist", "performers");
    }

    /// The performers of an element: one, or several that a careless writer put into it.
    fn performer(&mut self, actor: &Element) {
        let mut names: Vec<&str> = actor.all("name").filter_map(Element::value).collect();
        if names.is_empty() {
            names.extend(actor.value().or_else(|| actor.attribute("name")));
        }
        let names: Vec<String> = names
            .into_iter()
            .flat_map(people)
            .map(|name| clean(&without_entities(name)))
            .collect();
        let others = actor.all("altname").filter_map(Element::value).map(clean);
        match names.as_slice() {
            [name] => self.performer_with(name, others.filter(|other| other != name).collect()),
            several => {
                for name in several {
                    self.performer_with(name, Vec::new());
                }
            }
        }
    }

    fn performer_with(&mut self, name: &str, aliases: Vec<String>) {
        let is_known = self.work.names("performers").any(|known| known == name);
        if name.is_empty() || is_known || is_nothing(name) {
            return;
        }
        match aliases.is_empty() {
            false => self
                .work
                .push("performers", json!({ "name": name, "aliases": aliases })),
            true => self.work.push_name("performers", name, None),
        }
    }

    /// The series; without one the show of an episode; without one the sets, except those that are called like a performer.
    fn series(&mut self, root: &Element) {
        for element in ["series", "showtitle", "set"] {
            if self.work.has("series") {
                return;
            }
            for one in root.all(element) {
                let name = one.first("name").or_else(|| one.value());
                let name = without_entities(name.unwrap_or_default());
                let is_performer = self.work.names("performers").any(|known| known == name);
                if !is_performer && !is_nothing(&name) {
                    self.work.push_name("series", &name, None);
                }
            }
        }
    }

    /// Tags and genres, which some writers write twice. One that names a channel is none.
    fn tags(&mut self, root: &Element) {
        for name in ["genre", "tag"] {
            let texts = root.all(name).filter_map(Element::value).flat_map(several);
            let texts = texts.flat_map(|text| values(text, TAG_SEPARATORS));
            for text in texts.filter(|text| *text != UNKNOWN_CHANNEL) {
                match channel_of_word(text) {
                    Some(channel) => self.work.put("channel", channel),
                    None => self.name("tags", text),
                }
            }
        }
    }

    /// The names in the elements of a name.
    fn names(&mut self, root: &Element, element: &str, field: &str) {
        let texts = root.all(element);
        let texts = texts.filter_map(|one| one.first("name").or_else(|| one.value()));
        for text in texts.flat_map(several) {
            self.name(field, text);
        }
    }

    fn people(&mut self, root: &Element, element: &str, field: &str) {
        let texts = root.all(element);
        let texts = texts.filter_map(|one| one.first("name").or_else(|| one.value()));
        for text in texts.flat_map(people) {
            self.name(field, text);
        }
    }

    fn name(&mut self, field: &str, text: &str) {
        if !is_nothing(text) {
            self.work.push_name(field, &without_entities(text), None);
        }
    }
}

/// The values of an element of older writers: `Drama / Action`.
fn several(text: &str) -> impl Iterator<Item = &str> {
    text.split(" / ").map(str::trim)
}

/// The people of an element: `沈秋 / 陆一`, `沈秋、陆一`, `沈秋, 陆一`. A comma among letters is of one name: `Lin, Xia`.
fn people(text: &str) -> impl Iterator<Item = &str> {
    let is_western = text.contains(|c: char| c.is_ascii_alphabetic());
    let separators = if is_western { "、" } else { "、," };
    several(text).flat_map(move |text| values(text, separators))
}
