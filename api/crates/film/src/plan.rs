//! Decides what a film becomes: the sizes of its picture, what is copied as it is, and how much room that takes.

use std::time::Duration;

use crate::source::{AudioTrack, Picture, Rate, Source};

/// The sizes to offer, by the short side.
const SIZES: [u32; 3] = [1080, 720, 480];
/// The largest picture: short side, long side.
const MAX_SHORT: u32 = 1080;
const MAX_LONG: u32 = 2560;
/// A rendition within this percentage of a larger one is skipped.
const MAX_SIZE_PERCENT: u32 = 85;
/// Kilobits per second of a size, by the short side at least; the picture's maximum.
const RATES: [(u32, u32); 5] = [
    (1000, 5_000),
    (700, 2_800),
    (460, 1_400),
    (340, 800),
    (0, 500),
];
/// Kilobits per second of a sound.
pub(crate) const AUDIO_KBITS: u32 = 128;
/// Longest distance between keyframes of a picture that is copied.
const MAX_GAP: Duration = Duration::from_secs(10);
/// Containers whose times are right enough for a copy.
const COPYABLE_CONTAINERS: [&str; 4] = ["mov", "matroska", "mpegts", "flv"];
/// Profiles of H.264 that every player supports.
const PROFILES: [&str; 4] = ["Constrained Baseline", "Baseline", "Main", "High"];
/// Highest level of H.264 that is copied: 5.1.
const MAX_LEVEL: i32 = 51;
/// Bytes of pictures and playlists in addition to the stream.
const EXTRA_BYTES: u64 = 16 * 1024 * 1024;

/// What a film becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The qualities, the best first.
    pub renditions: Vec<Rendition>,
    /// Its length.
    pub(crate) duration: Duration,
    /// Most bytes that it may take.
    pub(crate) max_bytes: u64,
}

/// One quality.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendition {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Most kilobits per second.
    pub(crate) max_kbits: u32,
    /// Whether the file's own picture is used.
    pub is_copy: bool,
}

impl Rendition {
    /// Its folder, and its name in the playlist.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}p", self.width.min(self.height))
    }
}

/// Whether the picture can be used as it is, if its keyframes are close enough.
pub(crate) fn may_copy(source: &Source) -> bool {
    let picture = &source.picture;
    let (short, long) = sides(picture.width, picture.height);
    picture.codec == "h264"
        && PROFILES.contains(&picture.profile.as_str())
        && (1..=MAX_LEVEL).contains(&picture.level)
        && picture.pixels == "yuv420p"
        && picture.is_plain
        && !picture.is_interlaced
        && !picture.is_hdr
        && picture.delay < Duration::from_millis(50)
        && picture.width.is_multiple_of(2)
        && picture.height.is_multiple_of(2)
        && short <= MAX_SHORT
        && long <= MAX_LONG
        && source
            .container
            .split(',')
            .any(|name| COPYABLE_CONTAINERS.contains(&name))
        && own_kbits(source) <= u64::from(max_kbits(short, picture.rate)) * 2
}

/// The plan for a film. `gap` is the longest distance between its keyframes, if it may be copied.
pub(crate) fn plan(source: &Source, gap: Option<Duration>) -> Plan {
    let is_copy = gap.is_some_and(|gap| gap <= MAX_GAP) && may_copy(source);
    let mut renditions = ladder(&source.picture);
    if is_copy && let Some(best) = renditions.first_mut() {
        best.is_copy = true;
        best.max_kbits = u32::try_from(own_kbits(source)).unwrap_or(best.max_kbits);
    }
    let picture: u64 = renditions
        .iter()
        .map(|rendition| u64::from(rendition.max_kbits))
        .sum();
    let audio: u64 = source
        .audio
        .iter()
        .map(|audio_track| audio_kbits(source, audio_track))
        .sum();
    let seconds = source.duration.as_secs().saturating_add(1);
    let stream = (picture + audio)
        .saturating_mul(seconds)
        .saturating_mul(125);
    Plan {
        renditions,
        duration: source.duration,
        max_bytes: stream
            .saturating_add(stream / 10)
            .saturating_add(EXTRA_BYTES),
    }
}

/// The rate of the whole file: at least that of its picture.
fn own_kbits(source: &Source) -> u64 {
    let ms = u64::try_from(source.duration.as_millis())
        .unwrap_or(u64::MAX)
        .max(1);
    source.bytes.saturating_mul(8) / ms
}

fn audio_kbits(source: &Source, audio_track: &AudioTrack) -> u64 {
    match audio_track.is_fit {
        true => own_kbits(source).min(400),
        false => AUDIO_KBITS.into(),
    }
}

fn sides(width: u32, height: u32) -> (u32, u32) {
    (width.min(height), width.max(height))
}

