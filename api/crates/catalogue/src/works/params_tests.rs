use yingku_db::page::Page;
use yingku_http_kit::error::ApiError;
use yingku_http_kit::params::{PageParams, Params};

use super::*;

fn read(query: &str) -> Result<WorksQuery, ApiError> {
    let page = Page::from(Params::<PageParams>::read(query)?);
    Ok(Params::<WorksParams>::read(query)?.query(page, 1_790_000_000))
}

fn keyword(text: &str) -> Result<WorksQuery, ApiError> {
    let mut query = form_urlencoded::Serializer::new(String::new());
    read(&query.append_pair("keyword", text).finish())
}

#[test]
fn newest_first_unless_a_keyword_is_given() {
    assert_eq!(read("").unwrap().sort, Sort::PubTime);
    assert_eq!(keyword("山").unwrap().sort, Sort::Relevance);
    assert_eq!(read("sort=hits").unwrap().sort, Sort::Hot);
}

#[test]
fn the_number_of_a_channel_wins_over_its_name() {
    let query = read("modId=3&modName=censored");
    assert_eq!(query.unwrap().filter.channels, [Channel::Western]);
}

#[test]
fn keywords_have_one_to_thirty_two_code_points() {
    for bad in [
        "",
        "   ",
        &"长".repeat(33),
        &format!("{} ", "长".repeat(32)),
        "a\0b",
    ] {
        assert!(keyword(bad).is_err(), "{bad:?}");
    }
    keyword(&"😀".repeat(32)).unwrap();
}

#[test]
fn unknown_values_are_rejected() {
    for bad in [
        "sort=id;drop",
        "modName=all",
        "tableNmae=users",
        "isDht=2",
        "makerId=x",
    ] {
        assert!(read(bad).is_err(), "{bad}");
    }
}

#[test]
fn both_spellings_of_a_kind_are_checked() {
    let both = |name: &str, nmae: &str| read(&format!("tableName={name}&tableNmae={nmae}"));
    assert!(both("tag", "users").is_err());
    assert!(both("users", "tag").is_err());
    let kind = both("maker", "tag").unwrap().filter.has_kind;
    assert_eq!(kind, Some(TermKind::Maker));
}

#[test]
fn a_window_starts_at_midnight_in_shanghai() {
    // 2026-09-21 21:33:20 in Shanghai.
    let now = 1_790_000_000;
    let (from, to) = published(1, now);
    assert_eq!((from + i64::from(SHANGHAI_SECONDS)).rem_euclid(DAY), 0);
    assert!(from <= now - DAY && now - from < 2 * DAY);
    assert!(to >= now && to < now + 60);
    assert_eq!(published(999, now).0, i64::MIN);
}

#[test]
fn a_page_beyond_the_depth_limit_is_empty() {
    let page = |number: &str| read(&format!("pageNum={number}&pageSize=100")).unwrap();
    assert_eq!((page("100").offset, page("100").limit), (9_900, 100));
    for deep in ["101", "10000"] {
        assert_eq!((page(deep).offset, page(deep).limit), (10_000, 0));
    }
}
