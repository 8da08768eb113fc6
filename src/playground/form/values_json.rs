//! A form's values as JSON, both ways. Numbers keep their digits; files are left out.

use std::borrow::Cow;

use super::field_state::FieldState;
use super::state::FormState;
use json::{Json, write_text};
use schema::FieldKind;

/// The maximum depth of lists and objects in a value.
const MAX_DEPTH: usize = 64;

/// The values as a JSON object, one per line.
pub(crate) fn write(form: FormState) -> String {
    object(members(form))
}

/// A JSON object of these names and literals, one per line.
fn object(members: impl Iterator<Item = (String, String)>) -> String {
    let lines: Vec<String> = members
        .map(|(name, literal)| ["  ", &quote(&name), ": ", &literal].concat())
        .collect();
    if lines.is_empty() {
        return "{}".to_owned();
    }
    ["{\n", &lines.join(",\n"), "\n}"].concat()
}

/// The values as a JSON object without whitespace.
pub(crate) fn write_compact(form: FormState) -> String {
    let members: Vec<String> = members(form)
        .map(|(name, literal)| [quote(&name), literal].join(":"))
        .collect();
    ["{", &members.join(","), "}"].concat()
}

/// Names, and values as JSON literals.
fn members(form: FormState) -> impl Iterator<Item = (String, String)> {
    let fields = form.current_fields().into_iter();
    fields
        .filter(|field| !field.takes_files())
        .filter_map(member)
}

fn member(field: FieldState) -> Option<(String, String)> {
    let text = field.value()?;
    let value = field
        .definition
        .with_value(|field| literal(&field.kind, &text));
    Some((field.name(), value))
}

/// The JSON literal of a value; a string if its text does not fit its kind.
fn literal(kind: &FieldKind, text: &str) -> String {
    let fits = match kind {
        FieldKind::Number(_) | FieldKind::Slider(_) => {
            matches!(Json::read(text.as_bytes(), 0), Ok(Json::Number(_)))
        }
        FieldKind::Boolean => matches!(text, "true" | "false"),
        _ => false,
    };
    if fits {
        text.trim().to_owned()
    } else {
        quote(text)
    }
}

fn quote(text: &str) -> String {
    let mut quoted = String::new();
    write_text(text, &mut quoted);
    quoted
}

/// The names and texts of a JSON object.
///
/// # Errors
/// A message if it is not a JSON object.
pub(crate) fn read(json: &str) -> Result<Vec<(String, String)>, &'static str> {
    let object = Json::read(json.as_bytes(), MAX_DEPTH)?;
    let members = object.members().ok_or("is not a JSON object")?;
    let member = |(name, value): &(Cow<'_, str>, Json<'_>)| {
        let text = match value {
            Json::Null => return None,
            Json::Text(text) => text.clone().into_owned(),
            other => other.to_text(),
        };
        Some((name.clone().into_owned(), text))
    };
    Ok(members.iter().filter_map(member).collect())
}

/// The names and texts of `edited` that `base` does not have, or has with another text.
///
/// # Errors
/// A message if `edited` is not a JSON object.
pub(crate) fn changes(edited: &str, base: &str) -> Result<Vec<(String, String)>, &'static str> {
    let before = read(base).unwrap_or_default();
    let mut changed = read(edited)?;
    changed.retain(|member| !before.contains(member));
    Ok(changed)
}

/// `edited`, which began as `base`, on top of the form's current values `now`. Of a value that changed on both
/// sides, the one of the form is newer.
///
/// # Errors
/// A message if `edited` is not a JSON object.
pub(crate) fn rebase(edited: &str, base: &str, now: &str) -> Result<String, &'static str> {
    let (before, current) = (read(base)?, read(now)?);
    let mut pending = changes(edited, base)?;
    pending.retain(|(name, _)| text_of(&before, name) == text_of(&current, name));
    if pending.is_empty() {
        return Ok(now.to_owned());
    }
    let mut members = literals(now)?;
    for (name, literal) in literals(edited)? {
        if text_of(&pending, &name).is_none() {
            continue;
        }
        match members.iter_mut().find(|(own, _)| *own == name) {
            Some((_, own)) => *own = literal,
            None => members.push((name, literal)),
        }
    }
    Ok(object(members.into_iter()))
}

fn text_of<'a>(members: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = members.iter().find(|(own, _)| own == name);
    found.map(|(_, text)| text.as_str())
}

/// The names and literals of a JSON object.
fn literals(json: &str) -> Result<Vec<(String, String)>, &'static str> {
    let object = Json::read(json.as_bytes(), MAX_DEPTH)?;
    let members = object.members().ok_or("is not a JSON object")?;
    let member =
        |(name, value): &(Cow<'_, str>, Json<'_>)| (name.clone().into_owned(), value.to_text());
    Ok(members.iter().map(member).collect())
}

#[cfg(test)]
mod tests;
