//! Makes a film: everything in a folder that nobody sees yet.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::arguments::{audio_folder, encode};
use crate::error::FilmError;
use crate::keyframes::longest_gap;
use crate::master::{MasterPlaylist, Track, codec_of, measure};
use crate::order::Order;
use crate::place::Place;
use crate::plan::{Plan, Rendition, may_copy, plan};
use crate::process::{Line, last_lines, run};
use crate::tools::failed;
use crate::{pictures, subtitles};

/// A film may lack this part of its length, and these seconds besides, before it counts as damaged.
const MISSING_DIVISOR: u32 = 20;
const MISSING_SECONDS: Duration = Duration::from_secs(2);
/// A disk with less than this many bytes is full.
const MIN_FREE: u64 = 4 * 1024 * 1024;
const MEGABYTE: u64 = 1_000_000;

/// What was made.
#[derive(Debug)]
pub struct FilmSummary {
    /// Where it is until [`Place::publish`].
    pub folder: PathBuf,
    /// The qualities, the best first.
    pub renditions: Vec<Rendition>,
    /// How many sounds.
    pub audio: usize,
    /// How many subtitles.
    pub subtitles: usize,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

/// Makes a film in the staging folder of its place and calls `progress` with the fraction done.
///
/// # Errors
/// Nothing is published; the next run removes what this one left.
pub fn make(
    order: &Order<'_>,
    place: &Place,
    progress: &mut dyn FnMut(Duration),
) -> Result<FilmSummary, FilmError> {
    let gap = match may_copy(order.source) {
        true => Some(longest_gap(
            order.tools,
            order.film,
            order.source,
            order.stop,
        )?),
        false => None,
    };
    let plan = plan(order.source, gap);
    check_room(place, &plan)?;
    let root = place.fresh()?;
    let folder = root.join(order.build);
    fs::create_dir(&folder)?;
    encode_all(order, place, &plan, &folder, progress)?;
    let mut notes: Vec<String> = order
        .source
        .left_out
        .iter()
        .map(|what| format!("{what} 不受支持，已略过"))
        .collect();
    let mut listing = measured(order, &plan, &folder)?;
    listing.subtitles = subtitles::make(order, &folder, &mut notes)?;
    listing.has_thumbnails = pictures::make(order, &folder, &plan, &mut notes)?;
    fs::write(root.join("index.m3u8"), listing.text())?;
    order.stop.check()?;
    Ok(FilmSummary {
        folder: root,
        audio: listing.audio.len(),
        subtitles: listing.subtitles.len(),
        renditions: plan.renditions,
        notes,
    })
}

fn check_room(place: &Place, plan: &Plan) -> Result<(), FilmError> {
    let free = place.free()?;
    if free < plan.max_bytes {
        return Err(FilmError::NoRoom {
            need: plan.max_bytes.div_ceil(MEGABYTE),
            free: free / MEGABYTE,
        });
    }
    Ok(())
}

/// Makes every picture and sound.
fn encode_all(
    order: &Order<'_>,
    place: &Place,
    plan: &Plan,
    folder: &Path,
    progress: &mut dyn FnMut(Duration),
) -> Result<(), FilmError> {
    let names = plan.renditions.iter().map(Rendition::name);
    let audio = (0..order.source.audio.len()).map(audio_folder);
    for name in names.chain(audio) {
        fs::create_dir(folder.join(name))?;
    }
    let mut command = encode(order.tools, order.film, order.source, plan);
    command.current_dir(folder);
    let mut last = Duration::ZERO;
    let ended = run(&mut command, order.stop, order.tools.idle, |line| {
        // With a full disk ffmpeg continues, and exits with success.
        match done_of(line) {
            _ if is_full(place) => Line::Fail(FilmError::Full),
            Some(done) if done > last => {
                last = done;
                progress(done.min(plan.duration));
                Line::Progress
            }
            _ => Line::KeepAlive,
        }
    })?;
    if is_full(place) {
        return Err(FilmError::Full);
    }
    if ended.status.success() {
        return Ok(());
    }
    Err(match failed("ffmpeg", &ended.stderr) {
        FilmError::Failed { stderr, .. } if ended.stderr.contains("Invalid data found") => {
            FilmError::Damaged(stderr)
        }
        fault => fault,
    })
}

fn is_full(place: &Place) -> bool {
    place.free().is_ok_and(|free| free < MIN_FREE)
}

/// How much of the film is done, in a line of ffmpeg's progress.
fn done_of(line: &str) -> Option<Duration> {
    let us = line.strip_prefix("out_time_us=")?.trim().parse().ok()?;
    Some(Duration::from_micros(us))
}

/// The pictures and sounds as they were made, if the film is whole.
fn measured(order: &Order<'_>, plan: &Plan, folder: &Path) -> Result<MasterPlaylist, FilmError> {
    let mut listing = MasterPlaylist {
        folder: order.build.to_owned(),
        ..MasterPlaylist::default()
    };
    for rendition in &plan.renditions {
        let own = folder.join(rendition.name());
        let broken = |_| FilmError::Damaged("没有可解码的画面".to_owned());
        let header = fs::read(own.join("init.mp4")).map_err(broken)?;
        let codec = codec_of(&header).ok_or_else(|| FilmError::Damaged(last_lines("no avcC")))?;
        listing
            .pictures
            .push((rendition.clone(), measure(&own)?, codec));
    }
    for (place, audio_track) in order.source.audio.iter().enumerate() {
        let own = audio_folder(place);
        let measured = measure(&folder.join(&own))?;
        // A declared track without content.
        if measured.duration.is_zero() {
            continue;
        }
        let track = Track {
            folder: own,
            language: audio_track.language.clone(),
            title: audio_track.title.clone(),
            is_default: audio_track.is_default,
            is_forced: false,
        };
        listing.audio.push((track, measured));
    }
    let pictures = listing
        .pictures
        .iter()
        .map(|(_, measured, _)| measured.duration);
    let audio = listing.audio.iter().map(|(_, measured)| measured.duration);
    let readable = pictures.chain(audio).max().unwrap_or_default();
    if readable + plan.duration / MISSING_DIVISOR + MISSING_SECONDS < plan.duration {
        let (readable, all) = (readable.as_secs(), plan.duration.as_secs());
        return Err(FilmError::Damaged(format!(
            "全长 {all} 秒，只能读出 {readable} 秒"
        )));
    }
    Ok(listing)
}

#[cfg(test)]
#[path = "make_tests.rs"]
mod tests;
