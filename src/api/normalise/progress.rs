//! A run's progress in whole numbers, with steps capped at their total. Knows no other part of a run.

use std::borrow::Cow;

use super::{digits, text};
use json::Json;

/// The counts of a whole run, which not every deployment reports: names, names on the wire, and maximum.
const COUNTS: [(&str, &str, u32); 3] = [
    ("nodesDone", "nodes_done", u32::MAX),
    ("nodesTotal", "nodes_total", u32::MAX),
    ("percent", "percent", 100),
];

/// `value` of `max` whole steps, their node and the counts of the whole run; `null` without whole steps.
pub(in super::super) fn progress<'a>(json: &'a Json<'a>) -> Json<'a> {
    let counted = whole(json.get("value")).zip(whole(json.get("max")));
    let Some(((value, done), (max, all))) = counted.filter(|(_, (max, _))| *max > 0) else {
        return Json::Null;
    };
    let done = if value > max { all } else { done };
    let mut progress = vec![
        (Cow::Borrowed("value"), Json::Number(done.into())),
        (Cow::Borrowed("max"), Json::Number(all.into())),
        (Cow::Borrowed("node"), text(json.get("node"))),
        (Cow::Borrowed("title"), text(json.get("title"))),
    ];
    for (name, wire_name, limit) in COUNTS {
        let count = whole(json.get(wire_name)).filter(|(count, _)| *count <= limit);
        progress.push((Cow::Borrowed(name), digits(count.map(|(_, digits)| digits))));
    }
    Json::Object(progress)
}

/// A number's whole steps and their digits; `None` if it is negative or does not fit a `u32`.
pub(super) fn whole<'a>(json: &'a Json<'a>) -> Option<(u32, &'a str)> {
    let Json::Number(digits) = json else {
        return None;
    };
    let end = digits.bytes().position(|byte| byte == b'.');
    let whole = digits.get(..end.unwrap_or(digits.len()))?;
    Some((whole.parse().ok()?, whole))
}
