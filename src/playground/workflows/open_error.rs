//! Why a file could not be opened, and which files can be. Knows nothing about reading files.

use crate::deferred::Deferred;
use crate::file_reader::NamedSchema;
use crate::icon::{Shape, icon};
use crate::messages as say;
use crate::problem::show_problem;
use schema::Problem;
use ui::{El, RwSignal, button, el};

/// The error that is shown.
type Shown = RwSignal<Option<OpenError>>;

/// [`open_error`], which is deferred.
pub(super) static OPEN_ERROR: Deferred<fn(Shown, &OpenError) -> El> = Deferred::new();

/// The maximum number of problems shown.
const MAX_PROBLEMS: usize = 3;

/// A file that could not be opened.
#[derive(Clone, Debug)]
pub(crate) struct OpenError {
    /// Its name.
    pub(crate) name: String,
    /// Why it could not be opened.
    pub(crate) problems: Vec<Problem>,
}

impl OpenError {
    /// A file that could not be opened for these problems. A file that is not a workflow has one per
    /// entry, which are merged into one.
    pub(super) fn new(name: String, problems: Vec<Problem>) -> Self {
        let no_node =
            |problem: &Problem| matches!(problem.code.as_deref(), Some("no_node" | "no_class"));
        let is_other_file = !problems.is_empty() && problems.iter().all(no_node);
        let problems = if is_other_file {
            vec![Problem::no_workflow()]
        } else {
            problems
        };
        Self { name, problems }
    }
}

/// Whether a file has nothing to build a form from. A workflow without fields is usable if it has outputs,
/// or an id and no problems.
pub(super) fn is_unusable(schema: Option<&NamedSchema>, problems: &[Problem]) -> bool {
    schema.is_none_or(
        |NamedSchema {
             workflow_id,
             schema,
         }| {
            let is_empty = schema.fields.is_empty() && schema.outputs.is_empty();
            let has_problem = problems.iter().any(|problem| !problem.is_note());
            is_empty && (workflow_id.is_none() || has_problem)
        },
    )
}

/// The error as a notice.
pub(super) fn open_error(shown: Shown, error: &OpenError) -> El {
    let OpenError { name, problems } = error;
    let head = match problems.is_empty() {
        true => say::OPEN_FAILED_EMPTY,
        false => say::OPEN_FAILED,
    };
    // Broken JSON is the right kind of file.
    let is_json = |problem: &Problem| problem.code.as_deref() == Some("no_json");
    let openable = (!problems.iter().any(is_json)).then(|| el("p", "").text(say::OPENABLE_FILES));
    let problem = |problem: &Problem| show_problem(el("li", ""), problem);
    let problems = problems.iter().take(MAX_PROBLEMS).map(problem);
    let close = button("link-button", move || shown.set(None))
        .attr("aria-label", say::CLOSE)
        .child(icon(Shape::Cross));
    el("div", "notice")
        .attr("role", "alert")
        .attr("data-tone", "bad")
        .child(
            el("div", "notice-head")
                .child(el("p", "").attr("dir", "auto").text(head.with(&[name])))
                .child(close),
        )
        .child(el("ul", "problems").children(problems))
        .children(openable)
}

#[cfg(test)]
mod tests;
