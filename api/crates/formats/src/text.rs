//! Texts in the encodings that people's files have.

use std::borrow::Cow;
use std::io::{self, Read};

use encoding_rs::{DecoderResult, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};
use unicode_normalization::UnicodeNormalization as _;

const CHUNK: usize = 64 * 1024;
/// Within so many first bytes a text says its encoding.
const DECLARATION_BYTES: usize = 4_096;
/// Of a text in UTF-16, one byte in so many is 0 at least.
const FEWEST_ZEROS: usize = 32;
/// Of a text in UTF-8, more than so many characters beyond ASCII are whole for each that is not. Some bytes of other encodings
/// happen to be UTF-8.
const FEWEST_WHOLE: usize = 4;
/// The same of a text that is known to be in UTF-8.
const FEWEST_WHOLE_IF_KNOWN: usize = 2;

/// The encoding of a text that begins with these bytes, and the length of its byte order mark.
pub(crate) fn encoding_of(start: &[u8]) -> (&'static Encoding, usize) {
    if let Some(marked) = Encoding::for_bom(start) {
        return marked;
    }
    match zeros(start) {
        // Of line breaks, digits and the like every second byte is 0, always on the same side. 一 has it on the other.
        (even, odd) if odd * FEWEST_ZEROS > start.len() && odd > 4 * even => (UTF_16LE, 0),
        (even, odd) if even * FEWEST_ZEROS > start.len() && even > 4 * odd => (UTF_16BE, 0),
        _ if is_utf8(start, FEWEST_WHOLE) => (UTF_8, 0),
        _ => (GB18030, 0),
    }
}

/// How many bytes at even and at odd places are 0.
fn zeros(start: &[u8]) -> (usize, usize) {
    let at = |side: usize| {
        let bytes = start.iter().skip(side).step_by(2);
        bytes.filter(|byte| **byte == 0).count()
    };
    (at(0), at(1))
}

/// Whether it is UTF-8, up to a character that is cut off at the end. Programs also cut texts within a character, so that some
/// are broken in a text that is UTF-8 nevertheless.
fn is_utf8(bytes: &[u8], fewest_whole: usize) -> bool {
    let (mut whole, mut broken) = (0, 0);
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        let is_beyond = |c: &char| !c.is_ascii();
        whole += chunk.valid().chars().filter(is_beyond).count();
        at += chunk.valid().len() + chunk.invalid().len();
        let is_cut_off = at == bytes.len()
            && std::str::from_utf8(chunk.invalid()).is_err_and(|error| error.error_len().is_none());
        broken += usize::from(!chunk.invalid().is_empty() && !is_cut_off);
    }
    broken == 0 || whole > broken * fewest_whole
}

/// Whether bytes of a text that is in UTF-8 are UTF-8 themselves: a row of a table may be pasted from elsewhere.
pub(crate) fn is_utf8_within_utf8(bytes: &[u8]) -> bool {
    is_utf8(bytes, FEWEST_WHOLE_IF_KNOWN)
}

/// Whether a text that is no UTF-8 is one of Western Europe: its few letters beyond ASCII stand alone among others. Characters
/// of Chinese and Japanese have two such bytes in a row, most of them.
pub(crate) fn is_western(bytes: &[u8]) -> bool {
    let is_high = |byte: &u8| *byte >= 0x80;
    let high = bytes.iter().filter(|byte| is_high(byte)).count();
    let pairs = bytes
        .windows(2)
        .filter(|pair| pair.iter().all(is_high))
        .count();
    high > 0 && pairs * 3 < high
}

/// A whole text. `declared` is what it says of its encoding itself, which holds unless the bytes are something else.
pub(crate) fn decode<'a>(bytes: &'a [u8], declared: Option<&str>) -> Cow<'a, str> {
    let (guessed, _) = encoding_of(bytes);
    let declared = declared.and_then(|label| Encoding::for_label(label.as_bytes()));
    let encoding = match declared {
        Some(declared) if guessed == GB18030 => match declared == UTF_8 {
            true if !is_utf8_within_utf8(bytes) => GB18030,
            _ => declared,
        },
        _ => guessed,
    };
    encoding.decode(bytes).0
}

