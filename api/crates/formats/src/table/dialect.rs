//! How a text is separated, quoted and encoded, guessed from its beginning.

use std::io::Read as _;

use csv::{ReaderBuilder, Terminator};
use encoding_rs::{BIG5, EUC_JP, Encoding, GB18030, SHIFT_JIS, WINDOWS_1252};

use super::header::header_of;
use super::limits::MAX_COLUMNS;
use super::mapping::Mapping;
use super::wide::{WIDE, Wide, byte_of};
use crate::text::is_western;

const SAMPLE_ROWS: usize = 1_000;
/// Samples of more bytes do not have the whole text.
const CUT_FROM: usize = 128 * 1024;

/// How a text is separated and quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    pub(super) delimiter: u8,
    quoting: Quoting,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quoting {
    /// A quote within quotes is written twice.
    Doubled,
    /// A quote within quotes has a backslash before it, as databases write it.
    Escaped,
    /// Apostrophes are the quotes.
    Single,
    /// A quote is a character like others.
    None,
}

impl Dialect {
    /// The dialect of a text that begins with `sample`, in which a byte separates the columns.
    pub(super) fn guess(sample: &[u8], delimiter: u8) -> Self {
        let of = |delimiter, quoting| Self { delimiter, quoting };
        if has_apostrophes(sample, delimiter) {
            return of(delimiter, Quoting::Single);
        }
        let usual = of(delimiter, Quoting::Doubled);
        let escaped = of(delimiter, Quoting::Escaped);
        if has_escaped_quotes(sample, delimiter)
            && (usual.misfits(sample) > 0 || escaped.misfits(sample) == 0)
        {
            return escaped;
        }
        let plain = of(delimiter, Quoting::None);
        match plain.misfits(sample) == 0 && usual.misfits(sample) > 0 {
            true => plain,
            false => usual,
        }
    }

    pub(super) fn builder(self) -> ReaderBuilder {
        let mut builder = ReaderBuilder::new();
        // Carriage returns are trimmed with the cells.
        builder.terminator(Terminator::Any(b'\n'));
        builder
            .delimiter(self.delimiter)
            .has_headers(false)
            .flexible(true);
        match self.quoting {
            Quoting::Doubled => {}
            Quoting::Escaped => {
                builder.double_quote(false).escape(Some(b'\\'));
            }
            Quoting::Single => {
                builder.quote(b'\'');
            }
            Quoting::None => {
                builder.quoting(false);
            }
        }
        builder
    }

    /// The first rows; the last one may be cut off.
    pub(super) fn sample_rows(self, sample: &[u8]) -> Vec<Vec<String>> {
        let reader = self.builder().from_reader(sample);
        let records = reader.into_byte_records().map_while(Result::ok);
        let texts = records.take(SAMPLE_ROWS).map(|record| {
            let cells = record.iter().take(MAX_COLUMNS);
            cells
                .map(|cell| String::from_utf8_lossy(cell).into_owned())
                .collect()
        });
        texts.collect()
    }

    /// How many rows are not as long as the longest of the first ones.
    fn misfits(self, sample: &[u8]) -> usize {
        let mut rows = self.sample_rows(sample);
        // The last row of a long text is cut off.
        if sample.len() > CUT_FROM && rows.len() < SAMPLE_ROWS {
            rows.pop();
        }
        let width = rows.iter().take(20).map(Vec::len).max().unwrap_or_default();
        rows.iter().filter(|row| row.len() != width).count()
    }
}

/// The delimiter with which most columns are known, and of equal ones the one with most columns.
pub(super) fn guess_delimiter(sample: &[u8], mapping: Option<&Mapping>) -> char {
    let usual = [',', '\t', ';', '|'];
    let spaces = has_spaces_between(sample).then_some(&' ');
    let candidates = usual.iter().chain(&WIDE).chain(spaces);
    // Of equal ones the first.
    let best = candidates
        .rev()
        .max_by_key(|delimiter| known_columns(sample, **delimiter, mapping));
    best.copied().unwrap_or(',')
}

/// Whether the names of the columns are in quotes with only spaces between, as R writes them: `"number" "title"`.
pub(crate) fn has_spaces_between(sample: &[u8]) -> bool {
    let line = first_line(sample);
    let is_apart = |window: &[u8]| window == b"\" \"";
    line.starts_with(b"\"") && line.ends_with(b"\"") && line.windows(3).any(is_apart)
}

/// Whether the names of the columns are in apostrophes.
fn has_apostrophes(sample: &[u8], delimiter: u8) -> bool {
    let names = first_line(sample).split(|byte| *byte == delimiter);
    let names: Vec<&[u8]> = names.map(<[u8]>::trim_ascii).collect();
    let is_quoted = |name: &&[u8]| name.len() > 2 && name.starts_with(b"'") && name.ends_with(b"'");
    names.len() > 1 && names.iter().all(is_quoted)
}

fn first_line(sample: &[u8]) -> &[u8] {
    let mut lines = sample.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.next().unwrap_or_default().trim_ascii()
}

