//! The forms of a bulk change and of undoing it.

use serde::Deserialize;
use utoipa::ToSchema;
use yingku_base::string_enum;
use yingku_base::values::Id;
use yingku_catalogue::works::admin::state::parse_publish_time;
use yingku_catalogue::works::visibility::VisibilityCommand;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::reason::{OperatorReason, parse_reason};

/// Most works that a form may name.
const MAX_IDS: usize = 500;
/// Most terms that are added or removed at once.
const MAX_TERMS: usize = 12;
/// Length of the name of a run.
const RUN_CHARS: std::ops::RangeInclusive<usize> = 16..=64;

string_enum! {
    /// What is done to each work.
    pub enum BulkAction {
        /// Hide it.
        Hide = "hide",
        /// Restore it.
        Restore = "restore",
        /// Add terms to it.
        AddTerms = "addTerms",
        /// Remove terms from it.
        RemoveTerms = "removeTerms",
        /// Make it a draft.
        Draft = "draft",
        /// Publish it at `publishTime`.
        Schedule = "schedule",
    }
}

/// A step of a bulk change of works.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkForm {
    /// The run: new for each bulk change, the same in its steps, and undone by this name.
    #[schema(
        pattern = "^[A-Za-z0-9-]{16,64}$",
        example = "0198c0de-7000-7000-8000-000000000001"
    )]
    pub run: String,
    /// What is done to each work.
    pub action: BulkAction,
    /// Ids of the terms to add or remove. Works of other channels do not get them.
    #[serde(default)]
    #[schema(max_items = 12)]
    pub terms: Vec<Id>,
    /// When scheduled works appear.
    #[serde(default)]
    #[schema(example = "2026-12-01 08:00:00")]
    pub publish_time: Option<String>,
    /// The reason, for the audit log; not blank.
    #[schema(value_type = OperatorReason)]
    pub reason: String,
    /// The works. Missing for all of the list.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 500)]
    pub ids: Option<Vec<Id>>,
    /// The total that was seen; needed without `ids`. The first step is rejected if it has changed by more than a
    /// hundredth.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 9007199254740991_i64, example = 2378)]
    pub total: Option<u64>,
    /// The previous step's `cursor`, if any.
    #[serde(default)]
    pub cursor: Option<Id>,
}

/// What is done to each work, with the terms.
#[derive(Debug, Clone)]
pub enum BulkChange {
    /// Hide it.
    Hide,
    /// Restore it.
    Restore,
    /// Add these terms.
    AddTerms(Vec<i64>),
    /// Remove these terms.
    RemoveTerms(Vec<i64>),
    /// Make it a draft, or schedule it.
    SetState(VisibilityCommand),
}

/// The works of a bulk change.
#[derive(Debug, Clone)]
pub enum Chosen {
    /// These, greatest id first.
    Works(Vec<i64>),
    /// All of the list, which had this total.
    List(u64),
}

/// A parsed [`BulkForm`].
#[derive(Debug, Clone)]
pub struct Bulk {
    /// The run.
    pub run: String,
    /// What is done to each work.
    pub change: BulkChange,
    /// Why.
    pub reason: String,
    /// The works.
    pub chosen: Chosen,
    /// Where the step before has ended; none in the first step.
    pub cursor: Option<i64>,
}

impl BulkForm {
    /// Checks each field.
    pub fn parse(&self) -> Result<Bulk, ApiError> {
        Ok(Bulk {
            run: parse_run(&self.run)?,
            change: self.change()?,
            reason: parse_reason(&self.reason)?,
            chosen: self.chosen()?,
            cursor: self.cursor.map(|id| id.0),
        })
    }

    fn change(&self) -> Result<BulkChange, ApiError> {
        let terms: Vec<i64> = self.terms.iter().map(|id| id.0).collect();
        let needs_terms = matches!(self.action, BulkAction::AddTerms | BulkAction::RemoveTerms);
        if terms.is_empty() == needs_terms || terms.len() > MAX_TERMS {
            let text = match needs_terms {
                true => "请选择1到12个词条",
                false => "该操作不需要词条",
            };
            return Err(ApiError::with_message(ErrorKind::BulkRefused, text));
        }
        Ok(match self.action {
            BulkAction::Hide => BulkChange::Hide,
            BulkAction::Restore => BulkChange::Restore,
            BulkAction::AddTerms => BulkChange::AddTerms(terms),
            BulkAction::RemoveTerms => BulkChange::RemoveTerms(terms),
            BulkAction::Draft => BulkChange::SetState(VisibilityCommand::Draft),
            BulkAction::Schedule => {
                let time = self.publish_time.as_deref().unwrap_or_default();
                BulkChange::SetState(parse_publish_time(time)?)
            }
        })
    }

    fn chosen(&self) -> Result<Chosen, ApiError> {
        let ids = match (&self.ids, self.total) {
            (Some(ids), None) => ids,
            (None, Some(total)) => return Ok(Chosen::List(total)),
            _ => {
                let text = "请提供ids或total其中之一";
                return Err(ApiError::with_message(ErrorKind::BulkRefused, text));
            }
        };
        if !(1..=MAX_IDS).contains(&ids.len()) {
            return Err(ApiError::bad_request("一次最多选择500部作品"));
        }
        let mut ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
        ids.sort_unstable_by(|one, other| other.cmp(one));
        ids.dedup();
        Ok(Chosen::Works(ids))
    }
}

/// A step that undoes a bulk change.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UndoForm {
    /// The run to undo.
    #[schema(
        pattern = "^[A-Za-z0-9-]{16,64}$",
        example = "0198c0de-7000-7000-8000-000000000001"
    )]
    pub run: String,
    /// The previous step's `cursor`, if any.
    #[serde(default)]
    pub cursor: Option<Id>,
}

impl UndoForm {
    /// The run and the cursor.
    pub fn parse(&self) -> Result<(String, Option<i64>), ApiError> {
        Ok((parse_run(&self.run)?, self.cursor.map(|id| id.0)))
    }
}

fn parse_run(run: &str) -> Result<String, ApiError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if !RUN_CHARS.contains(&run.len()) || !run.chars().all(is_plain) {
        return Err(ApiError::bad_request("参数run必须是16到64个字母、数字或-"));
    }
    Ok(run.to_owned())
}
