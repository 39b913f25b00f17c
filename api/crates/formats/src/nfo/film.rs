//! Makes a work of the `<movie>` of an NFO file.

use serde_json::json;

use super::beside::without_part;
use crate::text::{clean, excerpt, folded};
use crate::values::address::address;
use crate::values::channel::channel;
use crate::values::date::date;
use crate::values::number::{find, without_number};
use crate::values::{count, decimal, duration, rating};
use crate::xml::Element;
use crate::{Note, Work};

/// The highest rating where none is stated.
const USUAL_SCALE: f64 = 10.0;
/// Names that writers put where they know no performer.
const UNKNOWN_PERFORMERS: [&str; 3] = ["未知演员", "未知演員", "unknown"];

/// Elements whose content is taken, also when it turns out to be empty or worse than that of another one.
const USED: &str = "title originaltitle sorttitle num id uniqueid code imdbid imdb_id tmdbid premiered releasedate release released aired year runtime rating \
    ratings votes actor director studio maker label publisher set series tag genre cover poster thumb fanart art trailer";

/// What was read.
pub(super) struct Film {
    pub(super) work: Work,
    pub(super) notes: Vec<Note>,
    /// Names of elements that are not used.
    pub(super) unused: Vec<String>,
}

/// Reads a film. `stem` is the name of its file, `folder` that of its folder.
pub(super) fn film(root: &Element, stem: &str, folder: &str) -> Film {
    let mut film = Film {
        work: Work::default(),
        notes: Vec::new(),
        unused: unused(root),
    };
    film.number(root, stem, folder);
    film.title(root, stem);
    film.release(root);
    film.rating(root);
    film.people(root);
    film.companies(root);
    film.series(root);
    film.tags(root);
    film.addresses(root);
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
    fn note(&mut self, field: &str, text: impl Into<String>) {
        self.notes.push(Note::new(field, text));
    }

    /// The number, from where it surely stands to where it may be.
    fn number(&mut self, root: &Element, stem: &str, folder: &str) {
        let typed = |kinds: &[&str]| {
            let mut ids = root.all("uniqueid").filter(|id| {
                let kind = id.attribute("type").unwrap_or_default().to_lowercase();
                kinds.contains(&kind.as_str())
            });
            ids.find_map(|id| id.value().map(str::to_owned))
        };
        let stated = root
            .first("num")
            .map(str::to_owned)
            .or_else(|| typed(&["num", "number", "contentid", "dvdid", "javdb", "jav"]));
        let words = ["id", "code", "sorttitle", "title", "originaltitle"];
        let found = stated
            .or_else(|| {
                words
                    .iter()
                    .find_map(|name| root.all(name).find_map(|one| find(one.value()?)))
            })
            .or_else(|| find(without_part(stem)))
            .or_else(|| find(folder));
        if let Some(number) = found {
            self.work.put_text("number", &number);
            return;
        }
        let others = root
            .first("imdbid")
            .or_else(|| root.first("imdb_id"))
            .or_else(|| root.first("id"));
        let id = typed(&["imdb"])
            .or_else(|| others.filter(|id| id.starts_with("tt")).map(str::to_owned));
        let tmdb = || typed(&["tmdb"]).or_else(|| root.first("tmdbid").map(str::to_owned));
        if let Some(id) = id.or_else(|| tmdb().map(|id| format!("tmdb-{id}"))) {
            self.work.put_text("number", &id);
            self.note(
                "number",
                format!("没有番号，用了影片库的编号 {}", excerpt(&id)),
            );
        }
    }

    fn title(&mut self, root: &Element, stem: &str) {
        let title = root.first("title").or_else(|| root.first("originaltitle"));
        let number = self.work.text("number").unwrap_or_default();
        let mut title = without_number(title.unwrap_or_default(), number);
        // Writers add the part of a film to its title.
        if without_part(stem) != stem {
            title = without_part(&title).to_owned();
        }
        self.work.put_text("title", &title);
    }

    fn release(&mut self, root: &Element) {
        for name in [
            "premiered",
            "releasedate",
            "release",
            "released",
            "aired",
            "year",
        ] {
            let Some(text) = root.first(name).filter(|text| !text.starts_with("0000")) else {
                continue;
            };
            match date(text, None) {
                Ok(date) => self.work.put("pubTime", date),
                Err(error) => self.note(name, format!("{error}，没有导入：\"{}\"", excerpt(text))),
            }
        }
        if let Some(text) = root.first("runtime") {
            match duration::minutes(text) {
                Some(minutes) => self.work.put("duration", minutes),
                None => self.note(
                    "runtime",
                    format!("看不懂，没有导入：\"{}\"", excerpt(text)),
                ),
            }
        }
    }

    /// The default of several ratings, or the first one.
    fn rating(&mut self, root: &Element) {
        let listed: Vec<&Element> = root
            .all("ratings")
            .flat_map(|list| list.all("rating"))
            .collect();
        let default = listed
            .iter()
            .find(|one| one.attribute("default") == Some("true"));
        let best = default.or_else(|| listed.first()).copied();
        let (value, scale) = match (best, root.all("rating").find(|one| one.value().is_some())) {
            (Some(best), _) => (best.first("value"), best.attribute("max")),
            (None, Some(rating)) => (rating.value(), rating.attribute("max")),
            (None, None) => return,
        };
        let scale = scale.and_then(decimal).unwrap_or(USUAL_SCALE);
        let value = value.unwrap_or_default();
        match rating::rating(value, scale) {
            Some(average) if average > 0.0 => self.work.put("average", average),
            Some(_) => {}
            None => self.note(
                "rating",
                format!("看不懂，没有导入：\"{}\"", excerpt(value)),
            ),
        }
        // Files with <num> have there how many people want to see the film.
        let votes = best.and_then(|best| best.first("votes"));
        let votes = votes.or_else(|| root.first("votes").filter(|_| root.first("num").is_none()));
        let votes = votes.and_then(count::count).filter(|votes| *votes > 0);
        if let Some(votes) = votes {
            self.work.put("evaluates", votes);
        }
    }

    /// Performers in the order that they state, and directors.
    fn people(&mut self, root: &Element) {
        let mut cast: Vec<(u64, &Element)> = Vec::new();
        for actor in root.all("actor") {
            let kind = folded(actor.first("type").unwrap_or_default());
            if !matches!(kind.as_str(), "" | "actor" | "actress" | "gueststar") {
                continue;
            }
            let order = actor.first("order").or_else(|| actor.first("sortorder"));
            cast.push((order.and_then(count::count).unwrap_or(u64::MAX), actor));
        }
        cast.sort_by_key(|(order, _)| *order);
        for (_, actor) in cast {
            let name = clean(
                actor
                    .first("name")
                    .or_else(|| actor.value())
                    .unwrap_or_default(),
            );
            let is_unknown = UNKNOWN_PERFORMERS.contains(&folded(&name).as_str());
            if name.is_empty() || is_unknown || self.work.names("performers").any(|one| one == name)
            {
                continue;
            }
            match actor
                .first("altname")
                .map(clean)
                .filter(|other| *other != name)
            {
                Some(other) => self
                    .work
                    .push("performers", json!({ "name": name, "aliases": [other] })),
                None => self.work.push_name("performers", &name, None),
            }
        }
        self.names(root, "director", "directors");
    }

    fn companies(&mut self, root: &Element) {
        self.names(root, "maker", "makers");
        self.names(root, "studio", "makers");
        self.names(root, "label", "labels");
        self.names(root, "publisher", "labels");
    }

    /// The series; without one the sets, except those that are called like a performer.
    fn series(&mut self, root: &Element) {
        self.names(root, "series", "series");
        if self.work.has("series") {
            return;
        }
        for set in root.all("set") {
            let name = set
                .first("name")
                .or_else(|| set.value())
                .unwrap_or_default();
            if !self
                .work
                .names("performers")
                .any(|performer| performer == name)
            {
                self.work.push_name("series", name, None);
            }
        }
    }

    /// Tags and genres, which some writers write twice. One that names a channel is none.
    fn tags(&mut self, root: &Element) {
        for name in ["genre", "tag"] {
            for text in root.all(name).filter_map(Element::value) {
                match channel(text).filter(|_| text.parse::<u32>().is_err()) {
                    Some(channel) => self.work.put("channel", channel),
                    None => self.work.push_name("tags", text, None),
                }
            }
        }
    }

    /// Addresses of pictures, and of a clip.
    fn addresses(&mut self, root: &Element) {
        let of_aspect = |wanted: &'static [&'static str]| {
            root.all("thumb").filter(move |thumb| {
                wanted.contains(&thumb.attribute("aspect").unwrap_or("poster"))
            })
        };
        let mut wide: Vec<&Element> = root.all("cover").collect();
        wide.extend(root.all("fanart").flat_map(|fanart| fanart.all("thumb")));
        wide.extend(
            root.all("fanart")
                .filter(|fanart| fanart.children.is_empty()),
        );
        wide.extend(of_aspect(&["landscape", "fanart", "thumb"]));
        let mut tall: Vec<&Element> = root.all("poster").collect();
        tall.extend(of_aspect(&["poster"]));
        self.address("picBig", &wide);
        self.address("picSmall", &tall);
        if let Some(text) = root.first("trailer") {
            let is_clip = |address: &String| address.to_lowercase().contains(".mp4");
            match address(text).ok().filter(is_clip) {
                Some(address) => self.work.put("mp4", address),
                None => self.note(
                    "trailer",
                    format!("不是 mp4 的 https 地址，没有导入：\"{}\"", excerpt(text)),
                ),
            }
        }
    }

    /// Takes the first of these that is an address on the web. Writers also write names of files here, which are found
    /// beside the NFO.
    fn address(&mut self, field: &str, elements: &[&Element]) {
        let texts = || elements.iter().filter_map(|element| element.value());
        let on_web = |text: &&str| text.contains("://") || text.starts_with("//");
        if let Some(found) = texts().filter(on_web).find_map(|text| address(text).ok()) {
            self.work.put(field, found);
        } else if let Some(first) = texts().find(on_web) {
            self.note(
                field,
                format!("不是 https 地址，没有导入：\"{}\"", excerpt(first)),
            );
        }
    }

    fn names(&mut self, root: &Element, element: &str, field: &str) {
        for text in root
            .all(element)
            .filter_map(|one| one.first("name").or_else(|| one.value()))
        {
            self.work.push_name(field, text, None);
        }
    }
}
