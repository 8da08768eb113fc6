//! A form's values as JSON, both ways. Numbers keep their digits; files have no place in it.

use super::{FieldState, FormState};
use crate::json::{Json, write_text};
use crate::schema::FieldKind;

/// Nested lists and objects in a value that are kept.
const DEPTH: usize = 64;

/// The values as a JSON object, one name a line.
pub(crate) fn write(form: FormState) -> String {
    let members = form.all().into_iter().filter(|field| !field.takes_files());
    let members: Vec<String> = members.filter_map(member).collect();
    if members.is_empty() {
        return "{}".to_owned();
    }
    ["{\n", &members.join(",\n"), "\n}"].concat()
}

fn member(field: FieldState) -> Option<String> {
    let text = field.value()?;
    let value = field.fixed.with_value(|fixed| literal(&fixed.kind, &text));
    Some(["  ", &quoted(&field.name()), ": ", &value].concat())
}

/// A value as its kind has it in JSON; what is no value of its kind stays a text.
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
        quoted(text)
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    write_text(text, &mut quoted);
    quoted
}

/// The names and texts of a JSON object.
///
/// # Errors
/// Why it is none.
pub(crate) fn read(json: &str) -> Result<Vec<(String, String)>, &'static str> {
    let object = Json::read(json.as_bytes(), DEPTH)?;
    let members = object.members().ok_or("it is something else")?;
    let member = |(name, value): &(std::borrow::Cow<'_, str>, Json<'_>)| {
        let text = match value {
            Json::Null => return None,
            Json::Text(text) => text.clone().into_owned(),
            other => other.to_text(),
        };
        Some((name.clone().into_owned(), text))
    };
    Ok(members.iter().filter_map(member).collect())
}

#[cfg(test)]
mod tests;
