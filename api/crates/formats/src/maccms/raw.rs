//! What is read from each form: films by the names of their columns.

use std::io::Read;

use serde_json::{Map, Value};

/// A film as MacCMS has it, by the names of the columns of `mac_vod`.
pub(super) type Film = Map<String, Value>;

/// A text as UTF-8.
pub(super) type Text = Box<dyn Read + Send>;
