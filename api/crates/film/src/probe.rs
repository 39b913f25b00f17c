//! Asks ffprobe what a file contains.

use std::path::Path;
use std::time::Duration;

use crate::process::{Line, Stop, last_lines, run};
use crate::tools::input;
use crate::{Fault, Source, Tools};

/// How long ffprobe may take.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Most bytes of its answer.
const MAX_ANSWER: usize = 2 * 1024 * 1024;
const ENTRIES: &str = "format=format_name,duration,start_time,size:stream=index,codec_type,codec_name,profile,level,width,height,\
    pix_fmt,sample_aspect_ratio,field_order,r_frame_rate,avg_frame_rate,color_transfer,start_time,duration,channels,\
    sample_rate:stream_tags=language,title:stream_disposition=default,forced,attached_pic,timed_thumbnails:\
    stream_side_data=rotation";
/// What ffmpeg says of a film whose end is missing.
const CUT_OFF: [&str; 3] = [
    "moov atom not found",
    "EBML header parsing failed",
    "File ended prematurely",
];

/// What a film file contains.
///
/// # Errors
/// It is none, or cannot be read.
pub fn probe(tools: &Tools, file: &Path, stop: &Stop) -> Result<Source, Fault> {
    let bytes = size_of(file)?;
    let mut command = tools.ffprobe();
    command.args([
        "-of",
        "json",
        "-show_entries",
        ENTRIES,
        "-analyzeduration",
        "20M",
        "-probesize",
        "50M",
    ]);
    input(&mut command, file);
    let mut answer = String::new();
    let ended = run(&mut command, stop, TIMEOUT, |line| {
        answer.push_str(line);
        if answer.len() > MAX_ANSWER {
            Line::TooMuch
        } else {
            Line::Alive
        }
    })?;
    if !ended.status.success() {
        return Err(refusal(&ended.said));
    }
    let mut source = Source::parse(&answer)?;
    source.bytes = bytes;
    Ok(source)
}

/// The size of a file that may be a film.
fn size_of(file: &Path) -> Result<u64, Fault> {
    let metadata = std::fs::metadata(file).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Fault::NoFile(file.to_owned()),
        _ => Fault::Io(error),
    })?;
    match metadata.len() {
        _ if !metadata.is_file() => Err(Fault::NotAFile(file.to_owned())),
        0 => Err(Fault::Empty),
        bytes => {
            // Without the right to read it, ffprobe's words would be taken for those about a damaged film.
            std::fs::File::open(file)?;
            Ok(bytes)
        }
    }
}

fn refusal(said: &str) -> Fault {
    match said {
        _ if CUT_OFF.iter().any(|sign| said.contains(sign)) => {
            Fault::Damaged("结尾缺失".to_owned())
        }
        _ if said.contains("Invalid data") || said.contains("whitelist") => Fault::NotAFilm,
        _ => Fault::Damaged(last_lines(said)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ffprobe_says_becomes_a_reason() {
        for (said, reason) in [
            (
                "[mov,mp4 @ 0x1] moov atom not found\nfile:a.mp4: Invalid data found when processing input",
                "文件损坏：结尾缺失",
            ),
            (
                "file:a.mp4: Invalid data found when processing input",
                "不是影片文件",
            ),
            ("[hls @ 0x1] Format not on whitelist 'mov'", "不是影片文件"),
            ("something else", "文件损坏：something else"),
        ] {
            assert_eq!(refusal(said).to_string(), reason);
        }
    }

    #[test]
    fn what_is_no_file_is_told_before_ffprobe_is_asked() {
        let folder = tempfile::tempdir().unwrap();
        let empty = folder.path().join("empty.mp4");
        std::fs::write(&empty, "").unwrap();
        assert_eq!(size_of(&empty).unwrap_err().to_string(), "文件是空的");
        assert!(matches!(size_of(folder.path()), Err(Fault::NotAFile(_))));
        assert!(matches!(
            size_of(&folder.path().join("none")),
            Err(Fault::NoFile(_))
        ));
    }
}
