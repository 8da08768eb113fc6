//! What was seen of a run, in the names of the package.

use api::{LeftOut, RunOutput, RunProgress};
use client::follow::{KnownRun, Observation};
use json::Json;

type Members<'a> = Vec<(&'static str, Json<'a>)>;

/// `{via, ended, known, events}`.
pub(crate) fn json(observation: &Observation) -> Json<'_> {
    let events = observation.changes.iter().map(|change| {
        let mut members = known(&change.run);
        members.extend([
            ("type", word(change.kind.name())),
            ("via", word(change.source.name())),
            ("at", text(change.at.as_deref())),
            ("number", number(change.number)),
        ]);
        object(members)
    });
    object(vec![
        ("via", word(observation.source.name())),
        ("ended", Json::Bool(observation.has_ended)),
        ("known", object(known(&observation.run))),
        ("events", Json::List(events.collect())),
    ])
}

fn known(run: &KnownRun) -> Members<'_> {
    let moment = &run.moment;
    vec![
        ("runId", word(&run.run_id)),
        ("workflowId", text(run.workflow_id.as_deref())),
        ("groupId", text(run.group_id.as_deref())),
        ("status", word(run.status.name())),
        ("attempts", number(run.attempts.map(u64::from))),
        ("error", text(run.error.as_deref())),
        ("outputs", list(&run.outputs, output)),
        ("leftOut", list(&run.left_out, left_out)),
        ("position", number(moment.position.map(u64::from))),
        ("startsIn", seconds(moment.starts_in)),
        ("takes", seconds(moment.takes)),
        (
            "progress",
            moment.progress.as_ref().map_or(Json::Null, progress),
        ),
        ("preview", text(moment.preview.as_deref())),
        ("instance", text(run.instance.as_deref())),
    ]
}

fn output(output: &RunOutput) -> Json<'_> {
    object(vec![
        ("filename", word(&output.filename)),
        ("url", text(output.url.as_deref())),
        ("thumbnail", text(output.thumbnail.as_deref())),
    ])
}

fn left_out(left_out: &LeftOut) -> Json<'_> {
    object(vec![
        ("node", word(&left_out.node)),
        ("title", word(&left_out.title)),
        ("reason", word(&left_out.reason)),
    ])
}

fn progress(progress: &RunProgress) -> Json<'_> {
    let count = |count: Option<u32>| number(count.map(u64::from));
    object(vec![
        ("value", count(Some(progress.value))),
        ("max", count(Some(progress.max))),
        ("node", text(progress.node.as_deref())),
        ("title", text(progress.title.as_deref())),
        ("nodesDone", count(progress.nodes_done)),
        ("nodesTotal", count(progress.nodes_total)),
        ("percent", count(progress.percent)),
    ])
}

fn object(members: Members<'_>) -> Json<'_> {
    let members = members.into_iter();
    Json::Object(members.map(|(name, value)| (name.into(), value)).collect())
}

fn list<'a, T>(items: &'a [T], convert: fn(&'a T) -> Json<'a>) -> Json<'a> {
    Json::List(items.iter().map(convert).collect())
}

fn word(text: &str) -> Json<'_> {
    Json::Text(text.into())
}

fn text(text: Option<&str>) -> Json<'_> {
    text.map_or(Json::Null, word)
}

fn number(number: Option<u64>) -> Json<'static> {
    number.map_or(Json::Null, |number| Json::Number(number.to_string().into()))
}

/// Seconds with up to six decimals; the standard library's digits of a float take more bytes than the rest of this
/// file.
fn seconds(seconds: Option<f64>) -> Json<'static> {
    let Some(seconds) = seconds else {
        return Json::Null;
    };
    let millionths = (seconds * 1e6).round() as u64;
    let mut digits = (millionths / 1_000_000).to_string();
    let decimals = (1_000_000 + millionths % 1_000_000).to_string();
    // Without the leading 1.
    let decimals = decimals.get(1..).unwrap_or_default().trim_end_matches('0');
    if !decimals.is_empty() {
        digits.push('.');
        digits.push_str(decimals);
    }
    Json::Number(digits.into())
}
