//! Reads additional fields as a caller declares them: names and kinds. Does not know the fields of a
//! workflow, nor any values.

use super::key::Reader;
use crate::additional::Additional;
use crate::kind::FieldKind;
use crate::truncate::{quoted, truncated};
use json::Json;
use workflow::Problem;

/// The names of the kinds, for messages. These fields have no controls, so none is a slider.
const KINDS: &str = "text, number, boolean, choice, image, video, audio, file";

/// The additional fields of `{name: kind}`. A kind is a name (`"image"`) or an object like a field of
/// the document (`{"kind": "number", "integer": true, "min": 0}`). An invalid kind or key is a problem,
/// since a declared field is meant to be checked.
pub fn additional(declared: &Json<'_>) -> (Vec<Additional>, Vec<Problem>) {
    let mut reader = Reader::default();
    let Some(members) = declared.members() else {
        reader.problem("additional fields must be an object of names and kinds: { name: kind }");
        return (Vec::new(), reader.problems);
    };
    let fields = members.iter();
    let fields = fields.filter_map(|(name, kind)| reader.additional(name, kind));
    (fields.collect(), reader.problems)
}

/// The keys that a kind allows next to `kind`; `None` if the kind is unknown.
fn keys(kind: &str) -> Option<&'static [&'static str]> {
    Some(match kind {
        "text" => &["maxLength", "multiline"],
        "number" => &["integer", "min", "max", "step"],
        "choice" => &["options"],
        "file" => &["accept"],
        "boolean" | "image" | "video" | "audio" => &[],
        _ => return None,
    })
}

impl Reader {
    fn additional(&mut self, name: &str, declared: &Json<'_>) -> Option<Additional> {
        let location = format!("additional field `{}`", truncated(name, 40));
        // Without a control, a text may as well have several lines.
        let multiline = ("multiline".into(), Json::Bool(true));
        let named = declared
            .text()
            .map(|kind| Json::Object(vec![("kind".into(), Json::Text(kind.into())), multiline]));
        let object = named.as_ref().unwrap_or(declared);
        let kind = object.get("kind");
        let Some(keys) = kind.text().and_then(keys) else {
            let given = shown(if kind.is_null() { declared } else { kind });
            self.problem(format!(
                "{location}: its kind is {given}; use one of {KINDS}, or an object that has \
                 one of these as its `kind`"
            ));
            return None;
        };
        if named.is_none() && !self.are_keys_valid(object, keys, &location) {
            return None;
        }
        let kind = self.known_kind(object, &location)?;
        if let FieldKind::File {
            accept: Some(accept),
        } = &kind
        {
            self.accept(accept, &location);
        }
        let name = name.to_owned();
        Some(Additional { name, kind })
    }

    /// Whether the kind of an object allows all its keys.
    fn are_keys_valid(&mut self, object: &Json<'_>, keys: &[&str], location: &str) -> bool {
        let before = self.problems.len();
        let members = object.members().unwrap_or_default();
        for (key, value) in members.iter().filter(|(key, _)| key != "kind") {
            let name = truncated(key, 40);
            if !keys.contains(&&**key) {
                let kind = shown(object.get("kind"));
                let allowed = match keys {
                    [] => "no other keys".to_owned(),
                    keys => format!("`{}`", keys.join("`, `")),
                };
                self.problem(format!(
                    "{location}: its `{name}` does not apply to the kind {kind}, which allows {allowed}"
                ));
            } else if value.is_null() {
                self.problem(format!(
                    "{location}: its `{name}` is null, which is also how JavaScript writes NaN; \
                     give it a value or leave it out"
                ));
            }
        }
        self.problems.len() == before
    }

    fn accept(&mut self, accept: &str, location: &str) {
        let is_valid = |one: &str| one.contains('/') || one.starts_with('.');
        if !accept.split(',').map(str::trim).all(is_valid) {
            let accept = quoted(accept);
            self.problem(format!(
                "{location}: its `accept` is {accept}; it must be a comma-separated list of media \
                 types (image/png) and file extensions (.png)"
            ));
        }
    }
}

/// A declared value, for messages.
fn shown(value: &Json<'_>) -> String {
    match value.text() {
        Some(text) => quoted(text),
        None => truncated(&value.to_text(), 40),
    }
}
