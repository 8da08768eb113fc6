//! Compares what two versions of a field take: kind, bounds and options.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::change::ChangeKind;
use crate::decimal::compare as order;
use crate::kind::{Bounds, FieldKind};
use crate::truncate::quoted;

/// The kind of change, its message, and whether it breaks values.
type KindChange = (ChangeKind, String, bool);

/// The change of a kind, if any; it breaks if a value that was valid may no longer be.
pub(super) fn compare(old: &FieldKind, new: &FieldKind) -> Option<KindChange> {
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
            Some((ChangeKind::Kind, message, narrowed))
        }
        (Choice { options: before }, Choice { options: now }) => options(before, now),
        (File { .. }, File { .. }) => {
            let accepts = |kind: &FieldKind| kind.accept().unwrap_or_default().to_owned();
            let (before, now) = (accepts(old), accepts(new));
            let message = format!("now accepts {now} instead of {before}");
            Some((ChangeKind::Options, message, now != "*/*"))
        }
        _ => {
            let message = format!("now takes {} instead of {}", name(new), name(old));
            Some((ChangeKind::Kind, message, !takes_all(old, new)))
        }
    }
}

/// Whether every value of the old kind is valid for the new one.
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

fn length(before: Option<u32>, now: Option<u32>) -> Option<KindChange> {
    let message = match (before, now) {
        // Multiline only changes the control, not the values.
        _ if before == now => return None,
        (_, None) => "now takes text of any length".to_owned(),
        (_, Some(now)) => format!("now takes at most {now} characters"),
    };
    let shorter = now.is_some_and(|now| before.is_none_or(|before| now < before));
    Some((ChangeKind::Bounds, message, shorter))
}

fn bounds(before: &Bounds, now: &Bounds) -> Option<KindChange> {
    let mut messages = Vec::new();
    let mut breaks = false;
    if before.integer != now.integer {
        messages.push(match now.integer {
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
            messages.push(message);
            breaks |= narrower;
        }
    }
    if before.step != now.step
        && order(before.step.as_deref(), now.step.as_deref()) != Some(Ordering::Equal)
    {
        messages.push(match &now.step {
            Some(step) => format!("now has a step of {step}"),
            None => "no longer has a fixed step".to_owned(),
        });
    }
    (!messages.is_empty()).then(|| (ChangeKind::Bounds, messages.join(", "), breaks))
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

fn options(before: &[String], now: &[String]) -> Option<KindChange> {
    let removed = without(before, now);
    let added = without(now, before);
    let message = match (removed.as_slice(), added.as_slice()) {
        // The same options in another order.
        ([], []) => return None,
        (removed, []) => format!("no longer has the option {}", listed(removed)),
        ([], added) => format!("has the new option {}", listed(added)),
        (removed, added) => format!(
            "no longer has the option {}, and has the new option {}",
            listed(removed),
            listed(added)
        ),
    };
    Some((ChangeKind::Options, message, !removed.is_empty()))
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
