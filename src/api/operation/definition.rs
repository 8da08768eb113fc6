//! One operation of a deployment: its URL for an id, and how its answer is read. Knows neither the
//! list of operations nor how a request is sent.
#![allow(
    clippy::single_char_add_str,
    reason = "pushing a char pulls in encoding code, which would enlarge the first load"
)]

use super::encode::encode;
use crate::normalise::normalise;
use crate::shape::Shape;
use json::Json;

const OTHER_SHAPE: &str = "its data has another shape";

/// One operation.
#[derive(Debug)]
pub struct Operation {
    /// Its name in the npm package.
    pub name: &'static str,
    /// The HTTP method.
    pub method: &'static str,
    /// The path below the base URL.
    pub(super) path: &'static str,
    /// The path after the id; `None` if the path has no id.
    pub(super) path_after_id: Option<&'static str>,
    /// The query parameter for the id if the path has none; otherwise empty.
    pub(super) id_parameter: &'static str,
    /// Its name in messages, before the id: `starting a run`.
    pub action: &'static str,
    /// The rest of its name, after the id: ` again`.
    pub action_end: &'static str,
    /// The shape of its answer's `data`.
    pub(crate) shape: Shape,
    /// Whether the shape is that of the whole answer instead.
    pub(super) reads_meta: bool,
    /// The depth of nested lists and objects to which its answer is read.
    pub(super) depth: usize,
    /// Whether an empty body (204) is valid and means `null`.
    pub(super) may_be_empty: bool,
}

impl Operation {
    /// Whether it only reads, and may be retried.
    pub fn is_read(&self) -> bool {
        self.method == "GET"
    }

    /// Whether it starts a run, so that sending it twice starts two. Only such operations return a
    /// non-empty list of runs.
    pub fn starts_run(&self) -> bool {
        matches!(self.shape, Shape::NonEmptyList(_))
    }

    /// The path below the base URL, with `{run_id}` in place of a run's id.
    pub fn path_template(&self) -> String {
        let id = self.path_after_id.map(|end| ["{run_id}", end].concat());
        [self.path, &id.unwrap_or_default()].concat()
    }

    /// The query parameter that takes the id; empty if none does.
    pub fn id_parameter(&self) -> &'static str {
        self.id_parameter
    }

    /// The URL without its query; `None` for an id that would lead to another operation.
    pub fn url(&self, base_url: &str, id: &str) -> Option<String> {
        let mut url = base_url.to_owned();
        url.push_str(self.path);
        if let Some(end) = self.path_after_id {
            if matches!(id, "" | "." | "..") {
                return None;
            }
            encode(id, &mut url);
            url.push_str(end);
        }
        Some(url)
    }

    /// The query for an id; `more` holds further parameters, encoded.
    pub fn query(&self, id: &str, more: &str) -> String {
        let mut query = String::new();
        if !self.id_parameter.is_empty() {
            for piece in ["?", self.id_parameter, "="] {
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

    /// Reads an answer and converts its normalised data, which has the same shape for every generation
    /// of deployments. `id` is the id that the operation was called with.
    ///
    /// # Errors
    /// The reason why the body is not a valid answer.
    pub fn read<T>(
        &self,
        body: &[u8],
        id: &str,
        convert: impl FnOnce(&Json<'_>) -> T,
    ) -> Result<T, &'static str> {
        if matches!(self.shape, Shape::Ignored) || body.is_empty() && self.may_be_empty {
            return Ok(convert(&Json::Null));
        }
        let envelope = self.envelope(body)?;
        if matches!(self.shape, Shape::Bare) {
            return match envelope {
                Json::Object(_) => Ok(convert(&Json::Null)),
                _ => Err(OTHER_SHAPE),
            };
        }
        Ok(convert(&self.normalised(&envelope, id)?))
    }

    /// An answer's normalised data as JSON text.
    ///
    /// # Errors
    /// The reason why the body is not a valid answer.
    pub fn read_text(&self, body: &[u8], id: &str) -> Result<String, &'static str> {
        self.read(body, id, |json| json.to_text())
    }

    /// Parses an answer's body.
    pub(crate) fn envelope<'a>(&self, body: &'a [u8]) -> Result<Json<'a>, &'static str> {
        Json::read(body, self.depth)
    }

    /// The normalised data of a parsed answer.
    pub(crate) fn normalised<'a>(
        &self,
        envelope: &'a Json<'a>,
        id: &'a str,
    ) -> Result<Json<'a>, &'static str> {
        let json = match self.reads_meta {
            true => envelope,
            false => envelope.get("data"),
        };
        normalise(json, &self.shape, id).ok_or(OTHER_SHAPE)
    }
}
