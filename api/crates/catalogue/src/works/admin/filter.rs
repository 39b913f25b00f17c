//! The filter of the operators' list of works, as a question to the works index and as conditions in the database.

use std::collections::HashSet;

use diesel::dsl::not;
use diesel::prelude::*;
use serde::Deserialize;
use utoipa::IntoParams;
use yingku_base::ids::first_id_of;
use yingku_base::string_enum;
use yingku_base::values::parse_id;
use yingku_db::Conn;
use yingku_db::like::{contains, contains_all, lower};
use yingku_db::schema::works;
use yingku_http_kit::param_types::{Day, Flag, Keyword, Number};
use yingku_search::{Fact, WorksFilter, normalise, number_groups};

use super::hidden::Content;
use crate::kinds::{Channel, ModId, channel_of};
use crate::terms::names;
use crate::works::completeness::{self, Lack};
use crate::works::editors::last_editor;
use crate::works::params::{Minutes, SearchText, WantedTerms, duration};
use crate::works::state::WorkState;
use crate::works::visibility::Withheld;

/// Minimum number of digits of an id: a keyword with that many is looked up as one.
const ID_DIGITS: usize = 16;

/// Whether a work can be watched online: 0 no, 1 yes, 2 it is being transcoded.
type Online = Number<0, 2>;

/// A query of works that gets its conditions one by one.
pub(super) type Matching = works::BoxedQuery<'static, <Conn as Connection>::Backend>;

/// Filters of the list.
#[derive(Debug, Default, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct ListedFilter {
    /// A number, an id, or part of a title or name; visible works are searched as on the site.
    #[param(inline, example = "山谷")]
    pub keyword: Option<SearchText>,
    /// Channel by number.
    #[param(inline)]
    pub mod_id: Option<ModId>,
    /// 0 = visible, 1 = hidden; both by default.
    #[param(inline)]
    pub hidden: Option<Flag>,
    /// State.
    #[param(inline)]
    pub state: Option<WorkState>,
    /// With all of these terms: up to 12 ids, separated by commas.
    #[param(inline, example = "910000000000000002")]
    pub with_terms: Option<WantedTerms>,
    /// 1 = with both covers of its own, 0 = without.
    #[param(inline)]
    pub covers: Option<Flag>,
    /// 1 = with magnet links, 0 = without.
    #[param(inline)]
    pub is_dht: Option<Flag>,
    /// 0 not online, 1 watch online, 2 transcoding.
    #[param(inline)]
    pub is_online: Option<Online>,
    /// Minimum length in minutes.
    #[param(inline)]
    pub min_duration: Option<Minutes>,
    /// Maximum length in minutes; excludes unknown lengths.
    #[param(inline)]
    pub max_duration: Option<Minutes>,
    /// Lacking this.
    #[param(inline)]
    pub lacks: Option<Lack>,
    /// With a `score` below this.
    #[param(inline)]
    pub score_below: Option<Number<1, 100>>,
    /// Changed last by the operator of this name; imports do not count.
    #[param(inline, example = "wang-yuanshan")]
    pub edited_by: Option<Keyword<32>>,
    /// Only from this day on, in Shanghai.
    #[param(inline, example = "2026-11-01")]
    pub from: Option<Day>,
    /// Only until the end of this day, in Shanghai.
    #[param(inline, example = "2026-11-30")]
    pub to: Option<Day>,
    /// What the days are about; `createTime` by default.
    #[param(inline)]
    pub time: Option<WorkTime>,
}

string_enum! {
    /// The times to filter works by.
    pub enum WorkTime {
        /// When it was added.
        CreateTime = "createTime",
        /// When it was last changed.
        UpdateTime = "updateTime",
    }
}

/// A filter whose terms are known.
#[derive(Debug, Clone)]
pub struct Wanted {
    filter: ListedFilter,
    /// For each term the ids that mean it, any of which matches.
    terms: Vec<Vec<i64>>,
    /// The terms whose names contain the keyword; read only where hidden works are looked for.
    named: HashSet<i64>,
}

impl Wanted {
    /// Looks up the terms of a filter. An old address may have the id of a merged term.
    pub fn new(conn: &mut Conn, filter: ListedFilter) -> QueryResult<Self> {
        let ids = filter.with_terms.iter().flat_map(|list| &list.0);
        let terms: QueryResult<_> = ids.map(|id| names::with_former_ids(conn, *id)).collect();
        let mut wanted = Self {
            terms: terms?,
            filter,
            named: HashSet::new(),
        };
        if let Some(Keyword(part)) = &wanted.filter.keyword
            && wanted.is_of_hidden()
            && wanted.id().is_none()
        {
            wanted.named = names::containing(conn, part)?;
        }
        Ok(wanted)
    }