/// The encoding that a text of HTML or XML says it has: `charset=gb2312`, `encoding="GBK"`.
pub(crate) fn declared_encoding(bytes: &[u8]) -> Option<String> {
    let start = bytes.get(..DECLARATION_BYTES).unwrap_or(bytes);
    let start = String::from_utf8_lossy(start).to_ascii_lowercase();
    let behind = ["charset=", "encoding="]
        .iter()
        .find_map(|name| Some(start.split_once(name)?.1))?;
    let is_of_label = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let label = behind.trim_start_matches(['"', '\'', ' ']).chars();
    let label: String = label.take_while(is_of_label).collect();
    (!label.is_empty()).then_some(label)
}

/// Decodes one row that is not UTF-8; `None` if it is not GB18030 either.
pub(crate) fn decode_gb18030(bytes: &[u8]) -> Option<Cow<'_, str>> {
    GB18030.decode_without_bom_handling_and_without_replacement(bytes)
}

/// Reads a text as UTF-8. What the encoding cannot express becomes U+FFFD.
pub(crate) struct Utf8Reader<R> {
    source: R,
    /// `None` for UTF-8, which is not changed.
    decoder: Option<encoding_rs::Decoder>,
    raw: Vec<u8>,
    raw_at: usize,
    ready: Vec<u8>,
    ready_at: usize,
    ended: bool,
}

impl<R: Read> Utf8Reader<R> {
    /// `source` is behind its byte order mark.
    pub(crate) fn new(source: R, encoding: &'static Encoding) -> Self {
        Self {
            source,
            decoder: (encoding != UTF_8).then(|| encoding.new_decoder_without_bom_handling()),
            raw: Vec::new(),
            raw_at: 0,
            ready: Vec::new(),
            ready_at: 0,
            ended: false,
        }
    }

    /// Decodes the next chunk.
    fn fill(&mut self) -> io::Result<()> {
        let Some(decoder) = &mut self.decoder else {
            return Ok(());
        };
        if self.raw_at == self.raw.len() {
            self.raw.clear();
            self.raw_at = 0;
            let chunk = u64::try_from(CHUNK).unwrap_or(u64::MAX);
            self.ended = self
                .source
                .by_ref()
                .take(chunk)
                .read_to_end(&mut self.raw)?
                < CHUNK;
        }
        let mut text = String::with_capacity(CHUNK * 3);
        let input = self.raw.get(self.raw_at..).unwrap_or_default();
        let (result, read) =
            decoder.decode_to_string_without_replacement(input, &mut text, self.ended);
        self.raw_at += read;
        if matches!(result, DecoderResult::Malformed(..)) {
            text.push(char::REPLACEMENT_CHARACTER);
        }
        self.ready = text.into_bytes();
        self.ready_at = 0;
        Ok(())
    }
}

impl<R: Read> Read for Utf8Reader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.decoder.is_none() {
            return self.source.read(into);
        }
        while self.ready_at == self.ready.len() {
            if self.ended && self.raw_at == self.raw.len() {
                return Ok(0);
            }
            self.fill()?;
        }
        let count = self
            .ready
            .get(self.ready_at..)
            .unwrap_or_default()
            .read(into)?;
        self.ready_at += count;
        Ok(count)
    }
}

/// A text on one line, without control characters, trimmed. Line breaks with the indent behind them are one space.
pub(crate) fn clean(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut is_broken = false;
    for c in text.chars() {
        is_broken = c.is_control() || (is_broken && c == ' ');
        match is_broken {
            true if line.ends_with(' ') => {}
            true => line.push(' '),
            false => line.push(c),
        }
    }
    line.trim().to_owned()
}

/// A text in the usual forms of its characters, lower case: full-width letters and digits as ASCII.
pub(crate) fn folded(text: &str) -> String {
    text.nfkc().collect::<String>().trim().to_lowercase()
}

