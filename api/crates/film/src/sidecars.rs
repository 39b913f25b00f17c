//! Subtitles in separate files: next to a film with its name, or named by the operator.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::languages;

/// Endings of subtitles that are text.
const ENDINGS: [&str; 4] = ["srt", "ass", "ssa", "vtt"];
/// Largest file, bytes.
const MAX_BYTES: u64 = 8 * 1024 * 1024;
/// Longest title, characters.
const MAX_TITLE: usize = 60;

/// A file with subtitles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sidecar {
    pub(crate) file: PathBuf,
    pub(crate) language: String,
    pub(crate) title: String,
}

/// Whether a file is one with subtitles, by its name.
#[must_use]
pub fn is_subtitle(file: &Path) -> bool {
    let ending = file
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

/// The files next to `film` that have its name: `film.srt`, `film.zh.ass`, `film.简体.vtt`.
pub(crate) fn find_sidecars(film: &Path) -> io::Result<Vec<Sidecar>> {
    let (Some(folder), Some(name)) = (film.parent(), stem(film)) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        if is_subtitle(&file) && file.is_file() && is_of(&file, &name) {
            found.push(described(&file, &name));
        }
    }
    found.sort_by(|one, other| one.file.cmp(&other.file));
    Ok(found)
}

/// A file that the operator has named.
pub(crate) fn named(file: &Path, film: &Path) -> Sidecar {
    described(file, &stem(film).unwrap_or_default())
}

fn stem(file: &Path) -> Option<String> {
    file.file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
}

fn is_of(file: &Path, film: &str) -> bool {
    let rest = stem(file).and_then(|stem| stem.strip_prefix(film).map(str::to_owned));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// What the words between the film's name and the ending say: a language, or a title.
fn described(file: &Path, film: &str) -> Sidecar {
    let own = stem(file).unwrap_or_default();
    let words = own.strip_prefix(film);
    let (mut language, mut title) = (String::new(), Vec::new());
    for word in words
        .unwrap_or(&own)
        .split('.')
        .filter(|word| !word.is_empty())
    {
        match languages::known(word) {
            Some(known) if language.is_empty() => known.clone_into(&mut language),
            _ if words.is_some() => title.push(word),
            _ => {}
        }
    }
    let is_odd = |letter: char| letter.is_control() || letter == '"';
    let title = title
        .join(" ")
        .chars()
        .filter(|&letter| !is_odd(letter))
        .take(MAX_TITLE)
        .collect();
    Sidecar {
        file: file.to_owned(),
        language,
        title,
    }
}

/// The encoding of a file that is not Unicode, for ffmpeg; an error for one that is no text.
pub(crate) fn encoding(sidecar: &Sidecar) -> io::Result<Option<&'static str>> {
    if fs::metadata(&sidecar.file)?.len() > MAX_BYTES {
        return Err(io::Error::other("文件过大"));
    }
    let bytes = fs::read(&sidecar.file)?;
    let is_utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    if is_utf16 || str::from_utf8(&bytes).is_ok() {
        return Ok(None);
    }
    if bytes.contains(&0) {
        return Err(io::Error::other("不是文本"));
    }
    Ok(Some(if sidecar.language == "zh-Hant" {
        "BIG5"
    } else {
        "GB18030"
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_same_name_are_found_with_their_languages() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "片.1.mkv",
            "片.1.srt",
            "片.1.chs.ass",
            "片.1.eng.导评.SRT",
            "片.10.srt",
            "片.1.nfo",
            "other.srt",
        ] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        let found = find_sidecars(&folder.path().join("片.1.mkv")).unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|one| (one.language.as_str(), one.title.as_str()))
            .collect();
        assert_eq!(found, [("zh-Hans", ""), ("en", "导评"), ("", "")]);
        let named = named(Path::new("/x/subs.final.zh.srt"), Path::new("/y/film.mkv"));
        assert_eq!((named.language.as_str(), named.title.as_str()), ("zh", ""));
    }

    #[test]
    fn the_encoding_of_chinese_text_is_recognised() {
        let folder = tempfile::tempdir().unwrap();
        let of = |bytes: &[u8]| {
            let file = folder.path().join("a.srt");
            fs::write(&file, bytes).unwrap();
            encoding(&named(&file, Path::new("a.mkv"))).ok()
        };
        assert_eq!(of("你好".as_bytes()), Some(None));
        assert_eq!(of(b"\xff\xfe\x60\x4f"), Some(None));
        assert_eq!(of(b"\xc4\xe3\xba\xc3"), Some(Some("GB18030")));
        assert_eq!(of(b"\xc4\xe3\x00"), None);
    }
}
