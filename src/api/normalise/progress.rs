//! A run's progress in whole steps, capped at the total. Knows no other part of a run.

use std::borrow::Cow;

use crate::json::Json;

/// `{value, max, node}`; `null` if `json` does not count whole steps.
pub(super) fn steps<'a>(json: &'a Json<'a>, node: Json<'a>) -> Json<'a> {
    let counted = whole(json.get("value")).zip(whole(json.get("max")));
    let Some(((value, done), (max, all))) = counted.filter(|(_, (max, _))| *max > 0) else {
        return Json::Null;
    };
    let done = if value > max { all } else { done };
    Json::Object(vec![
        (Cow::Borrowed("value"), Json::Number(done.into())),
        (Cow::Borrowed("max"), Json::Number(all.into())),
        (Cow::Borrowed("node"), node),
    ])
}

/// A number's whole steps and their digits; `None` if it is negative or does not fit a `u32`.
fn whole<'a>(json: &'a Json<'a>) -> Option<(u32, &'a str)> {
    let Json::Number(digits) = json else {
        return None;
    };
    let end = digits.bytes().position(|byte| byte == b'.');
    let whole = digits.get(..end.unwrap_or(digits.len()))?;
    Some((whole.parse().ok()?, whole))
}
