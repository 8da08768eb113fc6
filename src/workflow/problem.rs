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
    /// What is wrong and what to do about it, in English.
    pub message: String,
    /// What kind of problem it is, for whoever says it in other words; not every kind has a code.
    #[serde(default)]
    pub code: Option<String>,
    /// What the message tells of the workflow, in the order that goes with the code.
    #[serde(default)]
    pub args: Vec<String>,
}

impl Problem {
    /// A problem of the file as a whole.
    pub fn whole(message: impl Into<String>) -> Self {
        Self {
            node: None,
            class: None,
            title: None,
            message: message.into(),
            code: None,
            args: Vec::new(),
        }
    }

    /// The same with its code and what goes with that.
    pub fn coded(self, code: &str, args: &[&str]) -> Self {
        Self {
            code: Some(code.to_owned()),
            args: args.iter().map(|arg| short(arg)).collect(),
            ..self
        }
    }

    /// A problem of a text that is no JSON, with the line and the column where that shows. What the
    /// reader of JSON says besides is in words of its own, which help nobody who did not write it.
    pub(crate) fn no_json(error: &serde_json::Error, advice: &str) -> Self {
        let (line, column) = (error.line().to_string(), error.column().to_string());
        let message = format!("this is not valid JSON (line {line}, column {column}); {advice}");
        Self::whole(message).coded("no_json", &[&line, &column])
    }

    /// The problem of JSON that is something else than a workflow.
    pub(crate) fn no_workflow() -> Self {
        let message = "this JSON isn’t a ComfyUI workflow: a workflow is a JSON object of nodes";
        Self::whole(message).coded("no_workflow", &[])
    }

    /// A problem of one node.
    pub fn at(node: &Node, message: impl Into<String>) -> Self {
        Self {
            class: Some(short(&node.class)),
            title: node.title.as_deref().map(short),
            ..Self::of(&node.id, message)
        }
    }

    /// A problem of a node of which only the id is known.
    pub(super) fn of(id: &str, message: impl Into<String>) -> Self {
        Self {
            node: Some(short(id)),
            ..Self::whole(message)
        }
    }
}

/// How many characters of a name anyone reads.
const LONGEST: usize = 200;

/// A text of the file as a problem holds it: one that is very long is cut, since it may be the same
/// in very many problems.
pub(super) fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// How many problems of one workflow anyone reads.
const MOST: usize = 200;

/// Leaves out all but the first problems, and says how many there were.
pub(super) fn keep_readable(problems: &mut Vec<Problem>) {
    let more = problems.len().saturating_sub(MOST);
    if more > 0 {
        problems.truncate(MOST);
        let problem = Problem::whole(format!("… and {more} more problems"));
        problems.push(problem.coded("more", &[&more.to_string()]));
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
