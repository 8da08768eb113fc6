//! The changes of one field.

use super::change::{Change, ChangeKind};
use super::kind;
use crate::field::Field;
use crate::truncate::quoted;
use workflow::Condition;

pub(super) fn added(field: &Field) -> Change {
    let breaks = needs(field);
    let suffix = match breaks {
        true => " and runs need a value for it",
        false => "",
    };
    change(field, ChangeKind::Added, format!("is new{suffix}"), breaks)
}

pub(super) fn removed(field: &Field) -> Change {
    let message = "was removed; a value for it has no effect".to_owned();
    change(field, ChangeKind::Removed, message, true)
}

pub(super) fn renamed(field: &Field, now: &Field) -> Change {
    let kind = ChangeKind::Renamed {
        to: now.name.clone(),
    };
    let (old, new) = (&field.name, &now.name);
    let message = format!("is now sent as `{new}` instead of `{old}`");
    change(field, kind, message, true)
}

/// Compares a field that both schemas have.
pub(super) fn compare(old: &Field, new: &Field, changes: &mut Vec<Change>) {
    if let Some((change_kind, message, breaks)) = kind::compare(&old.kind, &new.kind) {
        changes.push(change(old, change_kind, message, breaks));
    }
    if old.multiple != new.multiple {
        let message = match new.multiple {
            true => "now takes several values",
            false => "now takes one value instead of several",
        };
        changes.push(change(
            old,
            ChangeKind::Multiple,
            message.to_owned(),
            old.multiple,
        ));
    }
    if old.required != new.required {
        changes.push(required(old, new));
    } else if needs(new) && !needs(old) {
        let message = "no longer has a default; runs need a value for it".to_owned();
        changes.push(change(old, ChangeKind::Default, message, true));
        return looks(old, new, changes);
    }
    if old.default != new.default {
        let message = format!(
            "now defaults to {} instead of {}",
            value(new.default.as_ref()),
            value(old.default.as_ref())
        );
        changes.push(change(old, ChangeKind::Default, message, false));
    }
    looks(old, new, changes);
}

fn required(old: &Field, new: &Field) -> Change {
    let message = match new.required {
        true => "is now required",
        false => "is now optional",
    };
    // Even with a default: an empty value used to be valid and is now rejected.
    change(old, ChangeKind::Required, message.to_owned(), new.required)
}

/// Compares how it is shown.
fn looks(old: &Field, new: &Field, changes: &mut Vec<Change>) {
    label(old, new, changes);
    if old.advanced != new.advanced {
        let message = match new.advanced {
            true => "is now among the advanced fields",
            false => "is no longer among the advanced fields",
        };
        changes.push(change(
            old,
            ChangeKind::Visibility,
            message.to_owned(),
            false,
        ));
    }
    if old.visible_if != new.visible_if {
        let message = match &new.visible_if {
            Some(Condition { field, is }) => {
                let value = quoted(is);
                format!("now counts only if `{field}` is {value}, and has no effect otherwise")
            }
            None => "now always counts".to_owned(),
        };
        // Without the condition, a run that never gave it a value may fail.
        let breaks = new.visible_if.is_some() || needs(new);
        changes.push(change(old, ChangeKind::Visibility, message, breaks));
    }
}

fn label(old: &Field, new: &Field, changes: &mut Vec<Change>) {
    if old.label != new.label {
        let message = format!("is now called {}", quoted(&new.label));
        changes.push(change(old, ChangeKind::Label, message, false));
    }
    if old.help != new.help {
        let message = match new.help {
            Some(_) => "has a different help text",
            None => "no longer has a help text",
        };
        changes.push(change(old, ChangeKind::Label, message.to_owned(), false));
    }
}

/// Whether a run fails without a value for it.
fn needs(field: &Field) -> bool {
    field.required && field.default.is_none()
}

fn change(field: &Field, kind: ChangeKind, message: String, breaks: bool) -> Change {
    Change {
        field: field.name.clone(),
        kind,
        message: format!("{} {message}", quoted(&field.label)),
        breaks,
    }
}

fn value(text: Option<&String>) -> String {
    text.map_or_else(|| "nothing".to_owned(), |text| quoted(text))
}
