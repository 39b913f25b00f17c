//! Pictures of a film: tiles for the seek bar with a WebVTT that says which is when, stills, and a cover. They are made from
//! the finished stream, which is small and known to be readable.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::error::FilmError;
use crate::order::Order;
use crate::plan::{Plan, Rendition};
use crate::process::{Line, run};
use crate::tools::{failed, words};

/// Most tiles of a film.
const MAX_TILES: u64 = 400;
/// Tiles of a file: this many in a row, and rows.
const ACROSS: u64 = 5;
/// Longest side of a tile.
const TILE: u32 = 160;
/// Seconds between tiles from which on keyframes alone will do.
const KEYFRAMES_ONLY_FROM: u64 = 8;
/// Stills of a film.
const STILLS: usize = 6;

/// Makes them in the folder of the stream; whether there are tiles. What fails is noted: a film plays without.
pub(crate) fn make(
    order: &Order<'_>,
    folder: &Path,
    plan: &Plan,
    notes: &mut Vec<String>,
) -> Result<bool, FilmError> {
    let (Some(best), Some(smallest)) = (plan.renditions.first(), plan.renditions.last()) else {
        return Ok(false);
    };
    let mut made = |done: Result<(), FilmError>, what: &str| match done {
        Ok(()) => Ok(true),
        Err(fault @ (FilmError::Interrupted | FilmError::Full)) => Err(fault),
        Err(fault) => {
            notes.push(format!("{what}未能生成：{fault}"));
            Ok(false)
        }
    };
    let has_tiles = made(tiles(order, folder, plan.duration, smallest), "进度预览图")?;
    made(stills(order, folder, best), "剧照")?;
    made(cover(order, folder, plan.duration, best), "封面")?;
    Ok(has_tiles)
}

/// Seconds from a tile to the next.
fn interval(duration: Duration) -> u64 {
    duration.as_secs().div_ceil(MAX_TILES).max(1)
}

/// The size of a tile.
fn tile_of(rendition: &Rendition) -> (u32, u32) {
    let longest = rendition.width.max(rendition.height);
    let side = |length: u32| (length.saturating_mul(TILE) / longest).max(2) & !1;
    (side(rendition.width), side(rendition.height))
}

fn tiles(
    order: &Order<'_>,
    folder: &Path,
    duration: Duration,
    from: &Rendition,
) -> Result<(), FilmError> {
    let seek = folder.join("seek");
    fs::create_dir(&seek)?;
    let (seconds, (width, height)) = (interval(duration), tile_of(from));
    let mut command = order.tools.ffmpeg();
    if seconds >= KEYFRAMES_ONLY_FROM {
        command.args(["-skip_frame", "nokey"]);
    }
    stream(&mut command, from);
    let filters = format!(
        "fps=1/{seconds}:start_time=0:round=up,scale={width}:{height},setsar=1,tile={ACROSS}x{ACROSS}"
    );
    words(&mut command, "-an -sn -q:v 5 -vf");
    words(
        &mut command,
        &format!("{filters} -start_number 0 seek/%d.jpg"),
    );
    finish(order, folder, &mut command)?;
    let mut files = 0;
    while seek.join(format!("{files}.jpg")).is_file() {
        files += 1;
    }
    if files == 0 {
        return Err(failed("ffmpeg", "no picture"));
    }
    fs::write(
        seek.join("index.vtt"),
        index(duration, seconds, (width, height), files),
    )?;
    Ok(())
}

/// Which part of which file shows which seconds.
fn index(duration: Duration, seconds: u64, (width, height): (u32, u32), files: u64) -> String {
    let per_file = ACROSS * ACROSS;
    let count = duration
        .as_secs()
        .div_ceil(seconds)
        .max(1)
        .min(files * per_file);
    let mut text = "WEBVTT\n".to_owned();
    for tile in 0..count {
        let (from, to) = (time(tile * seconds), time((tile + 1) * seconds));
        let (file, place) = (tile / per_file, tile % per_file);
        let (left, top) = (
            place % ACROSS * u64::from(width),
            place / ACROSS * u64::from(height),
        );
        let _ = write!(
            text,
            "\n{from} --> {to}\n{file}.jpg#xywh={left},{top},{width},{height}\n"
        );
    }
    text
}

