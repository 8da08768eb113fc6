//! Additional fields as a caller declares them: each name with its kind. Does not know the fields of
//! a workflow, nor any value.

use serde_json::{Value, json};

use super::Reader;
use super::field::KINDS;
use crate::schema::words::cut;
use crate::schema::{Additional, Problem};

/// The additional fields of `{name: kind}`, each kind by its name (`"image"`) or as a field of the
/// document has it (`{"kind": "number", "integer": true, "min": 0}`). A kind that cannot be read is
/// a problem, never taken for another: whoever declares a field wants it checked.
pub fn additional(declared: &Value) -> (Vec<Additional>, Vec<Problem>) {
    let mut reader = Reader::default();
    let Some(object) = declared.as_object() else {
        reader.problem("additional fields are given by name: { name: kind }");
        return (Vec::new(), reader.problems);
    };
    let fields = object.iter();
    let fields = fields.filter_map(|(name, kind)| reader.additional(name, kind));
    (fields.collect(), reader.problems)
}

impl Reader {
    fn additional(&mut self, name: &str, kind: &Value) -> Option<Additional> {
        let place = format!("additional field `{}`", cut(name, 40));
        // Nobody draws a box for it: a text may have several lines.
        let named = kind
            .as_str()
            .map(|kind| json!({ "kind": kind, "multiline": true }));
        let object = named.as_ref().unwrap_or(kind).as_object();
        let kind = object.and_then(|object| self.known_kind(object, &place));
        if kind.is_none() {
            self.problem(format!(
                "{place}: its kind is none of {KINDS}; give one of these, or an object with it as \
                 its `kind`"
            ));
        }
        Some(Additional {
            name: name.to_owned(),
            kind: kind?,
        })
    }
}
