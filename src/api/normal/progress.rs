//! How far a run is, in one shape: no more steps than there are. Knows no other part of a run.
#![allow(
    clippy::single_char_add_str,
    reason = "pushing a char brings its encoding along, which is part of a page's first load"
)]

use super::Shape;
use crate::json::Json;

/// Appends how far a node is; `null` where that is not told in whole steps.
pub(super) fn write(json: &Json<'_>, out: &mut String) {
    let told = steps(json.get("value")).zip(steps(json.get("max")));
    let Some(((value, done), (max, all))) = told.filter(|(_, (max, _))| *max > 0) else {
        return out.push_str("null");
    };
    let done = if value > max { all } else { done };
    for piece in ["{\"value\":", done, ",\"max\":", all, ",\"node\":"] {
        out.push_str(piece);
    }
    super::write(json.get("node"), &Shape::Word, "", out);
    out.push_str("}");
}

/// A number's whole steps, and their digits; `None` below zero and beyond all counting.
fn steps<'a>(json: &'a Json<'_>) -> Option<(u32, &'a str)> {
    let Json::Number(digits) = json else {
        return None;
    };
    let end = digits.bytes().position(|byte| byte == b'.');
    let whole = digits.get(..end.unwrap_or(digits.len()))?;
    Some((whole.parse().ok()?, whole))
}
