//! Runs `make` with scripts in place of ffmpeg.

use std::os::unix::fs::PermissionsExt as _;

use super::*;
use crate::process::Stop;
use crate::source::Source;
use crate::testing::{answer, audio_track, video};
use crate::tools::Tools;
use serde_json::json;

/// Makes what the real one would: a playlist with a segment of each output, and pictures.
const WORKS: &str = r#"
for word in "$@"; do
  case $word in
    */index.m3u8)
      folder=${word%/*}
      printf '....avcC\001\144\000\050' >"$folder/init.mp4"
      echo segment >"$folder/00000.m4s"
      printf '#EXTM3U\n#EXTINF:60.0,\n00000.m4s\n#EXT-X-ENDLIST\n' >"$folder/index.m3u8" ;;
    *.jpg) echo picture >"$(printf "$word" 0)" ;;
    *.vtt) printf 'WEBVTT\n\n00:01.000 --> 00:02.000\nline\n' >"$word" ;;
  esac
done
echo out_time_us=30000000
"#;

struct Bench {
    folder: tempfile::TempDir,
    tools: Tools,
    source: Source,
}

impl Bench {
    /// With a script in place of ffmpeg, and an ffprobe that finds a keyframe every second.
    fn new(ffmpeg: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = |name: &str, script: &str| {
            let path = folder.path().join(name);
            fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            path
        };
        let tools = Tools {
            ffmpeg: program("ffmpeg", ffmpeg),
            ffprobe: program("ffprobe", "seq 0 59 | sed 's/$/,K__/'"),
            has_guard: false,
            tone_maps: false,
            idle: Duration::from_millis(300),
        };
        fs::create_dir(folder.path().join("streams")).unwrap();
        fs::write(folder.path().join("film.mkv"), "film").unwrap();
        let subtitle = json!({ "index": 2, "codec_type": "subtitle", "codec_name": "subrip" });
        let source = Source::parse(&answer(&[
            video(json!({})),
            audio_track(json!({})),
            subtitle,
        ]))
        .unwrap();
        Self {
            folder,
            tools,
            source,
        }
    }

    fn streams(&self) -> PathBuf {
        self.folder.path().join("streams")
    }

    fn make(
        &self,
        stop: &Stop,
        progress: &mut dyn FnMut(Duration),
    ) -> Result<FilmSummary, FilmError> {
        let film = self.folder.path().join("film.mkv");
        let order = Order {
            tools: &self.tools,
            film: &film,
            source: &self.source,
            subtitles: &[],
            build: "b1",
            stop,
        };
        let place = Place::take(&self.streams(), "7")?;
        let summary = make(&order, &place, progress)?;
        place.publish()?;
        Ok(summary)
    }

    fn fails(&self) -> String {
        let fault = self
            .make(&Stop::default(), &mut |_| {})
            .unwrap_err()
            .to_string();
        assert_eq!(
            fs::read_dir(self.streams()).unwrap().count(),
            0,
            "something is left: {fault}"
        );
        fault
    }
}

#[test]
fn a_film_is_listed_with_all_that_was_made() {
    let bench = Bench::new(WORKS);
    fs::write(
        bench.folder.path().join("film.zh.srt"),
        "1\n00:00:01,000 --> 00:00:02,000\n你好\n",
    )
    .unwrap();
    let mut seen = Vec::new();
    let summary = bench
        .make(&Stop::default(), &mut |done| seen.push(done.as_secs()))
        .unwrap();
    assert_eq!(
        (summary.audio, summary.subtitles, summary.notes.len()),
        (1, 2, 0),
        "{:?}",
        summary.notes
    );
    assert!(summary.renditions[0].is_copy);
    assert_eq!(seen, [30]);
    let film = bench.streams().join("7");
    let master = fs::read_to_string(film.join("index.m3u8")).unwrap();
    for part in [
        "b1/1080p/index.m3u8",
        "b1/sound0/index.m3u8",
        "b1/text1/index.m3u8",
        "b1/seek/index.vtt",
        "LANGUAGE=\"zh\"",
    ] {
        assert!(master.contains(part), "{part} in {master}");
    }
    for file in [
        "b1/480p/00000.m4s",
        "b1/text0/text.vtt",
        "b1/seek/0.jpg",
        "b1/stills/1.jpg",
        "b1/cover.jpg",
    ] {
        assert!(film.join(file).is_file(), "{file}");
    }
}

#[test]
fn subtitles_have_their_cues_and_nothing_else() {
    let made = WORKS.replace(
        "line\\n",
        "I <3 you\\n\\n00:02.000 --> 00:03.000\\nm 0 0 l 1 0\\n",
    );
    let bench = Bench::new(&made);
    let own = "WEBVTT\n\nSTYLE\n::cue{}\n\n00:01.000 --> 00:02.000 line:0\nA &amp; B\n";
    fs::write(bench.folder.path().join("film.en.vtt"), own).unwrap();
    bench.make(&Stop::default(), &mut |_| {}).unwrap();
    let text = |track: &str| fs::read_to_string(bench.streams().join("7/b1").join(track)).unwrap();
    assert_eq!(
        text("text0/text.vtt"),
        "WEBVTT\n\n00:01.000 --> 00:02.000 line:0\nA &amp; B\n"
    );
    assert_eq!(
        text("text1/text.vtt"),
        "WEBVTT\n\n00:01.000 --> 00:02.000\nI &lt;3 you\n"
    );
}

#[test]
fn failures_have_reasons_and_leave_nothing() {
    for (script, reason) in [
        (
            "while :; do echo out_time_us=1; sleep 0.05; done",
            "ffmpeg 超过 0 秒没有进展，已终止",
        ),
        (
            "echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 1",
            "磁盘空间不足",
        ),
        (
            "echo 'x: Invalid data found when processing input' >&2; exit 1",
            "文件损坏：x: Invalid data found when processing input",
        ),
        (
            "echo 'Unknown encoder' >&2; exit 1",
            "ffmpeg 失败：Unknown encoder",
        ),
        ("exit 0", "文件损坏：没有可解码的画面"),
    ] {
        assert_eq!(Bench::new(script).fails(), reason);
    }
    let cut = Bench::new(&WORKS.replace("EXTINF:60.0", "EXTINF:20.0"));
    assert_eq!(cut.fails(), "文件损坏：全长 60 秒，只能读出 20 秒");
    let mut long = Bench::new(WORKS);
    long.source.duration = Duration::from_secs(86_400 * 365);
    assert!(long.fails().starts_with("磁盘空间不足：约需 "));
}

#[test]
fn an_interrupted_film_leaves_nothing() {
    let bench = Bench::new("echo out_time_us=5; exec sleep 600");
    let stop = Stop::default();
    let stopped = bench.make(&stop, &mut |_| stop.now());
    assert!(matches!(stopped, Err(FilmError::Interrupted)));
    assert_eq!(fs::read_dir(bench.streams()).unwrap().count(), 0);
}

#[test]
fn broken_subtitles_and_pictures_are_noted() {
    let script = format!("case \"$*\" in *text*|*jpg*) echo bad >&2; exit 1;; esac\n{WORKS}");
    let summary = Bench::new(&script)
        .make(&Stop::default(), &mut |_| {})
        .unwrap();
    assert_eq!(
        (summary.subtitles, summary.notes.len()),
        (0, 4),
        "{:?}",
        summary.notes
    );
}
