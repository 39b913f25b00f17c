//! Splits text into terms. Chinese, Japanese and Korean characters become single characters and pairs, both at the
//! character's position, so that any substring is a phrase of pairs. Other letters and digits become words; everything
//! else is a separator.

use std::iter::Peekable;
use std::str::Chars;

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

use super::canonical::canonical;
use super::normalise::{is_cjk, normalise, spoken};

/// Name of the tokenizer in the schema.
pub(crate) const TOKENIZER: &str = "works";

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Characters of a script without spaces.
    Cjk(Vec<char>),
    /// A word of other letters and digits.
    Word(String),
}

/// The form in which texts are compared: normalised and in canonical spelling.
pub fn folded(text: &str) -> String {
    canonical(&normalise(text))
}

/// The same form with Chinese characters as written.
pub fn written(text: &str) -> String {
    canonical(&spoken(text))
}

/// Maximum number of words joined to one.
const MAX_JOINED: usize = 6;

/// Adjacent words of a folded text joined, so that `spiderman` finds Spider-Man and `lordoftherings` The Lord of the
/// Rings: each pair, and from each word to the last. Anything in between is a prefix of these.
pub(crate) fn joined_words(folded: &str) -> Vec<String> {
    let pieces = pieces(folded);
    let mut joined = Vec::new();
    for words in pieces.chunk_by(|one, other| one.is_word() && other.is_word()) {
        let words: Vec<&str> = words.iter().filter_map(Piece::word).collect();
        joined.extend(words.windows(2).map(<[&str]>::concat));
        let rests = (0..words.len()).filter_map(|from| words.get(from..));
        let longer = rests.filter(|rest| rest.len() > 2);
        joined.extend(longer.map(|rest| rest.get(..MAX_JOINED).unwrap_or(rest).concat()));
    }
    joined
}

/// Maximum number of characters joined to one run.
const MAX_JOINED_CHARS: usize = 16;

/// The runs of a folded name joined, if it has several, so that 林小雨 finds 林Anna小雨. What is in brackets is joined alone.
pub fn joined_runs(folded: &str) -> Vec<String> {
    let joined = folded.split(is_bracket).filter_map(|part| {
        let pieces = pieces(part);
        let runs: Vec<&[char]> = pieces.iter().filter_map(Piece::run).collect();
        let joined = runs.concat();
        let is_name = runs.len() > 1 && joined.len() <= MAX_JOINED_CHARS;
        is_name.then(|| joined.into_iter().collect())
    });
    joined.collect()
}

/// Whether a character of a folded name separates it from another one: 林小雨（旧名：林雨）.
pub fn is_bracket(c: char) -> bool {
    matches!(
        c,
        '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | '/' | '|' | ',' | ';' | ':' | '"' | '~'
    ) || matches!(c, '、' | '。' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}' | '“' | '”' | '«' | '»')
}

impl Piece {
    fn run(&self) -> Option<&[char]> {
        match self {
            Self::Cjk(run) => Some(run),
            Self::Word(_) => None,
        }
    }

    pub(crate) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            Self::Cjk(_) => None,
        }
    }

    pub(crate) fn is_word(&self) -> bool {
        self.word().is_some()
    }
}

/// The pieces of a folded text, by what stands between spaces.
pub(crate) fn spaced_pieces(folded: &str) -> Vec<Vec<Piece>> {
    let spaced = folded.split_whitespace().map(pieces);
    spaced.filter(|pieces| !pieces.is_empty()).collect()
}

/// The pieces of a folded text.
pub(crate) fn pieces(folded: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut fresh = true;
    for c in folded.chars() {
        if is_cjk(c) {
            match pieces.last_mut() {
                Some(Piece::Cjk(run)) if !fresh => run.push(c),
                _ => pieces.push(Piece::Cjk(vec![c])),
            }
        } else if c.is_alphanumeric() {
            match pieces.last_mut() {
                Some(Piece::Word(word)) if !fresh => word.push(c),
                _ => pieces.push(Piece::Word(c.to_string())),
            }
        } else {
            fresh = true;
            continue;
        }
        fresh = false;
    }
    pieces
}

