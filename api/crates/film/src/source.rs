//! What a film file contains, parsed from ffprobe's JSON.

use std::collections::HashMap;
use std::time::Duration;

use serde::Deserialize;

use crate::error::FilmError;
use crate::languages;

/// Most sounds and subtitles of a film; further ones are left out.
const MAX_TRACKS: usize = 16;
/// Longest film, and the shortest.
const MAX_DURATION: Duration = Duration::from_secs(24 * 3_600);
const MIN_DURATION: Duration = Duration::from_millis(100);
/// Longest name of a track, characters.
const MAX_NAME: usize = 60;
/// Codecs of subtitles that are text. Others are pictures of text.
const TEXTS: &[&str] = &["subrip", "srt", "ass", "ssa", "webvtt", "mov_text", "text"];
/// Codecs of single pictures and of text drawn as a picture: in a container for films they are covers.
const NO_FILMS: &[&str] = &[
    "png", "gif", "bmp", "webp", "tiff", "ansi", "none", "unknown",
];

/// A film file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The container's names in ffmpeg.
    pub(crate) container: String,
    /// Its length.
    pub duration: Duration,
    /// Its size.
    pub(crate) bytes: u64,
    pub(crate) picture: Picture,
    pub(crate) audio: Vec<AudioTrack>,
    pub(crate) subtitles: Vec<Subtitle>,
    /// What cannot be used, for a note.
    pub(crate) left_out: Vec<String>,
}

/// The picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) stream: u32,
    pub(crate) codec: String,
    pub(crate) profile: String,
    pub(crate) level: i32,
    pub(crate) pixels: String,
    /// As shown: turned, and with square pixels.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Whether it is stored as shown.
    pub(crate) is_plain: bool,
    pub(crate) is_interlaced: bool,
    pub(crate) is_hdr: bool,
    pub(crate) rate: Rate,
    /// How much later than the file it begins.
    pub(crate) delay: Duration,
}

/// Frames per second, as a fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rate {
    pub(crate) frames: u32,
    pub(crate) seconds: u32,
}

/// A track of sound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AudioTrack {
    pub(crate) stream: u32,
    /// Whether every player plays it as it is.
    pub(crate) is_fit: bool,
    pub(crate) language: String,
    pub(crate) title: String,
    pub(crate) is_default: bool,
}

/// A track of subtitles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Subtitle {
    pub(crate) stream: u32,
    pub(crate) language: String,
    pub(crate) title: String,
    pub(crate) is_forced: bool,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    streams: Vec<Stream>,
    format: Option<Format>,
}

#[derive(Deserialize)]
struct Format {
    #[serde(default)]
    format_name: String,
    duration: Option<String>,
    start_time: Option<String>,
    size: Option<String>,
}

#[derive(Deserialize)]
struct Stream {
    index: u32,
    #[serde(default)]
    codec_type: String,
    #[serde(default)]
    codec_name: String,
    #[serde(default)]
    profile: String,
    #[serde(default)]
    level: i32,
    #[serde(default)]
    width: u32,
    #[serde(default)]
    height: u32,
    #[serde(default)]
    pix_fmt: String,
    #[serde(default)]
    sample_aspect_ratio: String,
    #[serde(default)]
    field_order: String,
    #[serde(default)]
    color_transfer: String,
    #[serde(default)]
    r_frame_rate: String,
    #[serde(default)]
    avg_frame_rate: String,
    start_time: Option<String>,
    duration: Option<String>,
    #[serde(default)]
    channels: u32,
    #[serde(default)]
    sample_rate: String,
    #[serde(default)]
    tags: HashMap<String, String>,
    #[serde(default)]
    disposition: HashMap<String, i32>,
    #[serde(default)]
    side_data_list: Vec<SideData>,
}

#[derive(Deserialize)]
struct SideData {
    rotation: Option<f64>,
}

impl Source {
    /// Parses ffprobe's answer.
    pub(crate) fn parse(json: &str) -> Result<Self, FilmError> {
        let answer: Answer = serde_json::from_str(json).map_err(|_| FilmError::NotAFilm)?;
        let format = answer.format.ok_or(FilmError::NotAFilm)?;
        let begin = seconds(format.start_time.as_deref()).unwrap_or_default();
        let of_kind = |kind: &'static str| {
            answer
                .streams
                .iter()
                .filter(move |stream| stream.codec_type == kind)
        };
        let picture = of_kind("video")
            .find(|stream| stream.is_film())
            .ok_or(FilmError::NoPicture)?;
        let longest = answer
            .streams
            .iter()
            .filter_map(|stream| seconds(stream.duration.as_deref()))
            .max();
        let duration = seconds(format.duration.as_deref()).or(longest);
        let duration = duration
            .filter(|length| (MIN_DURATION..=MAX_DURATION).contains(length))
            .ok_or_else(|| FilmError::Damaged("没有有效的时长".to_owned()))?;
        let mut left_out = Vec::new();
        let mut audio = Vec::new();
        for stream in of_kind("audio") {
            if stream.channels == 0 || audio.len() == MAX_TRACKS {
                left_out.push(format!("音轨 {} ({})", stream.index, stream.codec_name));
            } else {
                audio.push(stream.audio_track(begin));
            }
        }
        let mut subtitles = Vec::new();
        for stream in of_kind("subtitle") {
            if TEXTS.contains(&stream.codec_name.as_str()) && subtitles.len() < MAX_TRACKS {
                subtitles.push(stream.subtitle());
            } else {
                left_out.push(format!("字幕 {} ({})", stream.index, stream.codec_name));
            }
        }
        Ok(Self {
            picture: picture.picture(begin)?,
            container: format.format_name,
            duration,
            bytes: format.size.and_then(|size| size.parse().ok()).unwrap_or(0),
            audio,
            subtitles,
            left_out,
        })
    }
}

