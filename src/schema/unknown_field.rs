//! Values that no field of a schema takes. The contract permits them, but a misspelled name means that its field has
//! kept its default.

use std::collections::HashSet;

use serde::Serialize;

use super::field::Field;
use super::field_error::FieldError;
use super::input_schema::InputSchema;
use workflow::most_similar;

/// How similar a field that is named is to the unknown one, at least.
const LEAST_SIMILARITY: f64 = 0.8;
/// How many unknown names are reported.
pub const MAX_UNKNOWN_FIELDS: usize = 100;

/// The name of a value that no field takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct UnknownField {
    /// The name that was sent.
    pub name: String,
    /// The field that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similar: Option<String>,
}

impl UnknownField {
    /// The refusal of the value, in pydantic's type for it.
    pub fn error(&self) -> FieldError {
        let advice = match &self.similar {
            Some(similar) => format!("did you mean “{similar}”?"),
            None => "check its name".to_owned(),
        };
        FieldError {
            field: self.name.clone(),
            msg: format!("the workflow has no such field; {advice}"),
            kind: "extra_forbidden".to_owned(),
        }
    }
}

impl InputSchema {
    /// Those of these names that no field takes, each once: the first 100.
    pub fn unknown_fields<'a>(
        &self,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Vec<UnknownField> {
        let mut seen = HashSet::new();
        let unknown = names
            .into_iter()
            .filter(|name| self.taking(name).is_none() && seen.insert(*name));
        let unknown = unknown.take(MAX_UNKNOWN_FIELDS).map(|name| UnknownField {
            name: name.to_owned(),
            similar: self.similar(name),
        });
        unknown.collect()
    }

    /// The field whose name or label is most like a name.
    fn similar(&self, name: &str) -> Option<String> {
        let texts = |field: &'_ Field| [plain(&field.name), plain(&field.label)];
        let fields = self.fields.iter();
        let options = fields.flat_map(|field| texts(field).map(|text| (text, field.name.as_str())));
        let similar = most_similar(&plain(name), options, LEAST_SIMILARITY);
        similar.first().map(|field| (*field).to_owned())
    }
}

/// A name without what people write in different ways: `Color seed` and `color_seed` are the same.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::FieldKind;

    fn schema() -> InputSchema {
        let field = |name: &str, label: &str| Field {
            label: label.to_owned(),
            ..Field::new(name, FieldKind::Boolean)
        };
        let photos = Field {
            multiple: true,
            ..field("photos", "Photos")
        };
        InputSchema {
            fields: vec![field("seed", "Color seed"), field("quote", "Quote"), photos],
            outputs: Vec::new(),
        }
    }

    fn unknown(names: &[&str]) -> Vec<(String, Option<String>)> {
        let unknown = schema().unknown_fields(names.iter().copied());
        let pairs = unknown.into_iter().map(|one| (one.name, one.similar));
        pairs.collect()
    }

    #[test]
    fn a_misspelled_name_comes_with_the_field_that_was_meant() {
        for (sent, meant) in [
            ("sead", "seed"),
            ("quot", "quote"),
            ("Seed", "seed"),
            ("color_seed", "seed"),
            ("photo", "photos"),
        ] {
            let expected = (sent.to_owned(), Some(meant.to_owned()));
            assert_eq!(unknown(&[sent]), [expected], "{sent}");
        }
        assert_eq!(unknown(&["zzz"]), [("zzz".to_owned(), None)]);
    }

    #[test]
    fn fields_and_the_numbered_values_of_one_are_known() {
        assert_eq!(unknown(&["seed", "photos", "photos_0", "photos_17"]), []);
        assert_eq!(unknown(&["seed_0"])[0].0, "seed_0");
    }

    #[test]
    fn each_name_is_reported_once_and_their_number_is_limited() {
        assert_eq!(unknown(&["a", "a", "b"]).len(), 2);
        let many: Vec<String> = (0..1000).map(|number| format!("x{number}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(unknown(&many).len(), MAX_UNKNOWN_FIELDS);
    }

    #[test]
    fn the_refusal_says_which_field_was_meant() {
        let error = schema().unknown_fields(["sead"])[0].error();
        assert_eq!(
            (error.field.as_str(), error.kind.as_str()),
            ("sead", "extra_forbidden")
        );
        assert_eq!(
            error.msg,
            "the workflow has no such field; did you mean “seed”?"
        );
    }
}
