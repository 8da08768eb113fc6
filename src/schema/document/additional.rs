//! Additional fields as a caller declares them: each name with its kind. Does not know the fields of
//! a workflow, nor any value.

use super::Reader;
use crate::json::Json;
use crate::schema::words::{cut, quoted};
use crate::schema::{Additional, FieldKind, Problem};

/// The names of the kinds, for a person. Nobody draws these fields: none is a slider.
const KINDS: &str = "text, number, boolean, choice, image, video, audio, file";

/// The additional fields of `{name: kind}`, each kind by its name (`"image"`) or as a field of the
/// document has it (`{"kind": "number", "integer": true, "min": 0}`). A kind that cannot be read, or
/// a word that says nothing of it, is a problem: whoever declares a field wants it checked.
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

/// The words that a kind has beside its name; `None` where there is no such kind.
fn words(kind: &str) -> Option<&'static [&'static str]> {
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
        let place = format!("additional field `{}`", cut(name, 40));
        // Nobody draws a box for it: a text may have several lines.
        let multiline = ("multiline".into(), Json::Bool(true));
        let named = declared
            .text()
            .map(|kind| Json::Object(vec![("kind".into(), Json::Text(kind.into())), multiline]));
        let object = named.as_ref().unwrap_or(declared);
        let kind = object.get("kind");
        let Some(words) = kind.text().and_then(words) else {
            let given = given(if kind.is_null() { declared } else { kind });
            self.problem(format!(
                "{place}: its kind is {given}; use one of {KINDS}, or an object that has \
                 one of these as its `kind`"
            ));
            return None;
        };
        if named.is_none() && !self.fitting_words(object, words, &place) {
            return None;
        }
        let kind = self.known_kind(object, &place)?;
        if let FieldKind::File {
            accept: Some(accept),
        } = &kind
        {
            self.accept(accept, &place);
        }
        let name = name.to_owned();
        Some(Additional { name, kind })
    }

    /// Whether each word of an object says something of its kind.
    fn fitting_words(&mut self, object: &Json<'_>, words: &[&str], place: &str) -> bool {
        let before = self.problems.len();
        let members = object.members().unwrap_or_default();
        for (word, value) in members.iter().filter(|(word, _)| word != "kind") {
            let word_cut = cut(word, 40);
            if !words.contains(&&**word) {
                let kind = given(object.get("kind"));
                let may = match words {
                    [] => "no other keys".to_owned(),
                    words => format!("`{}`", words.join("`, `")),
                };
                self.problem(format!(
                    "{place}: its `{word_cut}` does not apply to the kind {kind}, which allows {may}"
                ));
            } else if value.is_null() {
                self.problem(format!(
                    "{place}: its `{word_cut}` is null, which is also how JavaScript writes NaN; \
                     give it a value or leave it out"
                ));
            }
        }
        self.problems.len() == before
    }

    fn accept(&mut self, accept: &str, place: &str) {
        let fits = |one: &str| one.contains('/') || one.starts_with('.');
        if !accept.split(',').map(str::trim).all(fits) {
            let accept = quoted(accept);
            self.problem(format!(
                "{place}: its `accept` is {accept}; it must be a comma-separated list of media \
                 types (image/png) and file extensions (.png)"
            ));
        }
    }
}

/// What was given, for a person.
fn given(value: &Json<'_>) -> String {
    match value.text() {
        Some(text) => quoted(text),
        None => cut(&value.to_text(), 40),
    }
}