    fn channel(&self) -> Option<Channel> {
        self.filter.mod_id.and_then(channel_of)
    }

    /// The keyword as an id.
    pub(super) fn id(&self) -> Option<i64> {
        let Keyword(part) = self.filter.keyword.as_ref()?;
        (part.len() >= ID_DIGITS).then(|| parse_id(part)).flatten()
    }

    /// Whether hidden works may match.
    pub(super) fn is_of_hidden(&self) -> bool {
        self.filter.hidden.is_none_or(Flag::is_set)
            && self.filter.state != Some(WorkState::Published)
    }

    /// Whether visible works may match.
    pub(super) fn is_of_visible(&self) -> bool {
        let is_visible = |state| state == WorkState::Published;
        !self.filter.hidden.is_some_and(Flag::is_set) && self.filter.state.is_none_or(is_visible)
    }

    /// Whether a keyword is searched for.
    pub(super) fn has_keyword(&self) -> bool {
        self.filter.keyword.is_some()
    }

    /// The times of a certain kind that the works must have, from (inclusive) to (exclusive), seconds.
    fn between(&self, time: WorkTime) -> Option<(i64, i64)> {
        let filter = &self.filter;
        let is_asked = filter.from.is_some() || filter.to.is_some();
        (is_asked && filter.time.unwrap_or(WorkTime::CreateTime) == time).then(|| {
            (
                filter.from.map_or(0, |day| day.begin),
                filter.to.map_or(i64::MAX, |day| day.end),
            )
        })
    }

    fn min_lacks(&self) -> Option<usize> {
        let limit = usize::try_from(self.filter.score_below?.get()).ok()?;
        Some(completeness::lacks_below(limit))
    }

    fn editor(&self) -> Option<&str> {
        self.filter
            .edited_by
            .as_ref()
            .map(|Keyword(name)| name.as_str())
    }

    /// The filter for the index.
    pub(super) fn index_filter(&self) -> WorksFilter {
        let keyword = self.filter.keyword.as_ref();
        WorksFilter {
            channels: self.channel().into_iter().collect(),
            with: self.terms.clone(),
            facts: self.facts(),
            duration: duration(self.filter.min_duration, self.filter.max_duration),
            added: self.between(WorkTime::CreateTime),
            updated: self.between(WorkTime::UpdateTime),
            editor: self.editor().map(str::to_owned),
            lack: self.filter.lacks,
            min_lacks: self.min_lacks().and_then(|min| i64::try_from(min).ok()),
            keyword: keyword.map(|Keyword(part)| yingku_search::Keyword::parse(part)),
            ..WorksFilter::default()
        }
    }

    fn facts(&self) -> Vec<(Fact, bool)> {
        let flag = |fact, flag: Option<Flag>| flag.map(|flag| (fact, flag.is_set()));
        let mut facts: Vec<_> = flag(Fact::Covers, self.filter.covers)
            .into_iter()
            .chain(flag(Fact::Magnets, self.filter.is_dht))
            .collect();
        match self.filter.is_online.map(Online::get) {
            None => {}
            Some(0) => facts.extend([(Fact::Online, false), (Fact::Transcoding, false)]),
            Some(1) => facts.push((Fact::Online, true)),
            Some(_) => facts.push((Fact::Transcoding, true)),
        }
        facts
    }

    /// Whether the filter asks what works contain.
    pub(super) fn asks_for_content(&self) -> bool {
        let filter = &self.filter;
        let is_scored = filter.score_below.is_some() || filter.lacks.is_some();
        is_scored || filter.covers.is_some() || !self.terms.is_empty()
    }

    /// Whether a work with this content matches, as far as that tells.
    pub(super) fn takes(&self, content: &Content) -> bool {
        let filter = &self.filter;
        let lacks = |lack: Lack| content.lacks.contains(&lack);
        let has = |ids: &Vec<i64>| ids.iter().any(|id| content.terms.contains(id));
        filter
            .covers
            .is_none_or(|covers| lacks(Lack::Cover) != covers.is_set())
            && filter.lacks.is_none_or(lacks)
            && self
                .min_lacks()
                .is_none_or(|min| content.lacks.len() >= min)
            && self.terms.iter().all(has)
    }

