//! Any text is folded, parsed as a keyword and highlighted in any other, quickly.

#![no_main]

use libfuzzer_sys::fuzz_target;
use yingku_search::{
    Keyword, folded, is_reading_of, keyword_without_number, marks_in_name, marks_in_title,
    normalise, readings, same_spelling,
};

fuzz_target!(|texts: &str| {
    let (keyword, text) = texts.split_once('\n').unwrap_or((texts, texts));
    // As long as a keyword and a title may be; the splits of letters into syllables would double with each pair.
    let keyword: String = keyword.chars().take(100).collect();
    let text: String = text.chars().take(300).collect();

    for one in [&keyword, &text] {
        let plain = normalise(one);
        assert_eq!(normalise(&plain), plain, "{one:?}");
        assert_eq!(folded(&plain), folded(one), "{one:?}");
        assert!(same_spelling(one, &plain), "{one:?}");
    }

    let parsed = Keyword::parse(&keyword);
    assert_eq!(Keyword::parse(&keyword), parsed);
    let length = text.chars().count();
    for marks in [
        marks_in_title(&parsed, &text),
        marks_in_name(&parsed, &text),
    ] {
        let mut end = 0;
        for (at, span) in marks.spans.into_iter().enumerate() {
            assert!(span.from < span.to && span.to <= length, "{span:?}");
            assert!(at == 0 || span.from > end, "{span:?} after {end}");
            end = span.to;
        }
    }

    keyword_without_number(&parsed, &text);
    let names = readings(&text);
    assert!(matches!(names.len(), 0 | 2));
    assert!(names.iter().all(|name| !name.is_empty()));
    if let Some(full) = names.first() {
        let whole = Keyword::parse(full);
        assert!(is_reading_of(&whole, &text), "{full:?}");
    }
});
