//! A file from which no form came: its name, why, and what can be opened. Knows nothing of readers.

use super::Workflows;
use crate::playground::deferred::Deferred;
use crate::playground::element::{El, el};
use crate::playground::messages as say;
use crate::playground::problem::tell;
use crate::playground::source::Named;
use crate::schema::Problem;

/// How many reasons are told.
const MOST: usize = 3;

/// The file.
#[derive(Clone, Debug)]
pub(crate) struct Unopened {
    /// Its name.
    pub(crate) name: String,
    /// Why.
    pub(crate) problems: Vec<Problem>,
}

impl Unopened {
    /// A file that could not be opened for these reasons. One of something else has a reason for each
    /// thing in it, which all come to the same.
    pub(super) fn new(name: String, problems: Vec<Problem>) -> Self {
        let no_node =
            |problem: &Problem| matches!(problem.code.as_deref(), Some("no_node" | "no_class"));
        let is_other = !problems.is_empty() && problems.iter().all(no_node);
        let problems = if is_other {
            vec![Problem::no_workflow()]
        } else {
            problems
        };
        Self { name, problems }
    }
}

/// Whether a reading gave nothing that a run could come of. A workflow asks for nothing where it gives
/// something all the same, or where it has an id and nothing is wrong with it.
pub(super) fn is_nothing(named: Option<&Named>, problems: &[Problem]) -> bool {
    named.is_none_or(
        |Named {
             workflow_id,
             schema,
         }| {
            let is_empty = schema.fields.is_empty() && schema.outputs.is_empty();
            is_empty && (workflow_id.is_none() || !problems.is_empty())
        },
    )
}

/// [`unopened`], which is deferred.
pub(crate) static UNOPENED: Deferred<fn(Workflows) -> El> = Deferred::new();

/// What is said of it.
pub(super) fn unopened(workflows: Workflows) -> El {
    let notice = el("div", "notice")
        .attr("role", "alert")
        .attr("data-tone", "bad");
    let Some(Unopened { name, problems }) = workflows.unopened.get() else {
        return notice;
    };
    let head = match problems.is_empty() {
        true => say::OPEN_FAILED_EMPTY,
        false => say::OPEN_FAILED,
    };
    // Broken JSON is of the right kind.
    let broken = |problem: &Problem| problem.code.as_deref() == Some("no_json");
    let openable = (!problems.iter().any(broken)).then(|| el("p", "").text(say::OPENABLE_FILES));
    let problem = |problem: &Problem| tell(el("li", ""), problem);
    let problems = problems.iter().take(MOST).map(problem);
    notice
        .child(el("p", "").attr("dir", "auto").text(head.with(&[&name])))
        .child(el("ul", "problems").children(problems))
        .children(openable)
}

#[cfg(test)]
mod tests;