/// The tokenizer for tantivy. It takes folded texts.
#[derive(Debug, Clone, Default)]
pub(crate) struct WorksTokenizer;

impl Tokenizer for WorksTokenizer {
    type TokenStream<'a> = Terms<'a>;

    fn token_stream<'a>(&'a mut self, folded: &'a str) -> Terms<'a> {
        Terms::new(folded)
    }
}

/// Iterates over the terms of a folded text and their positions. An import produces millions, so the token's buffer is
/// reused. Pieces are two positions apart, so that no phrase crosses them.
pub(crate) struct Terms<'a> {
    rest: Peekable<Chars<'a>>,
    position: usize,
    /// The previous character, if it may begin a pair.
    first: Option<char>,
    token: Token,
}

impl<'a> Terms<'a> {
    fn new(folded: &'a str) -> Self {
        Self {
            rest: folded.chars().peekable(),
            position: 0,
            first: None,
            token: Token::default(),
        }
    }

    /// Produces the pair of the previous and the next character, if there is one.
    fn take_pair(&mut self) -> bool {
        let Some(first) = self.first.take() else {
            return false;
        };
        match self.rest.peek() {
            Some(second) if is_cjk(*second) => {
                self.token.text.clear();
                self.token.text.extend([first, *second]);
                self.position += 1;
                true
            }
            // The piece ends here.
            _ => {
                self.position += 2;
                false
            }
        }
    }

    /// Produces the word that begins with `c`.
    fn take_word(&mut self, c: char) {
        self.token.text.clear();
        self.token.text.push(c);
        while let Some(c) = self.rest.next_if(|c| !is_cjk(*c) && c.is_alphanumeric()) {
            self.token.text.push(c);
        }
        self.token.position = self.position;
        self.position += 2;
    }
}

impl TokenStream for Terms<'_> {
    fn advance(&mut self) -> bool {
        if self.take_pair() {
            return true;
        }
        while let Some(c) = self.rest.next() {
            if is_cjk(c) {
                self.first = Some(c);
                self.token.position = self.position;
                self.token.text.clear();
                self.token.text.push(c);
                return true;
            }
            if c.is_alphanumeric() {
                self.take_word(c);
                return true;
            }
        }
        false
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn terms(text: &str) -> Vec<(String, usize)> {
        let folded = folded(text);
        let mut terms = Terms::new(&folded);
        let mut all = Vec::new();
        while terms.advance() {
            all.push((terms.token.text.clone(), terms.token.position));
        }
        all
    }

    #[test]
    fn characters_pairs_and_words() {
        let found = terms("山谷, ABC-1月");
        let expected = [
            ("山", 0),
            ("山谷", 0),
            ("谷", 1),
            ("abc", 3),
            ("1", 5),
            ("月", 7),
        ];
        assert_eq!(found, expected.map(|(term, at)| (term.to_owned(), at)));
    }

    #[test]
    fn runs_of_a_name_are_joined() {
        let joined = |name: &str| joined_runs(&folded(name));
        assert_eq!(joined("林Anna小雨"), ["林小雨"]);
        assert_eq!(joined("林 小雨"), ["林小雨"]);
        assert_eq!(joined("【林 小雨】（旧名：林K雨）"), ["林小雨", "林雨"]);
        assert!(joined("林·小雨").is_empty(), "one run");
        assert!(joined("Anna Lin").is_empty());
        assert!(joined(&"山 ".repeat(17)).is_empty());
    }

    proptest! {
        /// Every piece of a Chinese title is a phrase of its pairs at consecutive positions.
        #[test]
        fn any_piece_of_a_title_is_found(title in "[一-龥]{1,20}", from in 0_usize..20, len in 1_usize..20) {
            let chars: Vec<char> = normalise(&title).chars().collect();
            let from = from % chars.len();
            let piece = &chars[from..(from + len).min(chars.len())];
            let all = terms(&title);
            let at = |term: &str, position: usize| all.iter().any(|(t, p)| t == term && *p == position);
            if piece.len() == 1 {
                prop_assert!(at(&piece[0].to_string(), from));
            }
            for (offset, pair) in piece.windows(2).enumerate() {
                prop_assert!(at(&String::from_iter(pair), from + offset));
            }
        }
    }
}
