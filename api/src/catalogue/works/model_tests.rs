use super::*;

fn with(change: impl FnOnce(&mut WorksParams)) -> Result<WorksQuery, ApiError> {
    let mut params = WorksParams::default();
    change(&mut params);
    params.parse(1_790_000_000)
}

#[test]
fn newest_first_unless_a_keyword_is_given() {
    assert_eq!(with(|_| ()).unwrap().sort, Sort::PubTime);
    assert_eq!(
        with(|p| p.keyword = Some("山".into())).unwrap().sort,
        Sort::Relevance
    );
}

#[test]
fn the_number_of_a_channel_wins_over_its_name() {
    let query = with(|p| {
        p.mod_id = Some("3".into());
        p.mod_name = Some("censored".into());
    });
    assert_eq!(query.unwrap().filter.channel, Some(Channel::Western));
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
        assert!(with(|p| p.keyword = Some(bad.into())).is_err(), "{bad:?}");
    }
    with(|p| p.keyword = Some("😀".repeat(32))).unwrap();
}

#[test]
fn unknown_words_are_refused() {
    assert!(with(|p| p.sort = Some("id;drop".into())).is_err());
    assert!(with(|p| p.mod_name = Some("all".into())).is_err());
    assert!(with(|p| p.table_nmae = Some("users".into())).is_err());
    assert!(with(|p| p.is_dht = Some("2".into())).is_err());
}

#[test]
fn both_spellings_of_a_kind_are_checked() {
    let both = |name: &str, nmae: &str| {
        with(|p| {
            p.table_name = Some(name.into());
            p.table_nmae = Some(nmae.into());
        })
    };
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
fn a_page_that_lies_too_deep_has_no_rows() {
    let page = |number: &str| {
        with(|p| (p.page_num, p.page_size) = (Some(number.into()), Some("100".into()))).unwrap()
    };
    assert_eq!((page("100").offset, page("100").limit), (9_900, 100));
    for deep in ["101", "10000"] {
        assert_eq!((page(deep).offset, page(deep).limit), (10_000, 0));
    }
}
