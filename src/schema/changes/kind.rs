//! The changes of what a field takes: another kind, other bounds, other options.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::What;
use crate::schema::decimal::compare as order;
use crate::schema::words::quoted;
use crate::schema::{Bounds, FieldKind};

type Found = (What, String, bool);

/// What changed of a kind, in words, and whether a value that did may not do any more.
pub(super) fn compare(old: &FieldKind, new: &FieldKind) -> Option<Found> {
    use FieldKind::{Choice, File, Number, Slider, Text};
    match (old, new) {
        _ if old == new => None,
        (
            Text {
                max_length: before, ..
            },
            Text { max_length, .. },
        ) => length(*before, *max_length),
        (Number(before), Number(now)) | (Slider(before), Slider(now)) => bounds(before, now),
        (Number(before), Slider(now)) | (Slider(before), Number(now)) => {
            let narrowed = bounds(before, now).is_some_and(|(.., breaks)| breaks);
            let message = format!("is now {} instead of {}", name(new), name(old));
            Some((What::Kind, message, narrowed))
        }
        (Choice { options: before }, Choice { options: now }) => options(before, now),
        (File { .. }, File { .. }) => {
            let accepts = |kind: &FieldKind| kind.accept().unwrap_or_default().to_owned();
            let (before, now) = (accepts(old), accepts(new));
            let message = format!("now accepts {now} instead of {before}");
            Some((What::Options, message, now != "*/*"))
        }
        _ => {
            let message = format!("now takes {} instead of {}", name(new), name(old));
            Some((What::Kind, message, !takes_all(old, new)))
        }
    }
}

/// Whether every value of the one kind is one of the other.
fn takes_all(old: &FieldKind, new: &FieldKind) -> bool {
    match new {
        FieldKind::Text { max_length, .. } => old.accept().is_none() && max_length.is_none(),
        FieldKind::File { accept: None } => old.accept().is_some(),
        _ => false,
    }
}

fn name(kind: &FieldKind) -> &'static str {
    match kind {
        FieldKind::Text { .. } => "text",
        FieldKind::Number(bounds) if bounds.integer => "a whole number",
        FieldKind::Number(_) => "a number",
        FieldKind::Slider(_) => "a slider",
        FieldKind::Boolean => "true or false",
        FieldKind::Choice { .. } => "a choice",
        FieldKind::Image => "an image",
        FieldKind::Video => "a video",
        FieldKind::Audio => "an audio file",
        FieldKind::File { .. } => "a file",
    }
}

fn length(before: Option<u32>, now: Option<u32>) -> Option<Found> {
    let message = match (before, now) {
        // A text of several lines has another box, and no other values.
        _ if before == now => return None,
        (_, None) => "now takes text of any length".to_owned(),
        (_, Some(now)) => format!("now takes at most {now} characters"),
    };
    let shorter = now.is_some_and(|now| before.is_none_or(|before| now < before));
    Some((What::Bounds, message, shorter))
}

fn bounds(before: &Bounds, now: &Bounds) -> Option<Found> {
    let mut said = Vec::new();
    let mut breaks = false;
    if before.integer != now.integer {
        said.push(match now.integer {
            true => "now takes whole numbers only".to_owned(),
            false => "now takes decimals".to_owned(),
        });
        breaks |= now.integer;
    }
    let ends = [
        (&before.min, &now.min, "at least", Ordering::Greater),
        (&before.max, &now.max, "at most", Ordering::Less),
    ];
    for (before, now, words, tighter) in ends {
        if let Some((message, narrower)) = end(before.as_deref(), now.as_deref(), words, tighter) {
            said.push(message);
            breaks |= narrower;
        }
    }
    if before.step != now.step
        && order(before.step.as_deref(), now.step.as_deref()) != Some(Ordering::Equal)
    {
        said.push(match &now.step {
            Some(step) => format!("now has a step of {step}"),
            None => "no longer has a fixed step".to_owned(),
        });
    }
    (!said.is_empty()).then(|| (What::Bounds, said.join(", "), breaks))
}

/// The change of one end of a range, and whether it is narrower now.
fn end(
    before: Option<&str>,
    now: Option<&str>,
    words: &str,
    tighter: Ordering,
) -> Option<(String, bool)> {
    match (before, now) {
        (None, None) => None,
        (Some(before), None) => Some((format!("no longer has to be {words} {before}"), false)),
        (None, Some(now)) => Some((format!("must now be {words} {now}"), true)),
        (Some(before), Some(now)) => match order(Some(now), Some(before)) {
            Some(Ordering::Equal) => None,
            found => Some((
                format!("must now be {words} {now} instead of {before}"),
                found == Some(tighter),
            )),
        },
    }
}

fn options(before: &[String], now: &[String]) -> Option<Found> {
    let gone = without(before, now);
    let came = without(now, before);
    let message = match (gone.as_slice(), came.as_slice()) {
        // In another order they are the same options.
        ([], []) => return None,
        (gone, []) => format!("no longer has the option {}", listed(gone)),
        ([], came) => format!("has the new option {}", listed(came)),
        (gone, came) => format!(
            "no longer has the option {}, and has the new option {}",
            listed(gone),
            listed(came)
        ),
    };
    Some((What::Options, message, !gone.is_empty()))
}

fn without<'a>(options: &'a [String], others: &[String]) -> Vec<&'a String> {
    let others: HashSet<&String> = others.iter().collect();
    let left = options.iter().filter(|option| !others.contains(option));
    left.collect()
}

fn listed(options: &[&String]) -> String {
    let mut shown: Vec<String> = options
        .iter()
        .take(5)
        .map(|option| quoted(option))
        .collect();
    if options.len() > shown.len() {
        shown.push(format!("{} more", options.len() - shown.len()));
    }
    shown.join(", ")
}