/// How many columns are known, and how many there are.
fn known_columns(sample: &[u8], delimiter: char, mapping: Option<&Mapping>) -> (usize, usize) {
    let mut text = Vec::new();
    if Wide::new(sample, delimiter).read_to_end(&mut text).is_err() {
        return (0, 0);
    }
    let quoting = Quoting::Doubled;
    let delimiter = byte_of(delimiter);
    let rows = Dialect { delimiter, quoting }.sample_rows(&text);
    let (header, known) = header_of(&rows, mapping).unwrap_or_default();
    (known, rows.get(header).map_or(0, Vec::len))
}

/// Whether quotes within a cell have a backslash. One at the end of a cell is of a path on Windows, and before a quote that
/// is doubled it is a backslash.
fn has_escaped_quotes(sample: &[u8], delimiter: u8) -> bool {
    let is_inside = |behind: u8| behind != delimiter && !matches!(behind, b'\r' | b'\n');
    let is_escaped = |window: &[u8]| match window {
        [b'\\', b'"', b'"', behind] => !is_inside(*behind),
        [b'\\', b'"', behind, _] => is_inside(*behind),
        _ => false,
    };
    let has = |pair: &[u8]| sample.windows(2).any(|window| window == pair);
    has(b"\\\"") && sample.windows(4).any(is_escaped)
}

/// The encoding of a text that is not UTF-8: the one in which most columns are known.
pub(super) fn best_encoding(
    guessed: &'static Encoding,
    start: &[u8],
    mapping: Option<&Mapping>,
) -> &'static Encoding {
    if guessed != GB18030 {
        return guessed;
    }
    let known = |encoding: &&'static Encoding| {
        let text = encoding.decode_without_bom_handling(start).0;
        let delimiter = guess_delimiter(text.as_bytes(), mapping);
        known_columns(text.as_bytes(), delimiter, mapping).0
    };
    // Of equal ones the first.
    let candidates = [GB18030, BIG5, SHIFT_JIS, EUC_JP];
    let best = candidates.iter().rev().max_by_key(|one| known(one));
    let best = best.copied().unwrap_or(guessed);
    // Names of columns in Japanese tell more than the bytes.
    match is_western(start) && known(&WINDOWS_1252) >= known(&best) {
        true => WINDOWS_1252,
        false => best,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "number\ttitle\tdate\n";

    fn rows(text: &str) -> Vec<Vec<String>> {
        let delimiter = byte_of(guess_delimiter(text.as_bytes(), None));
        Dialect::guess(text.as_bytes(), delimiter).sample_rows(text.as_bytes())
    }

    #[test]
    fn the_delimiter_may_be_full_width() {
        let of = |text: &str| guess_delimiter(text.as_bytes(), None);
        assert_eq!(of("番号，标题，发行日期\nA-1，山,谷，2026\n"), '，');
        assert_eq!(of("番号；标题；发行日期\n"), '；');
        assert_eq!(of("番号、标题、发行日期\nA-1、山；谷、2026\n"), '、');
        assert_eq!(of("番号,标题,演员、导演\n"), ',');
    }

    #[test]
    fn quotes_may_be_characters_like_others() {
        let text =
            format!("{HEADER}A-1\t\"Quoted\" start\t2026\nA-2\t\"open\t2026\nA-3\tx\t2026\n");
        let rows = rows(&text);
        assert_eq!(rows.len(), 4);
        assert_eq!(rows[1][1], "\"Quoted\" start");
        assert_eq!(rows[2][1], "\"open");
    }

    #[test]
    fn quoted_line_breaks_stay() {
        let text = format!("{HEADER}A-1\t\"two\nlines\"\t2026\nA-2\t\"a \"\"b\"\"\"\t2026\n");
        let rows = rows(&text);
        assert_eq!(rows[1][1], "two\nlines");
        assert_eq!(rows[2][1], "a \"b\"");
    }

    #[test]
    fn spaces_and_apostrophes_are_signs_of_a_table_where_its_first_line_has_them() {
        let table =
            rows("\"number\" \"title\" \"date\"\n\"1\" \"A-1\" \"the \"\"valley\"\"\" NA\n");
        assert_eq!(table[1], ["1", "A-1", "the \"valley\"", "NA"]);
        let table = rows("'番号','标题','日期'\n'A-1','it''s, \"so\"','2026'\n");
        assert_eq!(table[0], ["番号", "标题", "日期"]);
        assert_eq!(table[1], ["A-1", "it's, \"so\"", "2026"]);
        assert_eq!(rows("番号,标题\n'001,'山谷'\n")[1], ["'001", "'山谷'"]);
    }

    #[test]
    fn quotes_may_have_a_backslash() {
        let text = "number,title,date\nA-1,\"The \\\"Valley\\\", two\",2026\n";
        assert_eq!(rows(text)[1][1], "The \"Valley\", two");
        let path = "number,title,date\nA-1,\"C:\\films\\\",2026\n";
        assert_eq!(rows(path)[1][1], "C:\\films\\");
    }

    #[test]
    fn the_encoding_is_the_one_in_which_columns_are_known() {
        for (encoding, header) in [
            (GB18030, "番号,标题,发行日期"),
            (BIG5, "番號,標題,發行日期"),
            (SHIFT_JIS, "品番,タイトル,発売日"),
            (EUC_JP, "品番,タイトル,発売日"),
        ] {
            let (bytes, ..) = encoding.encode(header);
            assert_eq!(best_encoding(GB18030, &bytes, None), encoding);
        }
    }
}
