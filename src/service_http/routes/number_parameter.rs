//! A whole number in a query: it is read and described from one declaration. Knows no operation.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::schemas::optional;
use crate::api_error::ApiError;

/// A whole number in a query, which may be left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberParameter {
    pub(super) name: &'static str,
    /// The number without a choice.
    pub(super) default: u32,
    pub(super) least: u32,
    pub(super) most: u32,
}

impl NumberParameter {
    /// A number from 1: the one without a choice, and the largest.
    pub(super) const fn from_one(name: &'static str, (default, most): (u32, u32)) -> Self {
        Self {
            name,
            default,
            least: 1,
            most,
        }
    }

    /// The number in a query.
    pub(super) fn read(self, query: &HashMap<String, String>) -> Result<u32, ApiError> {
        let Self { least, most, .. } = self;
        let Some(text) = query.get(self.name).filter(|text| !text.is_empty()) else {
            return Ok(self.default);
        };
        let number = text.parse().ok();
        let number = number.filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            let why = format!("must be a whole number from {least} to {most}");
            ApiError::invalid("query", self.name, why, "int_parsing")
        })
    }

    /// Its description in `/openapi.json`.
    pub(super) fn described(self) -> Value {
        let schema = json!({
            "type": "integer",
            "minimum": self.least,
            "maximum": self.most,
            "default": self.default,
        });
        optional(self.name, schema)
    }
}
