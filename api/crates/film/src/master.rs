//! The playlist that names all others, from what was really made: rates by the sizes of segments, codecs by their headers.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::error::FilmError;
use crate::plan::Rendition;

/// Where players look for the pictures of seeking.
const THUMBNAILS: &str = "com.yingku.thumbnails";

/// A playlist with its segments, measured.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct MeasuredPlaylist {
    /// Its length.
    pub(crate) duration: Duration,
    /// Bits per second of its heaviest segment, and of all.
    pub(crate) peak: u64,
    pub(crate) mean: u64,
}

/// Reads a playlist and the sizes of its segments.
pub(crate) fn measure(folder: &Path) -> Result<MeasuredPlaylist, FilmError> {
    let playlist = fs::read_to_string(folder.join("index.m3u8"))?;
    let (mut all, mut bytes, mut peak, mut segment) = (Duration::ZERO, 0_u64, 0, None);
    for line in playlist.lines() {
        if let Some(length) = line.strip_prefix("#EXTINF:") {
            let seconds = length.trim_end_matches(',').parse().ok();
            segment = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        } else if let Some(length) = segment.take().filter(|_| !line.starts_with('#')) {
            let size = fs::metadata(folder.join(line))?.len();
            // What ffmpeg could not write, it leaves empty without a word.
            if size == 0 {
                return Err(FilmError::Full);
            }
            // A short rest at the end says nothing about the rate.
            if length >= Duration::from_secs(1) {
                peak = peak.max(bits_per_second(size, length));
            }
            all += length;
            bytes += size;
        }
    }
    let mean = bits_per_second(bytes, all);
    let peak = peak.max(mean);
    Ok(MeasuredPlaylist {
        duration: all,
        peak,
        mean,
    })
}

fn bits_per_second(bytes: u64, length: Duration) -> u64 {
    let ms = u64::try_from(length.as_millis()).unwrap_or(u64::MAX).max(1);
    bytes.saturating_mul(8_000) / ms
}

/// The name of a picture's codec, such as `avc1.640028`, from the header of its segments.
pub(crate) fn codec_of(header: &[u8]) -> Option<String> {
    let at = header.windows(4).position(|four| four == b"avcC")?;
    // The version, then profile, constraints and level.
    let [_, profile, constraints, level] = *header.get(at + 4..)?.first_chunk::<4>()?;
    Some(format!("avc1.{profile:02x}{constraints:02x}{level:02x}"))
}

/// A track that the playlist lists.
#[derive(Debug)]
pub(crate) struct Track {
    /// Its folder.
    pub(crate) folder: String,
    pub(crate) language: String,
    pub(crate) title: String,
    pub(crate) is_default: bool,
    pub(crate) is_forced: bool,
}

/// What the playlist lists.
#[derive(Debug, Default)]
pub(crate) struct MasterPlaylist {
    /// The folder of everything.
    pub(crate) folder: String,
    pub(crate) pictures: Vec<(Rendition, MeasuredPlaylist, String)>,
    pub(crate) audio: Vec<(Track, MeasuredPlaylist)>,
    pub(crate) subtitles: Vec<Track>,
    pub(crate) has_thumbnails: bool,
}

impl MasterPlaylist {
    /// The playlist. The smallest picture is first: some players begin with it, and better ones follow in seconds.
    pub(crate) fn text(&self) -> String {
        let mut text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n".to_owned();
        let folder = &self.folder;
        if self.has_thumbnails {
            text += &format!(
                "#EXT-X-SESSION-DATA:DATA-ID=\"{THUMBNAILS}\",URI=\"{folder}/seek/index.vtt\"\n"
            );
        }
        let names = names(
            self.audio.iter().map(|(audio_track, _)| audio_track),
            "音轨",
        );
        let first = self
            .audio
            .iter()
            .position(|(audio_track, _)| audio_track.is_default)
            .unwrap_or(0);
        for (place, ((audio_track, _), name)) in self.audio.iter().zip(names).enumerate() {
            let is_default = if place == first { "YES" } else { "NO" };
            text += &media("AUDIO", "sound", folder, audio_track, &name);
            text += &format!(",DEFAULT={is_default},AUTOSELECT=YES\n");
        }
        let names = names_of(&self.subtitles, "字幕");
        for (subtitle, name) in self.subtitles.iter().zip(names) {
            text += &media("SUBTITLES", "text", folder, subtitle, &name);
            text += if subtitle.is_forced {
                ",DEFAULT=NO,AUTOSELECT=YES,FORCED=YES\n"
            } else {
                ",DEFAULT=NO,AUTOSELECT=YES\n"
            };
        }
        for (rendition, measured, codec) in self.pictures.iter().rev() {
            text += &self.variant(rendition, measured, codec);
        }
        text
    }

    fn variant(&self, rendition: &Rendition, measured: &MeasuredPlaylist, codec: &str) -> String {
        let audio_track = |of: fn(&MeasuredPlaylist) -> u64| {
            self.audio
                .iter()
                .map(|(_, measured)| of(measured))
                .max()
                .unwrap_or(0)
        };
        let peak = measured.peak + audio_track(|measured| measured.peak);
        let mean = measured.mean + audio_track(|measured| measured.mean);
        let (width, height, name) = (rendition.width, rendition.height, rendition.name());
        let mut line = format!(
            "#EXT-X-STREAM-INF:BANDWIDTH={peak},AVERAGE-BANDWIDTH={mean},RESOLUTION={width}x{height}"
        );
        line += &match self.audio.is_empty() {
            true => format!(",CODECS=\"{codec}\""),
            false => format!(",CODECS=\"{codec},mp4a.40.2\",AUDIO=\"sound\""),
        };
        if !self.subtitles.is_empty() {
            line += ",SUBTITLES=\"text\"";
        }
        line + &format!("\n{}/{name}/index.m3u8\n", self.folder)
    }
}

