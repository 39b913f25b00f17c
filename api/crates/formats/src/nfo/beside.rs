//! Pictures beside an NFO file, by the names that writers give them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::parts::{part, without_part};
use crate::entry::Picture;

/// Endings of pictures.
pub(super) const ENDINGS: [&str; 5] = ["jpg", "jpeg", "png", "webp", "avif"];
/// Names of a wide cover, and of a tall one, best first. Behind the film's name, or alone in a folder of one film.
const BIG: [&str; 6] = [
    "fanart",
    "backdrop",
    "landscape",
    "thumb",
    "cover",
    "background",
];
const SMALL: [&str; 4] = ["poster", "folder", "movie", "cover"];
/// Kinds of which there may be several with numbers.
const FURTHER: [&str; 2] = ["fanart", "backdrop"];
const STILLS: [&str; 3] = ["extrafanart", "extrathumbs", "backdrops"];
/// Most names of a folder to look at.
const MAX_NAMES: usize = 20_000;
/// Most stills of a film: as many as a work may have.
const MAX_STILLS: usize = 200;

/// The names in the folder of the last file.
#[derive(Default)]
pub(super) struct SiblingFiles {
    folder: PathBuf,
    /// Names, and each in lower case.
    names: Vec<(String, String)>,
    /// Whether it has one film only.
    is_of_one: bool,
}

