//! The parameters of lists of works.

use std::ops::Deref;

use serde::Deserialize;
use utoipa::IntoParams;
use yingku_base::time::{DAY, HOUR, SHANGHAI_SECONDS};
use yingku_base::values::Id;
use yingku_db::page::{MAX_LIST_ROWS, Page};
use yingku_http_kit::param_types::{Flag, IdList, Number, Period, WordList};
use yingku_search::{Keyword, Sort, WorksFilter, WorksQuery};

use crate::kinds::{Channel, ModId, TermKind, channel_of};
use crate::magnets::marks::Mark;

/// The error for a keyword that is too short or too long (R6.1).
pub const KEYWORD_TEXT: &str = "请输入搜索内容！,限制为1-32个字符";
/// Maximum length of a keyword, in code points (R6.1).
pub const KEYWORD_CHARS: usize = 32;
/// The `date` that means "no limit" (R2.8).
const ALL_DAYS: u32 = 999;
/// A length.
pub type Minutes = Number<0, 6_000>;
/// A time up to the year 2096.
type Seconds = Number<0, 4_000_000_000>;
/// A mean rating in tenths.
type ScoreTenths = Number<0, 50>;
/// A number of days.
type DaysBack = Number<1, ALL_DAYS>;
/// Ids of terms that works have.
pub type WantedTerms = IdList<12>;
/// Ids of terms that works do not have.
pub type UnwantedTerms = IdList<200>;
/// Qualities of magnet links.
type MarkList = WordList<Mark>;
/// A keyword.
pub type SearchText = yingku_http_kit::param_types::Keyword<KEYWORD_CHARS>;

/// A keyword of 1–32 code points without NUL, as typed. White space around it counts but is not searched.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct TypedKeyword(String);

impl TryFrom<String> for TypedKeyword {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_long = text.chars().count() > KEYWORD_CHARS;
        match text.trim().is_empty() || is_long || text.contains('\0') {
            true => Err(KEYWORD_TEXT),
            false => Ok(Self(text)),
        }
    }
}

impl Deref for TypedKeyword {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl TypedKeyword {
    /// The keyword that is searched.
    pub fn parse(&self) -> Keyword {
        Keyword::parse(self.trim())
    }
}

/// Parameters of a list of works.
#[derive(Debug, Default, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct WorksParams {
    /// Channel by name.
    #[param(inline)]
    pub mod_name: Option<Channel>,
    /// Channel by number; wins over `modName`.
    #[param(inline)]
    pub mod_id: Option<ModId>,
    /// Order, greatest first. By default `pubTime`, or `relevance` with a keyword; a member's own list keeps its order.
    #[param(inline)]
    pub sort: Option<Sort>,
    /// Only works published in the last `date` days; 999 = any time up to now.
    #[param(inline, example = 30)]
    pub date: Option<DaysBack>,
    /// Words, a number, a name or its pinyin; not blank.
    #[param(value_type = Option<SearchText>, inline, example = "山谷")]
    pub keyword: Option<TypedKeyword>,
    /// Only works with this tag.
    #[param(inline)]
    pub tags_id: Option<Id>,
    /// Only works of this maker.
    #[param(inline)]
    pub maker_id: Option<Id>,
    /// Only works of this label.
    #[param(inline)]
    pub label_id: Option<Id>,
    /// Only works of this series.
    #[param(inline)]
    pub series_id: Option<Id>,
    /// Only works of this director.
    #[param(inline)]
    pub director_id: Option<Id>,
    /// Only works of this item.
    #[param(inline)]
    pub item_id: Option<Id>,
    /// Only works with this performer.
    #[param(inline)]
    pub performer_id: Option<Id>,
    /// 1: only works with magnet links, or whose number is the keyword.
    #[param(inline)]
    pub is_dht: Option<Flag>,
    /// Only works with all of these terms of any kind: up to 12 ids, separated by commas.
    #[param(inline, example = "910000000000000002")]
    pub with_terms: Option<WantedTerms>,
    /// Only works with none of these terms: up to 200 ids, separated by commas.
    #[param(inline, example = "910000000000000003")]
    pub without_terms: Option<UnwantedTerms>,
    /// Only works published from this year, month or day on.
    #[param(inline, example = "2019")]
    pub from: Option<Period>,
    /// Only works published up to this year, month or day.
    #[param(inline, example = "2021-06")]
    pub to: Option<Period>,
    /// Only works added to the catalogue since this time: seconds since 1970, rounded down to the hour.
    #[param(inline, example = 1_790_000_000)]
    pub added_since: Option<Seconds>,
    /// Minimum length in minutes.
    #[param(inline)]
    pub min_duration: Option<Minutes>,
    /// Maximum length in minutes; excludes unknown lengths.
    #[param(inline)]
    pub max_duration: Option<Minutes>,
    /// Minimum mean rating, in tenths: 35 is 3.5.
    #[param(inline)]
    pub min_score: Option<ScoreTenths>,
    /// 1: only works that can be watched online.
    #[param(inline)]
    pub is_online: Option<Flag>,
    /// Only works whose magnet links have all of these, separated by commas: `subtitle`, `4k`, `lossless`.
    #[param(inline, example = "subtitle,4k")]
    pub marks: Option<MarkList>,
    /// Only works with any term of this kind.
    #[param(inline)]
    pub table_name: Option<TermKind>,
    /// Alias of `tableName`, which wins, for old clients.
    #[param(inline)]
    pub table_nmae: Option<TermKind>,
}

