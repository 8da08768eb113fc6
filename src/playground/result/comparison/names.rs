//! What the compared runs are called, and what differs between them.

use crate::entered::Entered;
use crate::language::integer;
use crate::messages as say;
use crate::runs::{RunRow, input_line, inputs_that_differ, run_label, run_title, text_among};

/// How many differences the heading names.
const SHOWN_DIFFERENCES: usize = 2;

pub(super) fn inputs(row: RunRow) -> Vec<Entered> {
    row.record.with_untracked(|record| record.inputs.clone())
}

/// The name of each run beside the others: its workflow or title if no two are equal, else what differs, or its title
/// and time.
pub(super) fn names(rows: &[RunRow]) -> Vec<String> {
    if let Some(names) = workflows(rows).or_else(|| titles(rows)) {
        return names;
    }
    let all: Vec<_> = rows.iter().copied().map(inputs).collect();
    let name = |(row, own): (&RunRow, &Vec<Entered>)| {
        text_among(own, &all).unwrap_or_else(|| run_label(*row))
    };
    rows.iter().zip(&all).map(name).collect()
}

/// The heading: the difference, such as `Softness 0.1 ↔ 7.6`; of several, the names of the runs if these are short.
pub(super) fn title(rows: &[RunRow], names: &[String]) -> String {
    if workflows(rows).is_some() || (changed(rows).len() > 1 && titles(rows).is_some()) {
        return names.join(" ↔ ");
    }
    differences(rows, SHOWN_DIFFERENCES)
}

/// What differs, at most `max` inputs of it and how many more there are.
pub(super) fn differences(rows: &[RunRow], max: usize) -> String {
    let all: Vec<_> = rows.iter().copied().map(inputs).collect();
    let line = |inputs: &Vec<Entered>, name: &str| {
        let input = inputs.iter().find(|input| input.name == name);
        input.map(input_line).unwrap_or_default()
    };
    let changed = changed(rows);
    let values = |input: &Entered| {
        let values = all.iter().map(|inputs| line(inputs, &input.name));
        [&input.label, " ", &values.collect::<Vec<_>>().join(" ↔ ")].concat()
    };
    let mut texts: Vec<String> = changed.iter().take(max).map(values).collect();
    let more = changed.len() - texts.len();
    texts.extend((more > 0).then(|| say::VARY_MORE.with(&[&integer(more)])));
    match texts.is_empty() {
        true => say::COMPARISON.now().to_owned(),
        false => texts.join(" · "),
    }
}

/// The first run's inputs that another one has with another value, or does not have.
fn changed(rows: &[RunRow]) -> Vec<Entered> {
    let mut all = rows.iter().copied().map(inputs);
    let first = all.next().unwrap_or_default();
    let others: Vec<_> = all.collect();
    inputs_that_differ(&first, &others)
        .into_iter()
        .cloned()
        .collect()
}

/// The names of the runs' workflows, if these are different workflows.
fn workflows(rows: &[RunRow]) -> Option<Vec<String>> {
    let id = |row: &RunRow| {
        row.record
            .with_untracked(|record| record.workflow_id.clone())
    };
    let name = |row: &RunRow| row.record.with_untracked(|record| record.workflow.clone());
    let first = rows.first().map(id);
    let differ = rows.iter().any(|row| Some(id(row)) != first);
    differ.then(|| rows.iter().map(name).collect())
}

/// The runs' titles, if no two are equal.
fn titles(rows: &[RunRow]) -> Option<Vec<String>> {
    let titles: Vec<_> = rows
        .iter()
        .map(|row| row.record.with_untracked(run_title))
        .collect();
    let is_new = |(index, title)| !titles.iter().take(index).any(|before| before == title);
    titles.iter().enumerate().all(is_new).then_some(titles)
}
