//! What dumps of databases have in common, whether they are read as a stream (of MacCMS) or as a whole.

/// Words that begin a line of a table's definition which is no column.
const NO_COLUMNS: [&str; 10] = [
    "PRIMARY",
    "KEY",
    "UNIQUE",
    "INDEX",
    "FULLTEXT",
    "SPATIAL",
    "CONSTRAINT",
    "FOREIGN",
    "CHECK",
    "EXCLUDE",
];

/// Whether a line of a table's definition that begins with a word is no column.
pub(crate) fn is_no_column(word: &str) -> bool {
    let mut words = NO_COLUMNS.iter();
    words.any(|known| word.eq_ignore_ascii_case(known))
}

/// What a character behind a backslash stands for.
pub(crate) fn escaped(character: char) -> char {
    match character {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' | 'Z' | 'b' => ' ',
        other => other,
    }
}

/// The text of hexadecimal digits; `None` if it has others.
pub(crate) fn of_hex(digits: &str) -> Option<String> {
    let digits = digits.as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Option<Vec<u8>> = digits.chunks(2).map(byte).collect();
    let bytes = bytes.filter(|_| digits.len().is_multiple_of(2))?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_digits_are_known() {
        assert!(is_no_column("primary") && is_no_column("EXCLUDE") && !is_no_column("title"));
        assert_eq!(of_hex("E5B1B1").as_deref(), Some("山"));
        assert_eq!((of_hex("E5B"), of_hex("xy")), (None, None));
        assert_eq!(['n', '\'', '山'].map(escaped), ['\n', '\'', '山']);
    }
}
