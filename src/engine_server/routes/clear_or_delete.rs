//! The body of `POST /queue` and `POST /history`: what to remove.

use serde::Deserialize;

use crate::error_response::ErrorResponse;
use crate::json_body;

/// `{"clear": true}` or `{"delete": [ids]}`.
#[derive(Deserialize)]
pub(super) struct ClearOrDelete {
    #[serde(default)]
    pub(super) clear: bool,
    #[serde(default)]
    delete: Vec<String>,
}

impl ClearOrDelete {
    pub(super) fn parse(body: &[u8]) -> Result<Self, ErrorResponse> {
        serde_json::from_value(json_body::parse(body)?).map_err(|error| {
            let message = "The body is neither {\"clear\": true} nor {\"delete\": [ids]}";
            ErrorResponse::new("invalid_json", message, error.to_string())
        })
    }

    /// The ids to delete.
    pub(super) fn ids(&self) -> Vec<&str> {
        self.delete.iter().map(String::as_str).collect()
    }
}
