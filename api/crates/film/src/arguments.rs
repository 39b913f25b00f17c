//! The command of ffmpeg that makes every picture and sound of a film in one run, so that the file is decoded once.

use std::path::Path;
use std::process::Command;

use crate::plan::{AUDIO_KBITS, Plan, Rendition};
use crate::source::{AudioTrack, Picture, Source};
use crate::tools::{Tools, input, words};

/// Length of a segment, seconds.
pub(crate) const SEGMENT: u32 = 4;
/// How HDR's brightness becomes that of usual screens.
const TONE_MAP: &str = "zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,";

/// The folder of a sound in that of the stream.
pub(crate) fn audio_folder(place: usize) -> String {
    format!("sound{place}")
}

/// The command; it runs in the folder of the stream, and its outputs have folders of their own there.
pub(crate) fn encode(tools: &Tools, file: &Path, source: &Source, plan: &Plan) -> Command {
    let mut command = tools.ffmpeg();
    input(&mut command, file);
    let encoded: Vec<&Rendition> = plan.renditions.iter().filter(|one| !one.is_copy).collect();
    if !encoded.is_empty() {
        command
            .arg("-filter_complex")
            .arg(filters(&source.picture, &encoded, tools.tone_maps));
    }
    let mut count = 0;
    for rendition in &plan.renditions {
        if rendition.is_copy {
            command
                .arg("-map")
                .arg(format!("0:{}", source.picture.stream))
                .args(["-c:v", "copy"]);
        } else {
            command.arg("-map").arg(format!("[v{count}]"));
            picture(&mut command, rendition);
            count += 1;
        }
        segments(&mut command, &rendition.name());
    }
    for (place, track) in source.audio.iter().enumerate() {
        audio_track(&mut command, track);
        segments(&mut command, &audio_folder(place));
    }
    command
}

/// The filters: what is done to every size is done once.
fn filters(picture: &Picture, encoded: &[&Rendition], tone_maps: bool) -> String {
    let deinterlace = if picture.is_interlaced {
        "bwdif=mode=send_frame,"
    } else {
        ""
    };
    let brightness = if picture.is_hdr && tone_maps {
        TONE_MAP
    } else {
        ""
    };
    let rate = format!(
        "fps={}/{}:start_time=0",
        picture.rate.frames, picture.rate.seconds
    );
    let scale =
        |one: &Rendition| format!("scale={}:{}:flags=bicubic,setsar=1", one.width, one.height);
    let largest = encoded.first().map(|one| scale(one)).unwrap_or_default();
    let mut graph = format!(
        "[0:{}]{deinterlace}{rate},{largest},{brightness}format=yuv420p,split={}",
        picture.stream,
        encoded.len()
    );
    for place in 0..encoded.len() {
        graph += &match place {
            0 => "[v0]".to_owned(),
            place => format!("[s{place}]"),
        };
    }
    for (place, rendition) in encoded.iter().enumerate().skip(1) {
        graph += &format!(";[s{place}]{}[v{place}]", scale(rendition));
    }
    graph
}

fn picture(command: &mut Command, rendition: &Rendition) {
    let (rate, buffer) = (rendition.max_kbits, rendition.max_kbits.saturating_mul(2));
    words(
        command,
        "-c:v libx264 -preset veryfast -crf 21 -profile:v high",
    );
    words(command, &format!("-maxrate {rate}k -bufsize {buffer}k"));
    // Keyframes at the same times in every quality, and nowhere else.
    words(
        command,
        "-sc_threshold 0 -g 1000 -keyint_min 1 -force_key_frames",
    );
    command.arg(format!("expr:gte(t,n_forced*{SEGMENT})"));
}

fn audio_track(command: &mut Command, audio_track: &AudioTrack) {
    words(command, &format!("-map 0:{}", audio_track.stream));
    if audio_track.is_fit {
        // In MPEG-TS each piece has a header of its own, which fMP4 does not take; others are left as they are.
        words(command, "-c:a copy -bsf:a aac_adtstoasc");
        return;
    }
    // Silence where it begins late or has gaps.
    words(
        command,
        "-c:a aac -ac 2 -ar 48000 -af aresample=async=1000:first_pts=0",
    );
    words(command, &format!("-b:a {AUDIO_KBITS}k"));
}

fn segments(command: &mut Command, folder: &str) {
    words(
        command,
        "-map_metadata -1 -map_chapters -1 -max_muxing_queue_size 4096 -f hls",
    );
    words(
        command,
        &format!("-hls_time {SEGMENT} -hls_playlist_type vod -hls_segment_type fmp4"),
    );
    // Every track begins at 0. Otherwise pictures that are stored before they are shown would move the film, but not its
    // sound, by some frames.
    words(
        command,
        "-avoid_negative_ts disabled -hls_segment_options movflags=+negative_cts_offsets",
    );
    words(
        command,
        "-hls_flags independent_segments -hls_fmp4_init_filename init.mp4",
    );
    words(
        command,
        &format!("-hls_segment_filename {folder}/%05d.m4s {folder}/index.m3u8"),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::plan;
    use crate::testing::{answer, audio_track as track, video};
    use serde_json::{Value, json};
    use std::time::Duration;

    fn line(more: Value, gap: Option<Duration>) -> String {
        let tools = Tools {
            ffmpeg: "ffmpeg".into(),
            ffprobe: "ffprobe".into(),
            has_guard: false,
            tone_maps: true,
            idle: Duration::from_secs(1),
        };
        let audio = [
            track(json!({})),
            track(json!({ "index": 2, "codec_name": "ac3", "channels": 6 })),
        ];
        let source =
            Source::parse(&answer(&[video(more), audio[0].clone(), audio[1].clone()])).unwrap();
        let command = encode(
            &tools,
            Path::new("/films/-a 'b'.mkv"),
            &source,
            &plan(&source, gap),
        );
        let words: Vec<_> = command
            .get_args()
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        words.join(" ")
    }

    #[test]
    fn every_picture_is_made_in_one_run() {
        let line = line(json!({}), None);
        assert!(line.contains("-i file:/films/-a 'b'.mkv"), "{line}");
        assert!(
            line.contains(
                "[0:0]fps=24/1:start_time=0,scale=1920:1080:flags=bicubic,setsar=1,format=yuv420p,split=3[v0][s1][s2];\
                 [s1]scale=1280:720:flags=bicubic,setsar=1[v1];[s2]scale=852:480:flags=bicubic,setsar=1[v2]"
            ),
            "{line}"
        );
        for output in [
            "1080p/index.m3u8",
            "720p/index.m3u8",
            "480p/index.m3u8",
            "sound0/index.m3u8",
            "sound1/index.m3u8",
        ] {
            assert!(line.contains(output), "{output} in {line}");
        }
        assert!(
            line.contains("-map 0:1 -c:a copy -bsf:a aac_adtstoasc")
                && line.contains("-map 0:2 -c:a aac -ac 2"),
            "{line}"
        );
    }

    #[test]
    fn a_fit_picture_is_copied_and_smaller_ones_are_made_of_it() {
        let line = line(json!({}), Some(Duration::from_secs(2)));
        assert!(
            line.contains("-map 0:0 -c:v copy") && line.contains("split=2[v0][s1]"),
            "{line}"
        );
    }

    #[test]
    fn interlaced_and_bright_pictures_are_converted() {
        assert!(line(json!({ "field_order": "tt" }), None).contains("[0:0]bwdif="));
        assert!(line(json!({ "color_transfer": "smpte2084" }), None).contains("tonemap=hable"));
    }
}
