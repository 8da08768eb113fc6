//! One operation of a deployment: its address for what it is about, and its answer in one shape.
#![allow(
    clippy::single_char_add_str,
    reason = "pushing a char brings its encoding along, which is part of a page's first load"
)]

mod table;

use super::normal::{self, Shape};
use crate::json::{Json, hex};
use table::ALL;
pub use table::{
    CANCEL, GET_RUN, HEALTH, OPENAPI, OUTPUT, QUEUE, REGENERATE, RUN, RUNS, WORKFLOWS,
};

/// One operation.
#[derive(Debug)]
pub struct Operation {
    /// Its name in the package.
    pub name: &'static str,
    /// The HTTP method.
    pub method: &'static str,
    /// The path below the base URL.
    path: &'static str,
    /// What follows in the path after the id it is about; `None` where the path has no id.
    rest: Option<&'static str>,
    /// The query parameter that takes the id where the path does not.
    id: &'static str,
    /// What is attempted, in messages.
    pub what: &'static str,
    /// What follows in messages after the id it is about.
    pub then: &'static str,
    /// What its answer's `data` holds.
    shape: Shape,
    /// How many lists and objects deep its answer is read.
    depth: usize,
}

impl Operation {
    /// The operation of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|operation| operation.name == name).copied()
    }

    /// Whether asking twice asks for no more than once.
    pub fn reads(&self) -> bool {
        self.method == "GET"
    }

    /// Whether it starts a run, and asking twice starts two: no other is answered with a run's entry.
    pub fn starts(&self) -> bool {
        matches!(self.shape, Shape::Some(_))
    }

    /// The path below the base URL, with `{run_id}` in place of a run's id.
    pub fn template(&self) -> String {
        let id = self.rest.map(|rest| ["{run_id}", rest].concat());
        [self.path, &id.unwrap_or_default()].concat()
    }

    /// The query parameter that takes the id it is about; empty where none does.
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// The address without its query, for the id it is about.
    ///
    /// # Errors
    /// `None` for an id that would name another operation.
    pub fn url(&self, base_url: &str, id: &str) -> Option<String> {
        let mut url = base_url.to_owned();
        url.push_str(self.path);
        if let Some(rest) = self.rest {
            if matches!(id, "" | "." | "..") {
                return None;
            }
            encode(id, &mut url);
            url.push_str(rest);
        }
        Some(url)
    }

    /// The query for the id it is about; `more` holds further members, encoded.
    pub fn query(&self, id: &str, more: &str) -> String {
        let mut query = String::new();
        if !self.id.is_empty() {
            for piece in ["?", self.id, "="] {
                query.push_str(piece);
            }
            encode(id, &mut query);
        }
        if !more.is_empty() {
            query.push_str(if query.is_empty() { "?" } else { "&" });
            query.push_str(more);
        }
        query
    }

    /// An answer in the one shape that the package and the page read, as JSON text, whichever
    /// generation of deployment gave it. `id` is what the operation is about.
    ///
    /// # Errors
    /// Why it is no such answer.
    pub fn normal(&self, body: &[u8], id: &str) -> Result<String, &'static str> {
        // 204 has no body.
        if matches!(self.shape, Shape::Nothing) || body.is_empty() && self.name == OUTPUT.name {
            return Ok("null".to_owned());
        }
        let envelope = Json::read(body, self.depth)?;
        let mut out = String::new();
        match normal::write(envelope.get("data"), &self.shape, id, &mut out) {
            true => Ok(out),
            false => Err("its data has another shape"),
        }
    }
}

/// Appends a text as `encodeURIComponent` has it.
fn encode(text: &str, out: &mut String) {
    for (place, byte) in text.bytes().enumerate() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            out.push_str(text.get(place..=place).unwrap_or_default());
        } else {
            for piece in ["%", hex(byte >> 4), hex(byte & 15)] {
                out.push_str(piece);
            }
        }
    }
}

#[cfg(test)]
mod tests;
