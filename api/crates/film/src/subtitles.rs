//! Subtitles as WebVTT: tracks of the film, and files next to it. What cannot be read is left out with a note; a film is
//! not lost for it.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::error::FilmError;
use crate::master::{Track, write_text_playlist};
use crate::order::Order;
use crate::process::{Line, run};
use crate::sidecars::{self, Sidecar};
use crate::source::Subtitle;
use crate::tools::{address_of, failed, input};
use crate::webvtt;

/// Most subtitles of a film.
const MAX_SUBTITLES: usize = 16;

/// Makes the subtitles in the folder of the stream; lists those that were made, and notes about the others.
pub(crate) fn make(
    order: &Order<'_>,
    folder: &Path,
    notes: &mut Vec<String>,
) -> Result<Vec<Track>, FilmError> {
    let mut tracks = Vec::new();
    // A folder that cannot be listed has none that could be read.
    let mut sidecars = sidecars::find_sidecars(order.film).unwrap_or_default();
    for file in order.subtitles {
        let file = std::path::absolute(file)?;
        if !sidecars.iter().any(|known| known.file == file) {
            sidecars.push(sidecars::named(&file, order.film));
        }
    }
    for sidecar in &sidecars {
        let track = track(tracks.len(), &sidecar.language, &sidecar.title, false);
        let name = sidecar
            .file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        note(
            convert(order, folder, sidecar, &track),
            &format!("字幕文件 {name}"),
            notes,
            || tracks.push(track),
        )?;
    }
    let from = tracks.len();
    let inside: Vec<Track> = order
        .source
        .subtitles
        .iter()
        .enumerate()
        .map(|(place, subtitle)| of_film(from + place, subtitle))
        .collect();
    let pairs: Vec<_> = order.source.subtitles.iter().zip(&inside).collect();
    if !pairs.is_empty()
        && let Err(fault) = extract(order, folder, &pairs)
    {
        order.stop.check()?;
        // One that is broken fails them all.
        let alone = |pair| extract(order, folder, std::slice::from_ref(pair)).is_ok();
        let any = pairs.iter().filter(|pair| alone(pair)).count();
        if any < pairs.len() {
            notes.push(format!("{} 个字幕未能读取：{fault}", pairs.len() - any));
        }
    }
    tracks.extend(inside);
    tracks.retain(|track| has_lines(&folder.join(&track.folder)));
    tracks.truncate(MAX_SUBTITLES);
    for track in &tracks {
        write_text_playlist(&folder.join(&track.folder), order.source.duration)?;
    }
    Ok(tracks)
}

/// Notes a failure that concerns a subtitle alone, and passes on any other.
fn note(
    done: Result<(), FilmError>,
    what: &str,
    notes: &mut Vec<String>,
    then: impl FnOnce(),
) -> Result<(), FilmError> {
    match done {
        Ok(()) => then(),
        Err(fault @ (FilmError::Interrupted | FilmError::Full)) => return Err(fault),
        Err(fault) => notes.push(format!("{what} 未能读取：{fault}")),
    }
    Ok(())
}

fn track(place: usize, language: &str, title: &str, is_forced: bool) -> Track {
    Track {
        folder: format!("text{place}"),
        language: language.to_owned(),
        title: title.to_owned(),
        is_default: false,
        is_forced,
    }
}

fn of_film(place: usize, subtitle: &Subtitle) -> Track {
    track(
        place,
        &subtitle.language,
        &subtitle.title,
        subtitle.is_forced,
    )
}

/// Converts a file.
fn convert(
    order: &Order<'_>,
    folder: &Path,
    sidecar: &Sidecar,
    track: &Track,
) -> Result<(), FilmError> {
    let encoding = sidecars::encoding(sidecar)?;
    let own = fs::read_to_string(&sidecar.file).ok();
    if let Some(cues) = own.as_deref().and_then(webvtt::cues_of) {
        let to = folder.join(&track.folder);
        fs::create_dir_all(&to)?;
        fs::write(to.join("text.vtt"), cues)?;
        return Ok(());
    }
    let mut command = order.tools.ffmpeg();
    if let Some(encoding) = encoding {
        command.args(["-sub_charenc", encoding]);
    }
    command.args([
        "-protocol_whitelist",
        "file,pipe",
        "-format_whitelist",
        "srt,ass,webvtt",
        "-i",
    ]);
    command.arg(address_of(&sidecar.file));
    output(&mut command, folder, "0:s:0", track)?;
    finish(order, folder, &mut command)?;
    correct(folder, track)
}

/// Takes tracks out of the film, reading it once.
fn extract(
    order: &Order<'_>,
    folder: &Path,
    tracks: &[(&Subtitle, &Track)],
) -> Result<(), FilmError> {
    let mut command = order.tools.ffmpeg();
    input(&mut command, order.film);
    for (subtitle, track) in tracks {
        output(
            &mut command,
            folder,
            &format!("0:{}", subtitle.stream),
            track,
        )?;
    }
    finish(order, folder, &mut command)?;
    tracks
        .iter()
        .try_for_each(|(_, track)| correct(folder, track))
}

/// Corrects what ffmpeg has made of a track.
fn correct(folder: &Path, track: &Track) -> Result<(), FilmError> {
    let file = folder.join(&track.folder).join("text.vtt");
    if let Ok(text) = fs::read_to_string(&file) {
        fs::write(&file, webvtt::corrected(&text))?;
    }
    Ok(())
}

fn output(
    command: &mut Command,
    folder: &Path,
    stream: &str,
    track: &Track,
) -> Result<(), FilmError> {
    fs::create_dir_all(folder.join(&track.folder))?;
    command.args([
        "-map",
        stream,
        "-map_metadata",
        "-1",
        "-c:s",
        "webvtt",
        "-f",
        "webvtt",
        "-y",
    ]);
    command.arg(format!("{}/text.vtt", track.folder));
    Ok(())
}

fn finish(order: &Order<'_>, folder: &Path, command: &mut Command) -> Result<(), FilmError> {
    command.current_dir(folder);
    // Between two lines there may be gigabytes of picture.
    let idle = order
        .tools
        .idle
        .saturating_mul(6)
        .min(Duration::from_secs(3_600));
    let ended = run(command, order.stop, idle, |_| Line::KeepAlive)?;
    match ended.status.success() {
        true => Ok(()),
        false => Err(failed("ffmpeg", &ended.stderr)),
    }
}

/// Whether any line was made; an empty track only confuses the menu.
fn has_lines(folder: &Path) -> bool {
    let has = fs::read_to_string(folder.join("text.vtt")).is_ok_and(|text| text.contains("-->"));
    if !has {
        let _ = fs::remove_dir_all(folder);
    }
    has
}
