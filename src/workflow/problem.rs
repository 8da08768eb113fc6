//! Problems of a workflow file, worded for its author. Does not know the rules that find them.

use super::graph::Node;
use json::tolerant;

/// The code of the problem that only an engine that is offline can run the workflow.
const WAITING_FOR_ENGINE: &str = "waiting_for_engine";

/// The code of the problem that no engine has said yet which classes it has.
const WAITING_FOR_FIRST_ENGINE: &str = "waiting_for_first_engine";

/// The codes of notes: a file was read, but it may mean something else.
const NOTES: [&str; 2] = ["windows_1252", "exposure_windows_1252"];

/// The codes of problems that a file has whatever the engines' classes are.
const OF_THE_FILE: [&str; 20] = [
    "file_unreadable",
    "file_too_large",
    "empty",
    "no_json",
    "no_workflow",
    "no_nodes",
    "no_node",
    "no_id",
    "no_class",
    "second_id",
    "second_name",
    "missing_node",
    "missing_subgraph",
    "circle",
    "linked_value",
    "no_options",
    "not_number",
    "not_whole",
    "not_boolean",
    "bounds_crossed",
];

/// Something wrong with a workflow file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Problem {
    /// The id of the node it concerns; `None` if it concerns the whole file.
    pub node: Option<String>,
    /// That node's class.
    pub class: Option<String>,
    /// That node's title.
    pub title: Option<String>,
    /// The name of the node's input that it concerns, if it concerns one.
    #[serde(default)]
    pub input: Option<String>,
    /// The name of the field whose default has it, if another value of the field mends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What is wrong and what to do about it, in English.
    pub message: String,
    /// A stable code of the problem, for translations; some problems have none.
    #[serde(default)]
    pub code: Option<String>,
    /// The values in the message, in the order that the code defines.
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
            input: None,
            field: None,
            message: message.into(),
            code: None,
            args: Vec::new(),
        }
    }

    /// Adds the code and its arguments.
    pub fn coded(self, code: &str, args: &[&str]) -> Self {
        Self {
            code: Some(code.to_owned()),
            args: args.iter().map(|arg| short(arg)).collect(),
            ..self
        }
    }

    /// Whether it ends by itself: the deployment decides at each run.
    pub fn is_temporary(&self) -> bool {
        let waiting = [WAITING_FOR_ENGINE, WAITING_FOR_FIRST_ENGINE];
        let code = self.code.as_deref();
        code.is_some_and(|code| waiting.contains(&code))
    }

    /// Whether the file has it whatever the engines' classes are. Others may disappear once an engine is known.
    pub fn is_of_the_file(&self) -> bool {
        let code = self.code.as_deref();
        code.is_some_and(|code| OF_THE_FILE.contains(&code)) || self.is_note()
    }

    /// Whether it keeps nothing from running: a person should only look at what was read.
    pub fn is_note(&self) -> bool {
        let code = self.code.as_deref();
        code.is_some_and(|code| NOTES.contains(&code))
    }

    /// The note that a workflow file was read as Windows-1252, unless it is Unicode.
    pub fn of_encoding(bytes: &[u8]) -> Option<Self> {
        tolerant::is_windows_1252(bytes).then(|| {
            let message = "the file is not UTF-8 and was read as Windows-1252; check its letters outside English, \
                           and save it as UTF-8";
            Self::whole(message).coded(NOTES[0], &[])
        })
    }

    /// The same of a saved exposure.
    pub fn of_exposure_encoding(bytes: &[u8]) -> Option<Self> {
        tolerant::is_windows_1252(bytes).then(|| {
            let message = "the saved exposure is not UTF-8 and was read as Windows-1252; check its letters outside \
                           English, and save it as UTF-8";
            Self::whole(message).coded(NOTES[1], &[])
        })
    }

    /// No engine has been reached yet, so nobody knows whether one can execute the workflow.
    pub fn waiting_for_first_engine() -> Self {
        let message =
            "waiting for the first answer of an engine, which shows whether this workflow can run";
        Self::whole(message).coded(WAITING_FOR_FIRST_ENGINE, &[])
    }

    /// Only an offline instance can execute the workflow.
    pub fn waiting_for_engine(address: &str) -> Self {
        let message = format!(
            "waiting for the engine {address}, which has the nodes and models of this workflow"
        );
        Self::whole(message).coded(WAITING_FOR_ENGINE, &[address])
    }

    /// The text is not JSON. Reports line and column, but not the parser's own message, which workflow
    /// authors would not understand.
    pub fn no_json(error: &serde_json::Error, advice: &str) -> Self {
        let (line, column) = (error.line().to_string(), error.column().to_string());
        let message = format!("this is not valid JSON (line {line}, column {column}); {advice}");
        Self::whole(message).coded("no_json", &[&line, &column])
    }

    /// The JSON is not a workflow.
    pub fn no_workflow() -> Self {
        let message = "this JSON isn't a ComfyUI workflow: a workflow is a JSON object of nodes";
        Self::whole(message).coded("no_workflow", &[])
    }

    /// Names the input that it concerns.
    pub(super) fn of_input(self, name: &str) -> Self {
        Self {
            input: Some(short(name)),
            ..self
        }
    }

    /// A problem of one node.
    pub fn at(node: &Node, message: impl Into<String>) -> Self {
        Self {
            class: Some(short(&node.class)),
            title: node.title.as_deref().map(short),
            ..Self::of(&node.id, message)
        }
    }

    /// A problem of a node whose class and title are unknown.
    pub(super) fn of(id: &str, message: impl Into<String>) -> Self {
        Self {
            node: Some(short(id)),
            ..Self::whole(message)
        }
    }
}

/// Maximum length of a quoted text from the file, in characters.
const LONGEST: usize = 200;

/// Shortens a text of the file, since many problems may repeat it.
pub(super) fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Maximum number of problems reported for one workflow.
const MOST: usize = 200;

/// Keeps the first problems and counts the rest.
pub(super) fn truncate(problems: &mut Vec<Problem>) {
    let more = problems.len().saturating_sub(MOST);
    if more > 0 {
        problems.truncate(MOST);
        let problem = Problem::whole(format!("… and {more} more problems"));
        problems.push(problem.coded("more", &[&more.to_string()]));
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(field) = &self.field {
            write!(f, "field {field}, ")?;
        }
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