    /// Whether a term of a hidden work has the keyword in its names.
    pub(super) fn names(&self, content: &Content) -> bool {
        content.terms.iter().any(|id| self.named.contains(id))
    }

    /// Adds the conditions besides keyword, visibility and content.
    fn narrowed(&self, list: Matching) -> Matching {
        let filter = &self.filter;
        let mut list = self.narrowed_to_do(list);
        if let Some(channel) = self.channel() {
            list = list.filter(works::mod_id.eq(channel));
        }
        if let Some(has) = filter.is_dht {
            list = list.filter(works::is_dht.eq(has.is_set()));
        }
        if let Some(state) = filter.is_online {
            list = list.filter(works::is_online.eq(state.small()));
        }
        let held = |state: Withheld| works::withheld.eq(state);
        match filter.state {
            None => {}
            Some(WorkState::Published) => list = list.filter(works::hidden.eq(false)),
            Some(WorkState::Draft) => list = list.filter(held(Withheld::Draft)),
            Some(WorkState::Scheduled) => list = list.filter(held(Withheld::Scheduled)),
            Some(WorkState::Hidden) => {
                let is_waiting = held(Withheld::Draft).or(held(Withheld::Scheduled));
                list = list.filter(works::hidden).filter(not(is_waiting));
            }
        }
        list
    }

    /// Adds the conditions about what is still to do: length, times and editor.
    fn narrowed_to_do(&self, mut list: Matching) -> Matching {
        let filter = &self.filter;
        if let Some((min, max)) = duration(filter.min_duration, filter.max_duration) {
            let max = i32::try_from(max).unwrap_or(i32::MAX);
            let min = i32::try_from(min).unwrap_or(i32::MAX);
            list = list.filter(works::duration.between(min, max));
        }
        if let Some((from, to)) = self.between(WorkTime::CreateTime) {
            list = list
                .filter(works::id.ge(first_id_of(from)))
                .filter(works::id.lt(first_id_of(to)));
        }
        if let Some((from, to)) = self.between(WorkTime::UpdateTime) {
            list = list
                .filter(works::updated_at.ge(from))
                .filter(works::updated_at.lt(to));
        }
        if let Some(name) = self.editor() {
            list = list.filter(last_editor().eq(name.to_owned()));
        }
        list
    }

    /// Hidden works that match besides keyword and content. The condition is `hidden` alone, like that of the partial
    /// indexes; with a bound value the planner would not use them.
    pub(super) fn hidden(&self) -> Matching {
        self.narrowed(works::table.filter(works::hidden).into_boxed())
    }

    /// Hidden works whose number or title has the keyword; `None` without one.
    pub(super) fn hidden_titled(&self) -> Option<Matching> {
        let Keyword(part) = self.filter.keyword.as_ref()?;
        // As typed, and normalised. A number may have any punctuation and zeros between its groups.
        let (typed, folded) = (contains(part), contains(&normalise(part)));
        let number = match &*number_groups(part) {
            [] => typed.clone(),
            groups => contains_all(groups),
        };
        let all = works::table.filter(works::hidden).into_boxed();
        let has_number = lower(works::number).like(number).escape('\\');
        let has_title = |pattern: String| lower(works::title).like(pattern).escape('\\');
        Some(match typed == folded {
            true => all.filter(has_number.or(has_title(typed))),
            false => {
                let titled = has_title(typed).or(has_title(folded));
                all.filter(has_number.or(titled))
            }
        })
    }

    /// Whether hidden works are best read once, and not again to count them: for their contents, or because it takes long
    /// to look each up in the log.
    pub(super) fn reads_all_hidden(&self) -> bool {
        self.has_keyword() || self.asks_for_content() || self.editor().is_some()
    }

    /// Those of `ids` that are visible and match besides keyword and content.
    pub(super) fn of_visible(&self, ids: &[i64]) -> Matching {
        let those = works::table
            .filter(works::id.eq_any(ids.to_vec()))
            .filter(works::hidden.eq(false));
        self.narrowed(those.into_boxed())
    }

    /// The work with the id that the keyword is, if it matches besides content.
    pub(super) fn of_id(&self, id: i64) -> Matching {
        let list = self.narrowed(works::table.filter(works::id.eq(id)).into_boxed());
        match self.filter.hidden.map(Flag::is_set) {
            Some(hidden) => list.filter(works::hidden.eq(hidden)),
            None => list,
        }
    }
}
