//! The body of status 422 (the contract, section 2.5). Knows no status and no operation.

use serde::{Deserialize, Serialize};

use schema::FieldError;

/// `{detail: [{loc, msg, type}]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ValidationError {
    /// One item per error.
    pub detail: Vec<ValidationItem>,
}

/// One error in a request, as the wire has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValidationItem {
    /// The location of the invalid value: `["body", "<field>"]`, `["query", "workflow_id"]`.
    pub loc: Vec<Loc>,
    /// What is wrong with it.
    pub msg: String,
    /// The kind of error.
    #[serde(rename = "type")]
    pub kind: String,
}

/// One step of a location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Loc {
    /// A name.
    Name(String),
    /// An index into a list, from 0.
    Index(i64),
}

impl ValidationItem {
    /// An error in `part` (`body`, `query`) at `name`.
    pub fn new(part: &str, name: &str, msg: impl Into<String>, kind: &str) -> Self {
        let loc = vec![Loc::Name(part.to_owned()), Loc::Name(name.to_owned())];
        Self {
            loc,
            msg: msg.into(),
            kind: kind.to_owned(),
        }
    }

    /// An error of the body as a whole.
    pub fn of_body(msg: impl Into<String>, kind: &str) -> Self {
        Self {
            loc: vec![Loc::Name("body".to_owned())],
            msg: msg.into(),
            kind: kind.to_owned(),
        }
    }

    /// The form field it is about: the name after `body`.
    pub fn field(&self) -> Option<&str> {
        match self.loc.as_slice() {
            [Loc::Name(part), Loc::Name(name), ..] if part == "body" => Some(name),
            _ => None,
        }
    }
}

impl From<FieldError> for ValidationItem {
    fn from(error: FieldError) -> Self {
        Self::new("body", &error.field, error.msg, &error.kind)
    }
}
