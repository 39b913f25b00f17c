//! Text into terms. Chinese, Japanese and Korean characters become single characters and pairs, both
//! at the character's position, so that any piece of such text is a phrase of pairs; other letters and
//! digits become words. Anything else separates.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

use super::normalise::{is_cjk, normalise};

/// Name under which the schema knows the tokenizer.
pub(super) const TOKENIZER: &str = "works";

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Characters without spaces between words.
    Cjk(Vec<char>),
    /// A word of other letters and digits.
    Word(String),
}

/// The pieces of a text that has been normalised.
pub(super) fn pieces(normalised: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut fresh = true;
    for c in normalised.chars() {
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

/// The terms of a text with their positions. Pieces lie two apart, so no phrase crosses them.
pub(super) fn terms(text: &str) -> Vec<(String, usize)> {
    let mut terms = Vec::new();
    let mut position = 0;
    for piece in pieces(&normalise(text)) {
        match piece {
            Piece::Word(word) => {
                terms.push((word, position));
                position += 2;
            }
            Piece::Cjk(run) => {
                for (at, c) in run.iter().enumerate() {
                    terms.push((c.to_string(), position + at));
                    if let Some(next) = run.get(at + 1) {
                        terms.push((String::from_iter([c, next]), position + at));
                    }
                }
                position += run.len() + 1;
            }
        }
    }
    terms
}

/// The tokenizer, for tantivy.
#[derive(Debug, Clone, Default)]
pub(super) struct WorksTokenizer;

impl Tokenizer for WorksTokenizer {
    type TokenStream<'a> = Terms;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Terms {
        Terms {
            rest: terms(text).into_iter(),
            token: Token::default(),
        }
    }
}

/// The stream of a text's terms.
pub(super) struct Terms {
    rest: std::vec::IntoIter<(String, usize)>,
    token: Token,
}

impl TokenStream for Terms {
    fn advance(&mut self) -> bool {
        let Some((text, position)) = self.rest.next() else {
            return false;
        };
        self.token.text = text;
        self.token.position = position;
        true
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

    #[test]
    fn characters_pairs_and_words() {
        let found: Vec<String> = terms("山谷, ABC-1月")
            .into_iter()
            .map(|(term, _)| term)
            .collect();
        assert_eq!(found, ["山", "山谷", "谷", "abc", "1", "月"]);
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
