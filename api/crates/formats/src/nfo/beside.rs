//! Pictures beside an NFO file, by the names that writers give them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::Picture;

const ENDINGS: [&str; 5] = ["jpg", "jpeg", "png", "webp", "avif"];
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
    /// The pictures of the film that an NFO file describes.
    pub(super) fn pictures(&mut self, nfo: &Path) -> Vec<Picture> {
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
        let mut pictures = Vec::new();
        pictures.extend(self.best(&stem, &BIG).map(|path| picture("picBig", path)));
        pictures.extend(
            self.best(&stem, &SMALL)
                .map(|path| picture("picSmall", path)),
        );
        if self.is_of_one {
            let stills = STILLS.iter().flat_map(|name| stills(&folder.join(name)));
            pictures.extend(
                stills
                    .take(MAX_STILLS)
                    .map(|path| picture("imageBig", path)),
            );
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

    fn best(&self, stem: &str, kinds: &[&str]) -> Option<PathBuf> {
        let stem = without_part(stem);
        let owned = kinds.iter().map(|kind| format!("{stem}-{kind}"));
        let shared = kinds
            .iter()
            .filter(|_| self.is_of_one)
            .map(|kind| (*kind).to_owned());
        owned.chain(shared).find_map(|wanted| {
            let of_kind = |(_, lower): &&(String, String)| {
                let split = lower.rsplit_once('.');
                split.is_some_and(|(name, ending)| name == wanted && ENDINGS.contains(&ending))
            };
            let (name, _) = self.names.iter().find(of_kind)?;
            Some(self.folder.join(name))
        })
    }
}

/// A film's name without that of a part: `abc-123-cd1`.
pub(super) fn without_part(stem: &str) -> &str {
    let Some((name, part)) = stem.rsplit_once(['-', ' ', '.']) else {
        return stem;
    };
    let number = ["cd", "part", "pt", "disc"].iter().find_map(|word| {
        let (head, rest) = part.split_at_checked(word.len())?;
        head.eq_ignore_ascii_case(word).then_some(rest)
    });
    match number {
        Some(number) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            name
        }
        _ => stem,
    }
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
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "x").unwrap();
        }
        let pictures = SiblingFiles::default().pictures(&folder.path().join(nfo));
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
