//! Logs why a deployed workflow cannot run, and when it can again. Does not know who asks for the workflow.

use super::deployed_workflow::DeployedWorkflow;
use super::examples::Examples;

/// Logs what is new about a workflow compared to what was read of it `before`.
pub(super) fn report(before: Option<&DeployedWorkflow>, now: &DeployedWorkflow) {
    let (id, version) = (&now.entry.id, now.runnable.version);
    let known = before.map_or(&[][..], |before| before.entry.problems.as_slice());
    for problem in &now.entry.problems {
        if !known.contains(problem) {
            tracing::warn!("the workflow {id}, version {version}, cannot run: {problem}");
        }
    }
    let noted = before.map_or(&[][..], |before| before.entry.warnings.as_slice());
    let notes = now.entry.warnings.iter().filter(|one| one.is_note());
    for note in notes.filter(|note| !noted.contains(note)) {
        tracing::warn!("reading the workflow {id}, version {version}: {note}");
    }
    if !known.is_empty() && now.entry.problems.is_empty() {
        tracing::info!("the workflow {id}, version {version}, can run again");
    }
    if !now.runnable.is_provisional {
        report_examples(before.filter(|before| !before.runnable.is_provisional), now);
    }
}

fn report_examples(before: Option<&DeployedWorkflow>, now: &DeployedWorkflow) {
    let (id, version) = (&now.entry.id, now.runnable.version);
    let known: Vec<_> = before
        .into_iter()
        .flat_map(|before| problems(&before.examples))
        .collect();
    for problem in problems(&now.examples).filter(|problem| !known.contains(problem)) {
        tracing::warn!("leaving out an example of the workflow {id}, version {version}: {problem}");
    }
}

fn problems(examples: &Examples) -> impl Iterator<Item = &String> {
    let Examples {
        problems,
        exposure_problems,
        ..
    } = examples;
    exposure_problems.iter().chain(problems)
}
