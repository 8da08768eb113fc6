//! Reads what a service says of its engines.

use json::Json;

use super::{Answer, text};
use crate::engine_entry::EngineEntry;
use crate::found_engine::FoundEngine;

impl Answer for EngineEntry {
    fn of(json: &Json<'_>) -> Self {
        Self {
            url: text(json, "url"),
            source: text(json, "source"),
        }
    }
}

impl Answer for FoundEngine {
    fn of(json: &Json<'_>) -> Self {
        Self {
            url: text(json, "url"),
            state: text(json, "state"),
            version: json.get("version").to_word(),
            workflows: json.get("workflows").to_word(),
        }
    }
}
