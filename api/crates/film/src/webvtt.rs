//! WebVTT: the cues of somebody's file, and what has to be corrected in that of ffmpeg.

use std::fmt::Write as _;

/// Tags of a cue's text.
const TAGS: [&str; 8] = ["b", "i", "u", "c", "v", "lang", "ruby", "rt"];
const REFERENCES: [&str; 7] = ["amp;", "lt;", "gt;", "nbsp;", "lrm;", "rlm;", "#"];

/// The cues of a WebVTT file as they are. ffmpeg finds none in a file with a block of styles or regions (5.1), and loses
/// the escapes of others.
pub(crate) fn cues_of(file: &str) -> Option<String> {
    let file = file.trim_start_matches('\u{feff}');
    file.starts_with("WEBVTT")
        .then(|| join(file, |line| Some(line.to_owned())))
}

/// The WebVTT that ffmpeg has made of other subtitles: it writes `<` and `&` of the speech as they are, and the drawings of
/// ASS as text.
pub(crate) fn corrected(file: &str) -> String {
    join(file, |line| (!is_drawing(line)).then(|| escaped(line)))
}

/// A file of the cues of `file`, whose lines are given to `text`. A cue without any is left out.
fn join(file: &str, text: impl Fn(&str) -> Option<String>) -> String {
    let file = file.replace("\r\n", "\n").replace('\r', "\n");
    let mut out = "WEBVTT\n".to_owned();
    for block in file.split("\n\n") {
        let mut lines = block.trim_matches('\n').lines();
        // A cue may be called NOTES.
        let note = block.trim_start().strip_prefix("NOTE");
        let is_note =
            note.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n']));
        let Some(times) = lines.find(|line| line.contains("-->")).filter(|_| !is_note) else {
            continue;
        };
        let lines: Vec<String> = lines.filter_map(&text).collect();
        if !lines.is_empty() {
            let _ = write!(out, "\n{times}\n{}\n", lines.join("\n"));
        }
    }
    out
}

/// `m 0 0 l 100 0`
fn is_drawing(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_of_drawing = |word: &str| {
        word.parse::<f64>().is_ok() || matches!(word, "m" | "n" | "l" | "b" | "s" | "p" | "c")
    };
    words.next() == Some("m") && words.clone().count() > 1 && words.all(is_of_drawing)
}

/// A line of text whose signs are not taken for tags: `I <3 you & me`.
fn escaped(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for (at, c) in line.char_indices() {
        let behind = line.get(at + c.len_utf8()..).unwrap_or_default();
        match c {
            '<' if !is_tag(behind) => out.push_str("&lt;"),
            '&' if !REFERENCES.iter().any(|name| behind.starts_with(name)) => out.push_str("&amp;"),
            other => out.push(other),
        }
    }
    out.replace("-->", "--&gt;")
}

/// Whether what stands behind a `<` makes a tag or a time of it.
fn is_tag(behind: &str) -> bool {
    let Some((tag, _)) = behind.split_once('>') else {
        return false;
    };
    let name = tag.trim_start_matches('/');
    let name = name.split([' ', '.', '\t']).next().unwrap_or_default();
    let is_time = tag.contains(':') && tag.chars().all(|c| c.is_ascii_digit() || ":.".contains(c));
    TAGS.contains(&name) || is_time
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_keeps_its_cues() {
        let file = "\u{feff}WEBVTT - 片\r\n\r\nNOTE 译者 --> 无\r\n\r\nSTYLE\r\n::cue{}\r\n\r\nREGION\r\nid:a\r\n\r\n\
                    NOTES-1\r\n00:00.500 --> 00:01.500 line:0\r\n<v 林>A &amp; B</v>\r\n第二行\r\n\r\n\r\n00:02.000 --> 00:03.000\r\nB\r\n";
        assert_eq!(
            cues_of(file).as_deref(),
            Some(
                "WEBVTT\n\n00:00.500 --> 00:01.500 line:0\n<v 林>A &amp; B</v>\n第二行\n\n00:02.000 --> 00:03.000\nB\n"
            )
        );
        assert_eq!(cues_of("1\n00:00:01,000 --> 00:00:02,000\nA\n"), None);
    }

    #[test]
    fn signs_of_the_speech_are_escaped_and_drawings_are_none() {
        let file = "WEBVTT\n\n00:00.500 --> 00:01.500\n<i>早上好</i> & <3\n3 < 4 > 2 &amp; <00:01.000>\n\n\
                    00:02.000 --> 00:03.000\nm 0 0 l 100 -0.5 b 1 2 3 4 5 6\n\n00:02.000 --> 00:03.000\nm 0 is a line --> so\n";
        assert_eq!(
            corrected(file),
            "WEBVTT\n\n00:00.500 --> 00:01.500\n<i>早上好</i> &amp; &lt;3\n3 &lt; 4 > 2 &amp; <00:01.000>\n\n\
             00:02.000 --> 00:03.000\nm 0 is a line --&gt; so\n"
        );
    }
}