/// The sizes of a picture, the largest first; none is larger than it is.
fn ladder(picture: &Picture) -> Vec<Rendition> {
    let (short, long) = sides(picture.width, picture.height);
    let long_at_most = u64::from(short) * u64::from(MAX_LONG) / u64::from(long);
    let top = short
        .min(MAX_SHORT)
        .min(u32::try_from(long_at_most).unwrap_or(MAX_SHORT));
    let smaller = SIZES
        .into_iter()
        .filter(|size| size * 100 <= top * MAX_SIZE_PERCENT);
    let mut all = vec![sized(picture, top)];
    for size in smaller {
        all.push(sized(picture, size));
    }
    all
}

fn sized(picture: &Picture, wanted: u32) -> Rendition {
    let (short, _) = sides(picture.width, picture.height);
    let side = |length: u32| {
        let scaled = u64::from(length) * u64::from(wanted) / u64::from(short);
        // H.264 in 4:2:0 has even sides.
        (u32::try_from(scaled).unwrap_or(wanted) & !1).max(2)
    };
    Rendition {
        width: side(picture.width),
        height: side(picture.height),
        max_kbits: max_kbits(wanted, picture.rate),
        is_copy: false,
    }
}

fn max_kbits(short: u32, rate: Rate) -> u32 {
    let found = RATES.into_iter().find(|(at_least, _)| short >= *at_least);
    let kbits = found.map_or(500, |(_, kbits)| kbits);
    let is_fast = rate.frames > rate.seconds.saturating_mul(31);
    if is_fast { kbits * 3 / 2 } else { kbits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{answer, audio_track, video};
    use serde_json::{Value, json};

    fn source(more: Value) -> Source {
        let mut source = Source::parse(&answer(&[video(more), audio_track(json!({}))])).unwrap();
        source.bytes = 20_000_000;
        source
    }

    fn names(width: u32, height: u32) -> Vec<String> {
        let plan = plan(&source(json!({ "width": width, "height": height })), None);
        let even = plan
            .renditions
            .iter()
            .all(|one| one.width % 2 == 0 && one.height % 2 == 0);
        let fits = plan
            .renditions
            .iter()
            .all(|one| one.width <= width && one.height <= height);
        assert!(even && fits, "{:?}", plan.renditions);
        plan.renditions
            .iter()
            .map(|one| format!("{}x{}", one.width, one.height))
            .collect()
    }

    #[test]
    fn sizes_fit_the_source() {
        assert_eq!(names(1920, 1080), ["1920x1080", "1280x720", "852x480"]);
        assert_eq!(names(7680, 4320), ["1920x1080", "1280x720", "852x480"]);
        assert_eq!(names(1080, 1920), ["1080x1920", "720x1280", "480x852"]);
        assert_eq!(names(1920, 800), ["1920x800", "1152x480"]);
        assert_eq!(names(1024, 576), ["1024x576", "852x480"]);
        assert_eq!(names(640, 361), ["640x360"]);
        assert_eq!(names(4096, 1716), ["2558x1072", "1718x720", "1144x480"]);
        assert_eq!(names(10_000, 4), ["2500x2"]);
        assert_eq!(names(2, 2), ["2x2"]);
    }

    #[test]
    fn what_every_player_supports_is_copied_unchanged() {
        let copied = |more: Value, gap: u64| {
            let source = source(more);
            let plan = plan(
                &source,
                may_copy(&source).then_some(Duration::from_secs(gap)),
            );
            plan.renditions
                .iter()
                .map(|one| one.is_copy)
                .collect::<Vec<_>>()
        };
        assert_eq!(copied(json!({}), 4), [true, false, false]);
        assert_eq!(copied(json!({}), 11), [false, false, false]);
        for unfit in [
            json!({ "codec_name": "hevc" }),
            json!({ "pix_fmt": "yuv420p10le" }),
            json!({ "profile": "High 10" }),
            json!({ "level": 62 }),
            json!({ "field_order": "tt" }),
            json!({ "side_data_list": [{ "rotation": 90 }] }),
            json!({ "sample_aspect_ratio": "4:3" }),
            json!({ "start_time": "0.5" }),
            json!({ "width": 3840, "height": 2160 }),
            json!({ "width": 853 }),
        ] {
            assert!(!may_copy(&source(unfit.clone())), "{unfit}");
        }
        let mut heavy = source(json!({}));
        heavy.bytes *= 10;
        assert!(!may_copy(&heavy));
    }

    #[test]
    fn disk_space_is_estimated_from_all_outputs() {
        let plan = plan(&source(json!({})), None);
        // 9.2 Mbit/s of picture and up to 0.4 of sound for a minute, and a tenth.
        assert!(
            (75_000_000..110_000_000).contains(&plan.max_bytes),
            "{}",
            plan.max_bytes
        );
    }
}