fn media(kind: &str, group: &str, folder: &str, track: &Track, name: &str) -> String {
    let language = match track.language.as_str() {
        "" => String::new(),
        language => format!(",LANGUAGE=\"{language}\""),
    };
    let address = format!("{folder}/{}/index.m3u8", track.folder);
    format!(
        "#EXT-X-MEDIA:TYPE={kind},GROUP-ID=\"{group}\",NAME=\"{name}\"{language},URI=\"{address}\""
    )
}

fn names_of(tracks: &[Track], kind: &str) -> Vec<String> {
    names(tracks.iter(), kind)
}

/// The names of tracks: each is unique in its group, as HLS demands.
fn names<'a>(tracks: impl Iterator<Item = &'a Track>, kind: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (place, track) in tracks.enumerate() {
        let number = place + 1;
        let own = track.title.as_str();
        let is_free = !own.is_empty() && !names.iter().any(|taken| taken == own);
        names.push(match is_free {
            true => own.to_owned(),
            false if own.is_empty() => format!("{kind} {number}"),
            false => format!("{own} {number}"),
        });
    }
    names
}

/// A playlist with one text that covers the whole film.
pub(crate) fn write_text_playlist(folder: &Path, duration: Duration) -> io::Result<()> {
    let (seconds, whole) = (duration.as_secs_f64(), duration.as_secs().saturating_add(1));
    let text = format!(
        "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:{whole}\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:{seconds:.3},\ntext.vtt\n\
         #EXT-X-ENDLIST\n"
    );
    fs::write(folder.join("index.m3u8"), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(folder: &str, language: &str, title: &str) -> Track {
        Track {
            folder: folder.to_owned(),
            language: language.to_owned(),
            title: title.to_owned(),
            is_default: false,
            is_forced: false,
        }
    }

    fn measured(peak: u64) -> MeasuredPlaylist {
        MeasuredPlaylist {
            duration: Duration::from_secs(8),
            peak,
            mean: peak / 2,
        }
    }

    #[test]
    fn everything_is_listed_the_smallest_picture_first() {
        let rendition = |width, height| Rendition {
            width,
            height,
            max_kbits: 0,
            is_copy: false,
        };
        let mut listing = MasterPlaylist {
            folder: "b1".to_owned(),
            pictures: vec![
                (
                    rendition(1280, 720),
                    measured(2_000_000),
                    "avc1.64001f".to_owned(),
                ),
                (
                    rendition(852, 480),
                    measured(900_000),
                    "avc1.64001e".to_owned(),
                ),
            ],
            audio: vec![
                (track("sound0", "ja", ""), measured(128_000)),
                (track("sound1", "zh", "国语"), measured(130_000)),
            ],
            subtitles: vec![
                track("text0", "zh-Hans", "简体"),
                track("text1", "", "简体"),
            ],
            has_thumbnails: true,
        };
        listing.audio[1].0.is_default = true;
        let expected = r##"#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-SESSION-DATA:DATA-ID="com.yingku.thumbnails",URI="b1/seek/index.vtt"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="音轨 1",LANGUAGE="ja",URI="b1/sound0/index.m3u8",DEFAULT=NO,AUTOSELECT=YES
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="国语",LANGUAGE="zh",URI="b1/sound1/index.m3u8",DEFAULT=YES,AUTOSELECT=YES
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="简体",LANGUAGE="zh-Hans",URI="b1/text0/index.m3u8",DEFAULT=NO,AUTOSELECT=YES
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="简体 2",URI="b1/text1/index.m3u8",DEFAULT=NO,AUTOSELECT=YES
#EXT-X-STREAM-INF:BANDWIDTH=1030000,AVERAGE-BANDWIDTH=515000,RESOLUTION=852x480,CODECS="avc1.64001e,mp4a.40.2",AUDIO="sound",SUBTITLES="text"
b1/480p/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2130000,AVERAGE-BANDWIDTH=1065000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",AUDIO="sound",SUBTITLES="text"
b1/720p/index.m3u8
"##;
        assert_eq!(listing.text(), expected);
    }

    #[test]
    fn rates_come_from_the_segments() {
        let folder = tempfile::tempdir().unwrap();
        let playlist = "#EXTM3U\n#EXT-X-MAP:URI=\"init.mp4\"\n#EXTINF:4.000000,\n0.m4s\n#EXTINF:2.000000,\n1.m4s\n#EXT-X-ENDLIST\n";
        fs::write(folder.path().join("index.m3u8"), playlist).unwrap();
        fs::write(folder.path().join("0.m4s"), vec![0; 1_000]).unwrap();
        fs::write(folder.path().join("1.m4s"), vec![0; 2_000]).unwrap();
        let expected = MeasuredPlaylist {
            duration: Duration::from_secs(6),
            peak: 8_000,
            mean: 4_000,
        };
        assert_eq!(measure(folder.path()).unwrap(), expected);
    }

    #[test]
    fn the_codec_is_read_from_the_header() {
        assert_eq!(
            codec_of(b"....avcC\x01\x64\x00\x28\xff").as_deref(),
            Some("avc1.640028")
        );
        assert_eq!(codec_of(b"....avcC\x01"), None);
        assert_eq!(codec_of(b"hvcC"), None);
    }
}
