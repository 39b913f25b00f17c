//! Which films there are to add, and the work of each.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use yingku_catalogue::jobs::film_job::Film;
use yingku_catalogue::kinds::Channel;
use yingku_catalogue::works::admin::online::{self, FilmWork};
use yingku_db::Db;
use yingku_film::{FilmError, is_subtitle};
use yingku_formats::values::find::{find_in_name, joined};

use crate::cli::AddFilmArgs;

/// The films among the files, with the subtitles that belong to each. Without `--work` each has its number in its name.
pub(super) fn films(args: &AddFilmArgs) -> anyhow::Result<Vec<Film>> {
    if let Some(missing) = args.files.iter().find(|file| !file.exists()) {
        return Err(FilmError::NoFile(missing.clone()).into());
    }
    let (subtitles, films): (Vec<&PathBuf>, Vec<&PathBuf>) =
        args.files.iter().partition(|file| is_subtitle(file));
    anyhow::ensure!(!films.is_empty(), "没有影片，只有字幕");
    anyhow::ensure!(
        args.work.is_none() || films.len() == 1,
        "用 --work 一次只能添加一部影片：其余文件只能是字幕"
    );
    let is_one = films.len() == 1;
    let film = |file: &&PathBuf| {
        let name = stem(file);
        let own = subtitles
            .iter()
            .filter(|subtitle| is_one || stem(subtitle).starts_with(&name));
        let own: Vec<String> = own.map(|file| absolute(file)).collect::<Result<_, _>>()?;
        anyhow::Ok(Film {
            number: match &args.work {
                Some(number) => number.trim().to_owned(),
                None => number_of(file),
            },
            channel: args.channel,
            path: absolute(file)?,
            subtitles: serde_json::to_string(&own)?,
            replaces: args.replace,
        })
    };
    films.iter().map(film).collect()
}

fn absolute(file: &Path) -> anyhow::Result<String> {
    let file = std::path::absolute(file)?;
    let text = file.to_str();
    text.map(str::to_owned)
        .with_context(|| format!("文件名不是 UTF-8：{}", file.display()))
}

fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// The number in the name of a film; empty if there is none.
pub(super) fn number_of(file: &Path) -> String {
    let name = stem(file);
    find_in_name(&name)
        .or_else(|| joined(&name))
        .unwrap_or_default()
}

/// The work of a film, whose number may be in any spelling: as it is, with a hyphen, without needless zeros.
pub(super) fn find_work(db: &Db, film: &Film) -> anyhow::Result<FilmWork> {
    let wanted = &film.number;
    anyhow::ensure!(
        !wanted.is_empty(),
        "{} 里没有番号：请指定作品（命令行用 --work）",
        stem(Path::new(&film.path))
    );
    let close = wanted.replace(char::is_whitespace, "");
    let spellings = [
        Some(wanted.to_owned()),
        find_in_name(wanted),
        joined(&close),
    ];
    let mut found = Vec::new();
    for spelling in spellings.iter().flatten() {
        found = db.query_now(|conn| online::find(conn, spelling, film.channel))?;
        if !found.is_empty() {
            break;
        }
    }
    let channels = found
        .iter()
        .filter_map(|work| Channel::from_code(work.mod_id));
    let channels: Vec<_> = channels.map(Channel::as_str).collect();
    match found.as_slice() {
        [work] => Ok(work.clone()),
        [] => anyhow::bail!("没有番号为 {wanted} 的作品"),
        _ => anyhow::bail!(
            "{wanted} 在几个频道中都有（{}）：请用作品的 id，命令行也可以用 --channel",
            channels.join("、")
        ),
    }
}