/// The first characters of a text, for a message.
pub(crate) fn excerpt(text: &str) -> String {
    let mut short: String = clean(text).chars().take(40).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> String {
        let (encoding, mark) = encoding_of(bytes);
        let mut text = String::new();
        Utf8Reader::new(&bytes[mark..], encoding)
            .read_to_string(&mut text)
            .unwrap();
        text
    }

    #[test]
    fn the_encoding_is_recognised() {
        let wide = |mark: &[u8], unit: fn(u16) -> [u8; 2]| {
            let units = "番号,标题".encode_utf16().flat_map(unit);
            [mark.to_vec(), units.collect()].concat()
        };
        let (gb, ..) = GB18030.encode("番号,标题");
        for bytes in [
            "番号,标题".as_bytes().to_vec(),
            "\u{feff}番号,标题".as_bytes().to_vec(),
            wide(b"\xff\xfe", u16::to_le_bytes),
            wide(b"\xfe\xff", u16::to_be_bytes),
            gb.to_vec(),
        ] {
            assert_eq!(read(&bytes), "番号,标题");
        }
    }

    #[test]
    fn utf_16_needs_no_mark() {
        let text = "番号\t标题\r\n1\t一座山\r\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(read(&little), text);
        assert_eq!(read(&big), text);
        let few = ["番号,标题\n一\0,二\0二\n".as_bytes(), &[b'x'; 100]].concat();
        assert_eq!(encoding_of(&few).0, UTF_8);
        assert_eq!(encoding_of(b"\x89PNG\r\n\x1a\n\0\0\0\x0d").0, GB18030);
    }

    #[test]
    fn texts_of_western_europe_are_recognised() {
        assert!(is_western(b"number;title\nA-1;Caf\xe9 am Fl\xfcsschen\n"));
        for encoding in [GB18030, encoding_rs::BIG5, encoding_rs::SHIFT_JIS] {
            let (bytes, ..) = encoding.encode("number,title\nA-1,山谷里的四季\nA-2,ドラマの谷\n");
            assert!(!is_western(&bytes), "{}", encoding.name());
        }
        assert!(!is_western(b"number"));
    }

    #[test]
    fn a_text_gets_on_one_line() {
        assert_eq!(clean(" 山谷\r\n    的清晨\t"), "山谷 的清晨");
        assert_eq!(clean("Salt  & Sea"), "Salt  & Sea");
    }

    #[test]
    fn characters_on_the_border_of_a_chunk_stay_whole() {
        let text = "山谷".repeat(CHUNK + 7);
        let (bytes, ..) = GB18030.encode(&text);
        assert_eq!(read(&[b"a", &bytes[..]].concat()), format!("a{text}"));
    }

    #[test]
    fn a_wrong_byte_is_replaced() {
        let (bytes, ..) = GB18030.encode("山谷");
        let text = read(&[&bytes[..], b"\xff", &bytes[..]].concat());
        assert_eq!(text, "山谷\u{fffd}山谷");
    }

    #[test]
    fn a_character_that_is_cut_off_does_not_change_the_encoding() {
        let cut = |text: &str| [text.as_bytes(), b"\xe4\xbb, 2026"].concat();
        assert_eq!(
            decode(&cut("山谷里的四季"), None),
            "山谷里的四季\u{fffd}, 2026"
        );
        assert_eq!(
            decode(&cut("山谷里"), Some("utf-8")),
            "山谷里\u{fffd}, 2026"
        );
        for encoding in [GB18030, encoding_rs::BIG5, encoding_rs::SHIFT_JIS] {
            let (bytes, ..) = encoding.encode("山谷里的四季，小林的一天");
            assert_eq!(encoding_of(&bytes).0, GB18030, "{}", encoding.name());
        }
    }

    #[test]
    fn a_wrong_encoding_declaration_is_ignored() {
        let (bytes, ..) = GB18030.encode("<a>山谷</a>");
        assert_eq!(decode(&bytes, Some("utf-8")), "<a>山谷</a>");
        assert_eq!(decode(&bytes, Some("gb2312")), "<a>山谷</a>");
        assert_eq!(decode("山谷".as_bytes(), Some("gbk")), "山谷");
    }

    #[test]
    fn a_page_says_its_encoding() {
        let of = |text: &str| declared_encoding(text.as_bytes());
        let meta = "<meta http-equiv=Content-Type content=\"text/html; charset=gb2312\">";
        assert_eq!(of(meta).as_deref(), Some("gb2312"));
        assert_eq!(of("<META CHARSET='Big5'>").as_deref(), Some("big5"));
        assert_eq!(
            of("<?xml version=\"1.0\" encoding=\"GBK\"?>").as_deref(),
            Some("gbk")
        );
        assert_eq!(of("<table>"), None);
    }
}
