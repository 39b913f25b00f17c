//! Asks ffprobe what a file contains.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use crate::error::FilmError;
use crate::process::{Line, Stop, last_lines, run, too_much};
use crate::source::Source;
use crate::tools::{Tools, input};

/// How long ffprobe may take.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Most bytes of its answer.
const MAX_OUTPUT_BYTES: usize = 2 * 1024 * 1024;
const ENTRIES: &str = "format=format_name,duration,start_time,size:stream=index,codec_type,codec_name,profile,level,width,height,\
    pix_fmt,sample_aspect_ratio,field_order,r_frame_rate,avg_frame_rate,color_transfer,start_time,duration,channels,\
    sample_rate:stream_tags=language,title:stream_disposition=default,forced,attached_pic,timed_thumbnails:\
    stream_side_data=rotation";
/// Messages of ffmpeg for truncated files and for files that are not films.
const TRUNCATED_ERRORS: [&str; 3] = [
    "moov atom not found",
    "EBML header parsing failed",
    "File ended prematurely",
];
/// The first bytes of MP4 after its box length, and of Matroska.
const BOXES: [&[u8]; 7] = [
    b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide", b"styp",
];
const MATROSKA: &[u8] = &[0x1a, 0x45, 0xdf, 0xa3];
/// Bytes that are read to recognize a format.
const HEAD: u64 = 8;

/// What a film file contains.
///
/// # Errors
/// It is none, or cannot be read.
pub fn probe(tools: &Tools, file: &Path, stop: &Stop) -> Result<Source, FilmError> {
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
        if answer.len() > MAX_OUTPUT_BYTES {
            too_much("ffprobe")
        } else {
            Line::KeepAlive
        }
    })?;
    if !ended.status.success() {
        return Err(probe_error(&ended.stderr, has_film_signature(file)?));
    }
    let mut source = Source::parse(&answer)?;
    source.bytes = bytes;
    Ok(source)
}

/// The size of a file that may be a film.
fn size_of(file: &Path) -> Result<u64, FilmError> {
    let metadata = std::fs::metadata(file).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => FilmError::NoFile(file.to_owned()),
        _ => FilmError::Io(error),
    })?;
    match metadata.len() {
        _ if !metadata.is_file() => Err(FilmError::NotAFile(file.to_owned())),
        0 => Err(FilmError::Empty),
        bytes => {
            // Without the right to read it, ffprobe's words would be taken for those about a damaged film.
            File::open(file)?;
            Ok(bytes)
        }
    }
}

/// Whether a file begins like a film.
fn has_film_signature(file: &Path) -> Result<bool, FilmError> {
    let mut head = Vec::new();
    File::open(file)?.take(HEAD).read_to_end(&mut head)?;
    Ok(head.starts_with(MATROSKA) || BOXES.iter().any(|name| head.ends_with(name)))
}

fn probe_error(stderr: &str, has_film_signature: bool) -> FilmError {
    let is_cut_off = TRUNCATED_ERRORS.iter().any(|sign| stderr.contains(sign));
    match stderr {
        _ if is_cut_off && has_film_signature => FilmError::Damaged("结尾缺失".to_owned()),
        _ if is_cut_off || stderr.contains("Invalid data") || stderr.contains("whitelist") => {
            FilmError::NotAFilm
        }
        _ => FilmError::Damaged(last_lines(stderr)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_ffprobe_become_reasons() {
        for (stderr, reason) in [
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
            assert_eq!(probe_error(stderr, true).to_string(), reason);
        }
    }

    #[test]
    fn a_file_with_only_the_name_of_a_film_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.mp4");
        for (head, reason) in [
            (&b"\0\0\0\x20ftypisom"[..], "文件损坏：结尾缺失"),
            (b"#EXTM3U\n#EXT", "不是影片文件"),
            (b"x", "不是影片文件"),
        ] {
            std::fs::write(&file, head).unwrap();
            let fault = probe_error("moov atom not found", has_film_signature(&file).unwrap());
            assert_eq!(fault.to_string(), reason);
        }
    }

    #[test]
    fn a_path_without_a_file_is_rejected_before_ffprobe_runs() {
        let folder = tempfile::tempdir().unwrap();
        let empty = folder.path().join("empty.mp4");
        std::fs::write(&empty, "").unwrap();
        assert_eq!(size_of(&empty).unwrap_err().to_string(), "文件是空的");
        assert!(matches!(
            size_of(folder.path()),
            Err(FilmError::NotAFile(_))
        ));
        assert!(matches!(
            size_of(&folder.path().join("none")),
            Err(FilmError::NoFile(_))
        ));
    }
}
