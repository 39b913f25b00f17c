//! Names by their characters and words.

use crate::read::names::{Names, Scope};
use crate::schema::term_word::{MAX_BYTES, text_of};
use crate::text::alike::{Family, spellings};
use crate::text::tokenizer::{folded, written};

fn names(of_terms: &[(i64, bool, &[&str])]) -> Names {
    let mut names = Names::default();
    for (term, is_tag, of_term) in of_terms {
        let text = text_of(of_term.iter().map(|name| (folded(name), written(name))));
        names.number(*term, *is_tag, &text);
    }
    names
}

fn run(names: &Names, text: &str, scope: Scope) -> Vec<u32> {
    names.with_run(&text.chars().collect::<Vec<_>>(), scope)
}

#[test]
fn han_runs_match_inside_a_piece_and_words_match_by_prefix() {
    let names = names(&[
        (11, false, &["林晓 月光", "Luna Lin"]),
        (12, false, &["月光林", "第3章"]),
        (13, true, &["月光"]),
    ]);
    assert_eq!(run(&names, "林", Scope::All), [0, 1]);
    assert_eq!(run(&names, "月光", Scope::All), [0, 1, 2]);
    assert_eq!(run(&names, "月光", Scope::ExceptTags), [0, 1]);
    assert_eq!(run(&names, "月光", Scope::Tags), [2]);
    assert_eq!(run(&names, "月光林", Scope::All), [1]);
    assert!(run(&names, "晓月", Scope::All).is_empty(), "two pieces");
    assert!(run(&names, "光林晓", Scope::All).is_empty());
    assert_eq!(names.with_word("lu", Scope::All), [0]);
    assert_eq!(names.with_word("l", Scope::All), [0]);
    assert!(names.with_word("una", Scope::All).is_empty());
    assert_eq!(names.with_whole_word("lin"), [0]);
    assert!(names.with_whole_word("li").is_empty());
    assert!(names.has_pair('月', '光') && !names.has_pair('光', '月'));
    assert_eq!(names.followers('月').collect::<Vec<_>>(), ['光']);
}

#[test]
fn a_name_keeps_its_original_spelling() {
    let names = names(&[(11, false, &["滝沢月子"]), (12, false, &["泷泽月子"])]);
    let both = run(&names, "泷泽", Scope::All);
    assert_eq!(both, [0, 1]);
    assert_eq!(names.written(both.clone(), "滝沢"), [0]);
    assert_eq!(names.written(both.clone(), "泷泽"), [1]);
    assert!(names.written(both, "瀧澤").is_empty());
    assert!(run(&names, "滝沢月", Scope::All).is_empty());
}

#[test]
fn a_han_run_is_compared_with_runs_one_character_apart() {
    let names = names(&[
        (11, false, &["林晓月"]),
        (12, false, &["陈晓月光", "林晓"]),
        (13, false, &["陈晓月亮"]),
    ]);
    let others = |run: &str| -> Vec<String> {
        let run: Vec<char> = run.chars().collect();
        names.one_other(&run).into_iter().collect()
    };
    assert_eq!(others("王晓月"), ["陈晓月", "林晓月"]);
    assert_eq!(others("林春月"), ["林晓月"]);
    assert_eq!(others("晓月明"), ["晓月亮", "晓月光"]);
    assert_eq!(others("林晓月"), ["陈晓月"]);
    assert!(others("王春月").is_empty());
    assert!(others("").is_empty());
}

#[test]
fn a_run_is_compared_with_runs_in_another_order() {
    let names = names(&[
        (11, false, &["林清婉秋"]),
        (12, false, &["林秋", "欧阳秋婉清"]),
    ]);
    let others = |run: &str| names.reordered(&run.chars().collect::<Vec<_>>());
    assert_eq!(others("林婉秋清"), ["林清婉秋"]);
    assert_eq!(others("清婉秋"), ["秋婉清"]);
    assert_eq!(others("秋林"), ["林秋"]);
    assert!(others("林清婉秋").is_empty());
    assert!(others("林清清秋").is_empty());
    assert!(others("").is_empty());
}

#[test]
fn names_that_sound_alike_are_read_when_they_are_asked_for() {
    let mut names = names(&[(11, false, &["しのづか ちふみ"]), (12, true, &["しのづか"])]);
    assert_eq!(names.alike.lock().len(), 0);
    let found = |names: &Names| names.alike(&spellings("sinozuka tihumi"), Family::Japanese);
    assert_eq!(found(&names), ["しのづか ちふみ"]);
    names.number(13, false, " shinotsuka\n");
    let later = names.alike(&spellings("sinotuka"), Family::Japanese);
    assert_eq!(later, ["shinotsuka"]);
}

#[test]
fn a_renamed_term_gets_another_number_and_the_old_one_remains() {
    let mut names = Names::default();
    let (before, after) = (" 林晓\n", " 林月\n");
    assert_eq!(names.number(7, false, before), 0);
    assert_eq!(names.number(7, false, after), 1);
    assert_eq!(names.number(7, false, before), 0);
    assert_eq!(names.number(8, false, before), 2);
    assert_eq!(names.known(7, after), Some(1));
    assert_eq!(names.known(9, after), None);
    assert_eq!(names.len(), 3);
}

#[test]
fn a_text_has_whole_names_only() {
    let long = "月".repeat(200);
    let text = text_of(std::iter::repeat_n((long.clone(), long.clone()), 200));
    assert!(text.len() <= MAX_BYTES);
    assert!(text.lines().all(|line| line.trim_start() == long));
}