fn time(seconds: u64) -> String {
    format!(
        "{:02}:{:02}:{:02}.000",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60
    )
}

fn stills(order: &Order<'_>, folder: &Path, from: &Rendition) -> Result<(), FilmError> {
    fs::create_dir(folder.join("stills"))?;
    let name = from.name();
    let segment = |place: usize| format!("{name}/{place:05}.m4s");
    let mut count = 0;
    while folder.join(segment(count)).is_file() {
        count += 1;
    }
    for (still, place) in places(count).into_iter().enumerate() {
        let mut command = order.tools.ffmpeg();
        words(&mut command, "-protocol_whitelist file,pipe,concat -i");
        // The first picture of a segment: ffmpeg 5.1 cannot seek in a playlist of such files.
        command.arg(format!("concat:{name}/init.mp4|{}", segment(place)));
        words(&mut command, "-an -sn -frames:v 1 -q:v 3 -update 1");
        command.arg(format!("stills/{}.jpg", still + 1));
        finish(order, folder, &mut command)?;
    }
    Ok(())
}

/// The segments of which stills are made: neither titles nor credits of a film that has enough.
fn places(count: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..STILLS)
        .map(|still| count * (10 + still * 15) / 100)
        .collect();
    places.dedup();
    places.retain(|place| *place < count);
    places
}

/// The most typical picture of the first third.
fn cover(
    order: &Order<'_>,
    folder: &Path,
    duration: Duration,
    from: &Rendition,
) -> Result<(), FilmError> {
    let mut command = order.tools.ffmpeg();
    words(&mut command, "-skip_frame nokey");
    let part = (duration / 3).as_secs_f64().clamp(1.0, 400.0);
    command.arg("-t").arg(format!("{part:.3}"));
    stream(&mut command, from);
    words(
        &mut command,
        "-an -sn -vf thumbnail=100 -frames:v 1 -q:v 3 -update 1 cover.jpg",
    );
    finish(order, folder, &mut command)
}

fn stream(command: &mut Command, rendition: &Rendition) {
    words(command, "-protocol_whitelist file,pipe -i");
    command.arg(format!("{}/index.m3u8", rendition.name()));
}

fn finish(order: &Order<'_>, folder: &Path, command: &mut Command) -> Result<(), FilmError> {
    command.current_dir(folder);
    let ended = run(command, order.stop, order.tools.idle, |_| Line::KeepAlive)?;
    match ended.status.success() {
        true => Ok(()),
        false => Err(failed("ffmpeg", &ended.stderr)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_numbered_across_files() {
        let text = index(Duration::from_secs(60), 2, (160, 90), 2);
        assert!(
            text.starts_with("WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n0.jpg#xywh=0,0,160,90\n"),
            "{text}"
        );
        assert!(
            text.contains("00:00:14.000 --> 00:00:16.000\n0.jpg#xywh=320,90,160,90\n"),
            "{text}"
        );
        assert!(
            text.ends_with("00:00:58.000 --> 00:01:00.000\n1.jpg#xywh=640,0,160,90\n"),
            "{text}"
        );
    }

    #[test]
    fn stills_are_spread_over_a_film() {
        assert_eq!(places(1_800), [180, 450, 720, 990, 1_260, 1_530]);
        assert_eq!(places(2), [0, 1]);
        assert_eq!(places(1), [0]);
        assert!(places(0).is_empty());
    }

    #[test]
    fn long_films_have_no_more_tiles() {
        assert_eq!(interval(Duration::from_secs(3)), 1);
        assert_eq!(interval(Duration::from_secs(7_200)), 18);
    }
}
