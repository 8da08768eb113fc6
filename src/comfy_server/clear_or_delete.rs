//! The body of `POST /queue` and `POST /history`: what to remove.

use serde::Deserialize;

use super::error_response::ErrorResponse;
use super::json_body;

/// `{"clear": true}` or `{"delete": [ids]}`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ClearOrDelete {
    /// Whether everything is removed.
    #[serde(default)]
    pub clear: bool,
    /// The ids to remove.
    #[serde(default)]
    pub delete: Vec<String>,
}

impl ClearOrDelete {
    /// Parses a body.
    pub(super) fn parse(body: &[u8]) -> Result<Self, ErrorResponse> {
        serde_json::from_value(json_body::parse(body)?).map_err(|error| {
            let message = "The body is neither {\"clear\": true} nor {\"delete\": [ids]}";
            ErrorResponse::new("invalid_json", message, error.to_string())
        })
    }

    /// Whether the job or run with this id is removed.
    pub fn removes(&self, id: &str) -> bool {
        self.clear || self.delete.iter().any(|deleted| deleted == id)
    }
}