impl SiblingFiles {
    /// The pictures of the film that an NFO file describes. It may name some of its `files` itself.
    pub(super) fn pictures(
        &mut self,
        nfo: &Path,
        files: &[(&'static str, String)],
    ) -> Vec<Picture> {
        let Some(folder) = nfo.parent() else {
            return Vec::new();
        };
        if self.folder != folder {
            self.look(folder);
        }
        let stem = nfo
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .to_lowercase();
        let picture = |field, path| Picture { field, path };
        let stated = |field| {
            let mut files = files.iter().filter(|(of, _)| *of == field);
            files.find_map(|(_, name)| self.file(name))
        };
        let big = stated("picBig").or_else(|| self.best(&stem, &BIG));
        let small = stated("picSmall").or_else(|| self.best(&stem, &SMALL));
        // A picture that is called like the film only: it is the one that there is.
        let only = || {
            self.named(&stem)
                .or_else(|| self.named(without_part(&stem)))
        };
        let big = match (big, &small) {
            (None, None) => only(),
            (big, _) => big,
        };
        let mut pictures = Vec::new();
        pictures.extend(big.map(|path| picture("picBig", path)));
        pictures.extend(small.map(|path| picture("picSmall", path)));
        if self.is_of_one {
            let stills = STILLS.iter().flat_map(|name| stills(&folder.join(name)));
            let stills = self.further().into_iter().chain(stills).take(MAX_STILLS);
            pictures.extend(stills.map(|path| picture("imageBig", path)));
        }
        pictures
    }

    fn look(&mut self, folder: &Path) {
        self.folder = folder.to_owned();
        self.names = names(folder);
        let nfos = self
            .names
            .iter()
            .filter_map(|(_, lower)| lower.strip_suffix(".nfo"));
        // movie.nfo and ABC-123.nfo beside each other are of the same film, and so are its parts.
        let films: HashSet<&str> = nfos
            .filter(|stem| *stem != "movie")
            .map(without_part)
            .collect();
        self.is_of_one = films.len() <= 1;
    }

    /// The best picture of these kinds: with the name of the file, of the film, or in a folder of one film with any.
    fn best(&self, stem: &str, kinds: &[&str]) -> Option<PathBuf> {
        let of_film = part(stem).map_or(stem, |part| part.film);
        let owned = [stem, without_part(stem), of_film]
            .into_iter()
            .flat_map(|name| kinds.iter().map(move |kind| format!("{name}-{kind}")));
        let shared = || {
            let mut alone = kinds.iter().filter_map(|kind| self.named(kind));
            let any = |kind: &&str| self.find(|name| is_of_kind(name, kind));
            alone.next().or_else(|| kinds.iter().find_map(any))
        };
        let owned = owned.into_iter().find_map(|wanted| self.named(&wanted));
        owned.or_else(|| self.is_of_one.then(shared).flatten())
    }

    /// The picture in the file of this name, which is in lower case.
    fn file(&self, wanted: &str) -> Option<PathBuf> {
        let (_, ending) = wanted.rsplit_once('.')?;
        let mut names = self.names.iter();
        let (name, _) = names.find(|(_, lower)| lower == wanted && ENDINGS.contains(&ending))?;
        Some(self.folder.join(name))
    }

    /// The picture of this name.
    fn named(&self, wanted: &str) -> Option<PathBuf> {
        self.find(|name| name == wanted)
    }

    /// The first picture whose name, without its ending, is so.
    fn find(&self, is_wanted: impl Fn(&str) -> bool) -> Option<PathBuf> {
        let found = self.names.iter().find(|(_, lower)| {
            let split = lower.rsplit_once('.');
            split.is_some_and(|(name, ending)| ENDINGS.contains(&ending) && is_wanted(name))
        });
        found.map(|(name, _)| self.folder.join(name))
    }

    /// Further wide pictures beside the first one: `fanart1.jpg`, `backdrop-2.jpg`.
    fn further(&self) -> Vec<PathBuf> {
        let is_further = |lower: &str| {
            let name = lower.trim_end_matches(|c: char| c.is_ascii_digit());
            let kind = name.trim_end_matches('-');
            let is_kind = |known: &&str| kind == *known || is_of_kind(kind, known);
            name.len() < lower.len() && FURTHER.iter().any(is_kind)
        };
        let pictures = self.names.iter().filter(|(_, lower)| {
            let split = lower.rsplit_once('.');
            split.is_some_and(|(name, ending)| ENDINGS.contains(&ending) && is_further(name))
        });
        pictures.map(|(name, _)| self.folder.join(name)).collect()
    }
}

/// `abc-123-poster` is of the kind `poster`.
fn is_of_kind(name: &str, kind: &str) -> bool {
    let film = name.strip_suffix(kind);
    film.is_some_and(|film| film.len() > 1 && film.ends_with(['-', '_', '.']))
}

fn stills(folder: &Path) -> Vec<PathBuf> {
    let of_pictures = |(_, lower): &(String, String)| {
        lower
            .rsplit_once('.')
            .is_some_and(|(_, ending)| ENDINGS.contains(&ending))
    };
    let names = names(folder).into_iter().filter(of_pictures);
    names.map(|(name, _)| folder.join(name)).collect()
}

/// The names of a folder's files, in their order; links are left out.
fn names(folder: &Path) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let names = files.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<(String, String)> = names
        .take(MAX_NAMES)
        .map(|name| {
            let lower = name.to_lowercase();
            (name, lower)
        })
        .collect();
    names.sort_by(|(_, one), (_, other)| natural(one).cmp(&natural(other)));
    names
}

/// The order in which `fanart2` is before `fanart10`.
fn natural(name: &str) -> (usize, &str) {
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    (digits, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &[&str], nfo: &str) -> Vec<(&'static str, String)> {
        found_with(names, nfo, &[])
    }

    fn found_with(
        names: &[&str],
        nfo: &str,
        files: &[(&'static str, String)],
    ) -> Vec<(&'static str, String)> {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "x").unwrap();
        }
        let pictures = SiblingFiles::default().pictures(&folder.path().join(nfo), files);
        let short = |path: &Path| {
            path.strip_prefix(folder.path())
                .unwrap()
                .display()
                .to_string()
        };
        pictures
            .iter()
            .map(|picture| (picture.field, short(&picture.path)))
            .collect()
    }

    #[test]
    fn pictures_are_found_by_their_names() {
        let names = [
            "movie.nfo",
            "Poster.JPG",
            "fanart.jpg",
            "extrafanart/fanart10.jpg",
            "extrafanart/fanart2.jpg",
            "extrafanart/a.txt",
        ];
        assert_eq!(
            found(&names, "movie.nfo"),
            [
                ("picBig", "fanart.jpg".to_owned()),
                ("picSmall", "Poster.JPG".to_owned()),
                ("imageBig", "extrafanart/fanart2.jpg".to_owned()),
                ("imageBig", "extrafanart/fanart10.jpg".to_owned()),
            ]
        );
    }

    #[test]
    fn the_file_may_name_its_pictures() {
        let names = ["ABC-1.nfo", "ABC-2.nfo", "Front.jpg", "ABC-1-poster.jpg"];
        let front = [("picSmall", "front.jpg".to_owned())];
        assert_eq!(
            found_with(&names, "ABC-1.nfo", &front),
            [("picSmall", "Front.jpg".to_owned())]
        );
        let absent = [("picSmall", "back.jpg".to_owned())];
        assert_eq!(
            found_with(&names, "ABC-1.nfo", &absent),
            [("picSmall", "ABC-1-poster.jpg".to_owned())]
        );
    }

    #[test]
    fn pictures_may_be_called_like_the_video() {
        let names = [
            "movie.nfo",
            "ABC-1.mp4",
            "ABC-1-poster.jpg",
            "ABC-1_fanart.jpg",
            "ABC-1-fanart1.jpg",
        ];
        assert_eq!(
            found(&names, "movie.nfo"),
            [
                ("picBig", "ABC-1_fanart.jpg".to_owned()),
                ("picSmall", "ABC-1-poster.jpg".to_owned()),
                ("imageBig", "ABC-1-fanart1.jpg".to_owned()),
            ]
        );
        let names = ["ABC-1-C.nfo", "ABC-1-poster.jpg", "ABC-2.nfo", "ABC-2.jpg"];
        assert_eq!(
            found(&names, "ABC-1-C.nfo"),
            [("picSmall", "ABC-1-poster.jpg".to_owned())]
        );
        assert_eq!(
            found(&names, "ABC-2.nfo"),
            [("picBig", "ABC-2.jpg".to_owned())]
        );
    }

    #[test]
    fn in_a_folder_of_several_films_each_has_its_own() {
        let names = [
            "ABC-1.nfo",
            "ABC-2.nfo",
            "poster.jpg",
            "ABC-1-poster.jpg",
            "abc-1-thumb.png",
        ];
        assert_eq!(
            found(&names, "ABC-1.nfo"),
            [
                ("picBig", "abc-1-thumb.png".to_owned()),
                ("picSmall", "ABC-1-poster.jpg".to_owned())
            ]
        );
        assert!(found(&names, "ABC-2.nfo").is_empty());
        let parts = ["ABC-1-cd1.nfo", "ABC-1-cd2.nfo", "ABC-1-poster.jpg"];
        assert_eq!(
            found(&parts, "ABC-1-cd2.nfo"),
            [("picSmall", "ABC-1-poster.jpg".to_owned())]
        );
    }
}
