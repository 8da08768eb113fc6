//! The body of status 422 (the contract, section 2.5).

use serde::{Deserialize, Serialize};

use crate::schema::FieldError;

/// `{detail: [{loc, msg, type}]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ValidationError {
    /// What is wrong, an item a fault.
    pub detail: Vec<ValidationItem>,
}

/// One fault of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValidationItem {
    /// Where the faulty value is: `["body", "<field>"]`, `["query", "workflow_id"]`.
    pub loc: Vec<Loc>,
    /// What is wrong with it.
    pub msg: String,
    /// The kind of error.
    #[serde(rename = "type")]
    pub kind: String,
}

/// One step on the way to a faulty value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Loc {
    /// A name.
    Name(String),
    /// A place in a list, counted from 0.
    Index(i64),
}

impl ValidationItem {
    /// A fault at `place` (`body`, `query`) and `name`.
    pub fn new(place: &str, name: &str, msg: impl Into<String>, kind: &str) -> Self {
        let loc = vec![Loc::Name(place.to_owned()), Loc::Name(name.to_owned())];
        Self {
            loc,
            msg: msg.into(),
            kind: kind.to_owned(),
        }
    }

    /// The form field it concerns: the name after `body`.
    pub fn field(&self) -> Option<&str> {
        match self.loc.as_slice() {
            [Loc::Name(place), Loc::Name(name), ..] if place == "body" => Some(name),
            _ => None,
        }
    }
}

impl From<FieldError> for ValidationItem {
    fn from(error: FieldError) -> Self {
        Self::new("body", &error.field, error.msg, &error.kind)
    }
}