impl WorksParams {
    /// The query without [`WorksParams::terms`]; `date` counts back from `now` (seconds).
    pub fn query(&self, page: Page, now: i64) -> WorksQuery {
        let keyword = self.keyword.as_ref().map(TypedKeyword::parse);
        let by_default = if keyword.is_some() {
            Sort::Relevance
        } else {
            Sort::PubTime
        };
        WorksQuery {
            filter: self.filter(keyword, now),
            sort: self.sort.unwrap_or(by_default),
            offset: usize::try_from(page.offset().min(MAX_LIST_ROWS)).unwrap_or(usize::MAX),
            limit: if page.is_too_deep() {
                0
            } else {
                usize::try_from(page.limit()).unwrap_or(0)
            },
        }
    }

    fn filter(&self, keyword: Option<Keyword>, now: i64) -> WorksFilter {
        let ids = |ids: &[i64]| ids.iter().map(|id| vec![*id]).collect();
        WorksFilter {
            channels: channel(self.mod_id, self.mod_name).into_iter().collect(),
            is_dht: self.is_dht.is_some_and(Flag::is_set),
            is_online: self.is_online.is_some_and(Flag::is_set),
            marks: self
                .marks
                .as_ref()
                .map(|list| list.0.clone())
                .unwrap_or_default(),
            with: self
                .with_terms
                .as_ref()
                .map(|list| ids(&list.0))
                .unwrap_or_default(),
            without: self
                .without_terms
                .as_ref()
                .map(|list| list.0.clone())
                .unwrap_or_default(),
            has_kind: self.table_name.or(self.table_nmae),
            published: self.published(now),
            added: self.added(now),
            duration: self.duration(),
            min_score: self
                .min_score
                .map(|score| i64::from(score.get()))
                .filter(|score| *score > 0),
            keyword,
            ..WorksFilter::default()
        }
    }

    /// The range of creation times of a newest-first list, in seconds. It ends soon after now, or works that a fast
    /// clock has dated in the future would lead these lists for good.
    fn added(&self, now: i64) -> Option<(i64, i64)> {
        let since = self
            .added_since
            .map(|since| start_of_hour(i64::from(since.get())));
        let is_newest = since.is_some() || self.sort == Some(Sort::Id);
        is_newest.then(|| (since.unwrap_or(0), start_of_hour(now) + 2 * HOUR))
    }

    /// The intersection of all filters by time of publication; an empty one matches nothing.
    fn published(&self, now: i64) -> Option<(i64, i64)> {
        let spans = [
            self.date.map(|days| published(days.get(), now)),
            self.from.map(|period| (period.begin, i64::MAX)),
            self.to.map(|period| (i64::MIN, period.end - 1)),
        ];
        let overlap = |one: (i64, i64), other: (i64, i64)| (one.0.max(other.0), one.1.min(other.1));
        spans.into_iter().flatten().reduce(overlap)
    }

    fn duration(&self) -> Option<(i64, i64)> {
        duration(self.min_duration, self.max_duration)
    }

    /// The terms of a certain kind that the works must have.
    pub fn terms(&self) -> Vec<(TermKind, i64)> {
        let given = [
            (TermKind::Tag, self.tags_id),
            (TermKind::Maker, self.maker_id),
            (TermKind::Label, self.label_id),
            (TermKind::Series, self.series_id),
            (TermKind::Director, self.director_id),
            (TermKind::Item, self.item_id),
            (TermKind::Performer, self.performer_id),
        ];
        let given = given.into_iter();
        given.filter_map(|(kind, id)| Some((kind, id?.0))).collect()
    }
}

/// The lengths from `min` to `max`; any if neither limits them.
pub fn duration(min: Option<Minutes>, max: Option<Minutes>) -> Option<(i64, i64)> {
    let min = min.map(|minutes| i64::from(minutes.get()));
    let max = max.map(|minutes| i64::from(minutes.get()));
    // 0 is an unknown length.
    (min.is_some_and(|min| min > 0) || max.is_some())
        .then(|| (min.unwrap_or(1).max(1), max.unwrap_or(i64::MAX)))
}

/// A time rounded down to the hour, so that requests share cached responses.
fn start_of_hour(seconds: i64) -> i64 {
    seconds - seconds.rem_euclid(HOUR)
}

/// The channel of the parameters; `modId` wins over `modName`.
pub fn channel(mod_id: Option<ModId>, mod_name: Option<Channel>) -> Option<Channel> {
    mod_id.and_then(channel_of).or(mod_name)
}

/// From the start of the day `days` ago (in Shanghai) to the end of this minute, so that requests of one minute share a
/// cached response.
fn published(days: u32, now: i64) -> (i64, i64) {
    let to = now - now.rem_euclid(60) + 59;
    if days == ALL_DAYS {
        return (i64::MIN, to);
    }
    let local = now + i64::from(SHANGHAI_SECONDS);
    let today = local - local.rem_euclid(DAY) - i64::from(SHANGHAI_SECONDS);
    (today - i64::from(days) * DAY, to)
}

#[cfg(test)]
#[path = "params_tests.rs"]
mod tests;