impl Stream {
    fn is(&self, disposition: &str) -> bool {
        self.disposition
            .get(disposition)
            .is_some_and(|&set| set != 0)
    }

    fn is_film(&self) -> bool {
        !self.is("attached_pic")
            && !self.is("timed_thumbnails")
            && !NO_FILMS.contains(&self.codec_name.as_str())
    }

    fn tag(&self, name: &str) -> &str {
        self.tags.get(name).map_or("", String::as_str)
    }

    fn title(&self) -> String {
        let is_odd = |letter: char| letter.is_control() || letter == '"';
        let title: String = self
            .tag("title")
            .chars()
            .filter(|&letter| !is_odd(letter))
            .take(MAX_NAME)
            .collect();
        title.trim().to_owned()
    }

    fn delay(&self, begin: Duration) -> Duration {
        seconds(self.start_time.as_deref())
            .unwrap_or(begin)
            .saturating_sub(begin)
    }

    fn audio_track(&self, begin: Duration) -> AudioTrack {
        let is_fit = self.codec_name == "aac"
            && self.profile == "LC"
            && (1..=2).contains(&self.channels)
            && matches!(self.sample_rate.as_str(), "44100" | "48000")
            && self.delay(begin) < Duration::from_millis(50);
        AudioTrack {
            stream: self.index,
            is_fit,
            language: languages::of_track(self.tag("language")),
            title: self.title(),
            is_default: self.is("default"),
        }
    }

    fn subtitle(&self) -> Subtitle {
        Subtitle {
            stream: self.index,
            language: languages::of_track(self.tag("language")),
            title: self.title(),
            is_forced: self.is("forced"),
        }
    }

    fn picture(&self, begin: Duration) -> Result<Picture, FilmError> {
        if self.width == 0 || self.height == 0 || self.pix_fmt.is_empty() {
            return Err(FilmError::Damaged("无法识别画面".to_owned()));
        }
        let turn = self.side_data_list.iter().find_map(|data| data.rotation);
        let is_turned = turn.is_some_and(|turn| turn.abs() > 0.5);
        let is_upright = turn.is_some_and(|turn| {
            (turn.abs() - 90.0).abs() < 1.0 || (turn.abs() - 270.0).abs() < 1.0
        });
        let aspect = ratio(&self.sample_aspect_ratio.replace(':', "/")).unwrap_or(Rate {
            frames: 1,
            seconds: 1,
        });
        let width = self.width.saturating_mul(aspect.frames) / aspect.seconds;
        let is_sane = width / 4 <= self.width && self.width / 4 <= width && width > 0;
        let width = if is_sane { width } else { self.width };
        let (width, height) = match is_upright {
            true => (self.height, width),
            false => (width, self.height),
        };
        let is_square = !is_sane || aspect.frames == aspect.seconds;
        Ok(Picture {
            stream: self.index,
            codec: self.codec_name.clone(),
            profile: self.profile.clone(),
            level: self.level,
            pixels: self.pix_fmt.clone(),
            width,
            height,
            is_plain: !is_turned && is_square,
            is_interlaced: matches!(self.field_order.as_str(), "tt" | "bb" | "tb" | "bt"),
            is_hdr: matches!(self.color_transfer.as_str(), "smpte2084" | "arib-std-b67"),
            rate: rate(&self.r_frame_rate, &self.avg_frame_rate),
            delay: self.delay(begin),
        })
    }
}

fn seconds(text: Option<&str>) -> Option<Duration> {
    Duration::try_from_secs_f64(text?.parse().ok()?).ok()
}

fn ratio(text: &str) -> Option<Rate> {
    let (frames, seconds) = text.split_once('/')?;
    let ratio = Rate {
        frames: frames.parse().ok()?,
        seconds: seconds.parse().ok()?,
    };
    (ratio.frames > 0 && ratio.seconds > 0).then_some(ratio)
}

/// Rates that films have, in ascending order.
const RATES: [(u32, u32); 11] = [
    (10, 1),
    (12, 1),
    (15, 1),
    (24_000, 1_001),
    (24, 1),
    (25, 1),
    (30_000, 1_001),
    (30, 1),
    (50, 1),
    (60_000, 1_001),
    (60, 1),
];

/// The constant rate that a film gets: its own, or for one that varies the next usual rate above its mean, at most 60.
fn rate(own: &str, mean: &str) -> Rate {
    let thousandths = |rate: Rate| u64::from(rate.frames) * 1_000 / u64::from(rate.seconds);
    let (own, mean) = (ratio(own), ratio(mean));
    if let Some(own) = own.filter(|own| (5_000..=60_500).contains(&thousandths(*own))) {
        return own;
    }
    // A little less is the same rate with a rounded length.
    let wanted = mean.or(own).map_or(25_000, thousandths).saturating_sub(200);
    let usual = RATES.map(|(frames, seconds)| Rate { frames, seconds });
    let next = usual
        .into_iter()
        .find(|usual| thousandths(*usual) >= wanted);
    next.unwrap_or(Rate {
        frames: 60,
        seconds: 1,
    })
}

#[cfg(test)]
#[path = "source_tests.rs"]
mod tests;
