//! The examples of a workflow in the listing: named sets of values with which it can be run. Read
//! tolerantly; values of another shape are left out.

use super::normalise::word;
use json::Json;

/// The depth of a list of examples: list, example, values, file.
const DEPTH: usize = 5;

/// One example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// Its name for people.
    pub name: String,
    /// Fields and their values as text.
    pub texts: Vec<(String, String)>,
    /// Fields and the addresses of their files, relative to the base URL.
    pub files: Vec<(String, String)>,
    /// Fields and the addresses of small pictures of their files.
    pub thumbnails: Vec<(String, String)>,
    /// The address of a picture of what comes out.
    pub result: Option<String>,
}

impl Example {
    /// The examples in the JSON text of [`super::WorkflowEntry::examples`].
    pub fn list(json: &str) -> Vec<Self> {
        let list = Json::read(json.as_bytes(), DEPTH).unwrap_or(Json::Null);
        list.items().iter().filter_map(Self::of).collect()
    }

    fn of(json: &Json<'_>) -> Option<Self> {
        let mut example = Self {
            name: word(json.get("name"))?.to_owned(),
            result: json.get("result").text().map(str::to_owned),
            ..Self::default()
        };
        let Json::Object(values) = json.get("values") else {
            return None;
        };
        for (field, value) in values {
            let field = field.clone().into_owned();
            if let Some(text) = word(value) {
                example.texts.push((field, text.to_owned()));
            } else if let Some(file) = value.get("file").text() {
                if let Some(thumbnail) = value.get("thumbnail").text() {
                    let thumbnail = (field.clone(), thumbnail.to_owned());
                    example.thumbnails.push(thumbnail);
                }
                example.files.push((field, file.to_owned()));
            }
        }
        Some(example)
    }
}
