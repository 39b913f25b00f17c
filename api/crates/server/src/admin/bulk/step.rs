//! The response of a step.

use std::collections::HashMap;

use diesel::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::values::{Count, Id};
use yingku_catalogue::works::admin::edit::Outcomes;
use yingku_db::Conn;
use yingku_db::schema::works;
use yingku_http_kit::error::ApiError;

/// What a step has done, and where the next one continues.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkStep {
    /// Works that were tried, those that were changed among them.
    pub tried: Count,
    /// Works that were changed; the others were so before, or are in `refused`.
    pub changed: Count,
    /// Works that could not be changed.
    pub refused: Vec<RejectedWork>,
    /// The `cursor` of the next step; missing after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<Id>,
}

/// A work that could not be changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RejectedWork {
    /// Id of the work.
    pub id: Id,
    /// Its number; empty if there is no such work.
    #[schema(example = "ABCD-123", max_length = 64)]
    pub number: String,
    /// The error, as the call for one work would answer.
    #[schema(example = "report_open")]
    pub error: &'static str,
    /// Why, in Chinese.
    #[schema(example = "该影片有待处理的举报，请先处理举报")]
    pub msg: String,
}

impl BulkStep {
    /// The answer to a step that tried `works`.
    pub fn new(
        conn: &mut Conn,
        tried: &[i64],
        outcomes: Outcomes,
        cursor: Option<i64>,
    ) -> QueryResult<Self> {
        let mut changed = 0;
        let mut rejected: HashMap<i64, Option<ApiError>> =
            tried.iter().map(|work| (*work, None)).collect();
        for (work, outcome) in outcomes {
            match outcome {
                Ok(has_changed) => {
                    changed += i64::from(has_changed);
                    rejected.remove(&work);
                }
                Err(error) => {
                    rejected.insert(work, Some(error));
                }
            }
        }
        Ok(Self {
            tried: Count(i64::try_from(tried.len()).unwrap_or(i64::MAX)),
            changed: Count(changed),
            refused: rejected_works(conn, rejected)?,
            cursor: cursor.map(Id),
        })
    }
}

/// The rejected works with their numbers, in order of id. Without an error there is no such work.
fn rejected_works(
    conn: &mut Conn,
    rejected: HashMap<i64, Option<ApiError>>,
) -> QueryResult<Vec<RejectedWork>> {
    if rejected.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i64> = rejected.keys().copied().collect();
    let numbers: Vec<(i64, String)> = works::table
        .filter(works::id.eq_any(ids))
        .select((works::id, works::number))
        .load(conn)?;
    let mut numbers: HashMap<i64, String> = numbers.into_iter().collect();
    let mut rejected_works: Vec<RejectedWork> = rejected
        .into_iter()
        .map(|(id, error)| {
            let error = error.unwrap_or_else(ApiError::not_found);
            RejectedWork {
                id: Id(id),
                number: numbers.remove(&id).unwrap_or_default(),
                error: error.kind.as_str(),
                msg: error.text().to_owned(),
            }
        })
        .collect();
    rejected_works.sort_unstable_by_key(|work| work.id.0);
    Ok(rejected_works)
}
