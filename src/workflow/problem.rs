//! What is wrong with a workflow, in words for its author.

use super::Node;

/// What is wrong at one place of a workflow.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Problem {
    /// The id of the node it concerns; `None` when it concerns the whole file.
    pub node: Option<String>,
    /// That node's class.
    pub class: Option<String>,
    /// That node's title.
    pub title: Option<String>,
    /// What is wrong and what to do about it.
    pub message: String,
}

impl Problem {
    /// A problem of the file as a whole.
    pub fn whole(message: impl Into<String>) -> Self {
        Self {
            node: None,
            class: None,
            title: None,
            message: message.into(),
        }
    }

    /// A problem of one node.
    pub fn at(node: &Node, message: impl Into<String>) -> Self {
        Self {
            node: Some(node.id.clone()),
            class: Some(node.class.clone()),
            title: node.title.clone(),
            message: message.into(),
        }
    }

    /// A problem of a node of which only the id is known.
    pub(super) fn of(id: &str, message: impl Into<String>) -> Self {
        Self {
            node: Some(id.to_owned()),
            ..Self::whole(message)
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(id) = &self.node {
            write!(f, "node {id}")?;
            if let Some(class) = &self.class {
                write!(f, " ({class})")?;
            }
            if let Some(title) = &self.title {
                write!(f, " “{title}”")?;
            }
            write!(f, ": ")?;
        }
        f.write_str(&self.message)
    }
}
