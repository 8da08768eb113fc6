//! What the author of a workflow lets links to its results show. Does not know how they are made.

use serde_json::{Value, json};

/// What a link to a result may show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// The outputs and the inputs.
    #[default]
    Allowed,
    /// The outputs without the inputs.
    WithoutInputs,
    /// Nothing: there are no links.
    Forbidden,
}

impl Sharing {
    /// The value of the key `share`.
    pub fn to_value(self) -> Value {
        match self {
            Self::Allowed => json!(true),
            Self::WithoutInputs => json!({ "inputs": false }),
            Self::Forbidden => json!(false),
        }
    }
}
