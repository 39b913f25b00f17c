//! Requests and responses of the collection endpoints (R9.7).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yingku_base::values::Id;
use yingku_http_kit::error::ApiError;
use yingku_http_kit::fields::zero_or_one;
use yingku_http_kit::text::is_blank;

/// Longest name, in code points (R9.7).
pub const NAME_CHARS: usize = 30;
/// Longest description, in code points (R9.7).
pub const DESCRIPTION_CHARS: usize = 200;
/// Initial name of the default collection.
pub const DEFAULT_NAME: &str = "默认收藏夹";

/// A collection.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Collection {
    /// The id.
    pub cate_id: Id,
    /// Name.
    #[schema(example = "默认收藏夹", max_length = 30)]
    pub cate_name: String,
    /// Description, or empty.
    #[schema(example = "", max_length = 200)]
    pub description: String,
    /// 0 public, 1 private.
    #[schema(minimum = 0, maximum = 1, example = 1)]
    pub is_private: i16,
    /// 1 for the collection that is used when none is named; it cannot be deleted.
    #[schema(minimum = 0, maximum = 1, example = 1)]
    pub is_default: i16,
    /// Number of works, including hidden ones.
    #[schema(minimum = 0, maximum = 2000, example = 12)]
    pub count: i32,
    /// The work added last, or empty.
    #[schema(example = "910000000000000001")]
    pub data_id: String,
    /// When it was created.
    #[schema(example = "2026-11-20 08:00:00")]
    pub create_time: String,
}

/// A collection's row.
#[derive(Debug, Clone, diesel::Queryable, diesel::Selectable, diesel::Insertable)]
#[diesel(table_name = yingku_db::schema::collections)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct CollectionRow {
    pub id: i64,
    pub user_id: i64,
    pub name: String,
    pub description: String,
    pub is_private: bool,
    pub is_default: bool,
    pub works: i32,
    pub created_at: i64,
    pub updated_at: i64,
}

impl CollectionRow {
    /// An empty collection.
    pub fn new(id: i64, user: i64, details: Details, now: i64) -> Self {
        Self {
            id,
            user_id: user,
            name: details.name,
            description: details.description,
            is_private: details.is_private,
            is_default: false,
            works: 0,
            created_at: now,
            updated_at: now,
        }
    }

    /// The response, with the work added last.
    pub fn into_response(self, last_work: Option<i64>) -> Collection {
        Collection {
            cate_id: Id(self.id),
            cate_name: self.name,
            description: self.description,
            is_private: i16::from(self.is_private),
            is_default: i16::from(self.is_default),
            count: self.works,
            data_id: last_work.map(|work| work.to_string()).unwrap_or_default(),
            create_time: yingku_base::time::format_shanghai(self.created_at),
        }
    }
}

/// Name, description and privacy of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    /// 1 to 30 code points, trimmed.
    pub name: String,
    /// At most 200 code points, trimmed.
    pub description: String,
    /// Whether only the member may see it.
    pub is_private: bool,
}

/// A new collection, or new details of one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CollectionForm {
    /// The name, unique among the member's collections; not blank, and without control characters.
    #[schema(
        min_length = 1,
        max_length = 30,
        pattern = r"^[^\u0000-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f]*$",
        example = "想再看一遍"
    )]
    pub cate_name: String,
    /// Description.
    #[serde(default)]
    #[schema(max_length = 200, example = "")]
    pub description: String,
    /// 0 public, 1 private.
    #[serde(default = "private", deserialize_with = "zero_or_one")]
    #[schema(value_type = u8, minimum = 0, maximum = 1, default = 1, example = 1)]
    pub is_private: bool,
    /// A work to add to the new collection.
    pub data_id: Option<Id>,
}

fn private() -> bool {
    true
}

impl CollectionForm {
    /// Validates the details (R9.7).
    pub fn details(&self) -> Result<Details, ApiError> {
        let name = self.cate_name.trim();
        let description = self.description.trim();
        if is_blank(name) {
            return Err(ApiError::bad_request("收藏夾名字未填写"));
        }
        // Before trimming, as the site's form counts.
        if self.cate_name.chars().count() > NAME_CHARS {
            return Err(ApiError::bad_request("收藏夹名字最多30个字符"));
        }
        if self.cate_name.contains(char::is_control) {
            return Err(ApiError::bad_request("收藏夹名字不能包含控制字符"));
        }
        if self.description.chars().count() > DESCRIPTION_CHARS || description.contains('\0') {
            return Err(ApiError::bad_request("收藏夹描述最多200个字符"));
        }
        Ok(Details {
            name: name.to_owned(),
            description: description.to_owned(),
            is_private: self.is_private,
        })
    }
}

/// A new collection.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedCollection {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// A text for the user, in Chinese.
    #[schema(example = "操作成功")]
    pub msg: &'static str,
    /// The work added, or empty.
    #[schema(example = "910000000000000001")]
    pub data_id: String,
    /// Its id.
    pub cate_id: Id,
    /// The collection.
    pub data: Collection,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn details(name: &str, description: &str) -> Result<Details, ApiError> {
        let form = json!({ "cateName": name, "description": description });
        serde_json::from_value::<CollectionForm>(form)
            .unwrap()
            .details()
    }

    #[test]
    fn a_name_has_one_to_thirty_code_points() {
        for bad in ["", "   ", &"长".repeat(31), "a\0b", "a\nb"] {
            assert!(details(bad, "").is_err(), "{bad:?}");
        }
        assert_eq!(details(" 山 ", "").unwrap().name, "山");
        details(&"😀".repeat(30), "").unwrap();
    }

    #[test]
    fn a_description_has_at_most_two_hundred_code_points() {
        assert!(details("山", &"长".repeat(201)).is_err());
        assert!(details("山", "a\0b").is_err());
        assert_eq!(
            details("山", &"长".repeat(200))
                .unwrap()
                .description
                .chars()
                .count(),
            200
        );
    }

    #[test]
    fn a_collection_is_private_by_default() {
        let with = |value| {
            let form = json!({ "cateName": "山", "isPrivate": value });
            serde_json::from_value::<CollectionForm>(form).map(|form| form.is_private)
        };
        assert!(details("山", "").unwrap().is_private);
        assert!(!with(json!(0)).unwrap());
        assert!(with(json!(1)).unwrap());
        assert!(with(json!(2)).is_err() && with(json!(true)).is_err());
    }
}
