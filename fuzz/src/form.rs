//! Arbitrary forms and values, built from a fuzzer's bytes.

use arbitrary::Arbitrary;
use json::Json;
use schema::{
    Additional, Bounds, Field, FieldKind, FileInfo, FieldValue, InputSchema, document, sniff,
};

/// Any form; names may repeat.
#[derive(Debug, Arbitrary)]
pub struct Form(Vec<FormField>);

#[derive(Debug, Arbitrary)]
struct FormField {
    name: Word,
    label: Option<Word>,
    kind: Kind,
    default: Option<Word>,
    required: bool,
    multiple: bool,
    node: u8,
}

#[derive(Debug, Arbitrary)]
enum Kind {
    Text(Option<u32>),
    Number(bool, Option<Word>, Option<Word>, Option<Word>),
    Slider(bool, Word, Word),
    Boolean,
    Choice(Vec<Word>),
    Image,
    Video,
    Audio,
    File(Option<Word>),
}

/// A text: one of a few, so that texts collide, or any.
#[derive(Debug, Arbitrary)]
enum Word {
    Few(u8),
    Integer(i64),
    Decimal(i64, u8),
    Any(String),
}

/// Texts that have a meaning.
const FEW: [&str; 24] = [
    "a",
    "b",
    "a_0",
    "a_1",
    "",
    " ",
    "true",
    "off",
    "0",
    "1",
    "-1",
    "7",
    "0.5",
    ".5",
    "1e3",
    "1e-28",
    "79228162514264337593543950335",
    "18446744073709551615",
    "image/*",
    ".png",
    "image/png",
    "text/*",
    "*/*",
    "a.png",
];

impl Word {
    fn text(&self) -> String {
        match self {
            Self::Few(index) => FEW[usize::from(*index) % FEW.len()].to_owned(),
            Self::Integer(number) => number.to_string(),
            Self::Decimal(number, scale) => format!("{number}e-{scale}"),
            Self::Any(text) => text.clone(),
        }
    }
}

impl Kind {
    fn kind(&self) -> FieldKind {
        let text = |word: &Option<Word>| word.as_ref().map(Word::text);
        match self {
            Self::Text(max_length) => FieldKind::Text {
                multiline: false,
                max_length: *max_length,
            },
            Self::Number(integer, min, max, step) => FieldKind::Number(Bounds {
                integer: *integer,
                min: text(min),
                max: text(max),
                step: text(step),
            }),
            Self::Slider(integer, min, max) => FieldKind::Slider(Bounds {
                integer: *integer,
                min: Some(min.text()),
                max: Some(max.text()),
                step: None,
            }),
            Self::Boolean => FieldKind::Boolean,
            Self::Choice(options) => FieldKind::Choice {
                options: options.iter().map(Word::text).collect(),
            },
            Self::Image => FieldKind::Image,
            Self::Video => FieldKind::Video,
            Self::Audio => FieldKind::Audio,
            Self::File(accept) => FieldKind::File {
                accept: text(accept),
            },
        }
    }
}

impl Form {
    /// The schema read back from the form's document, without anything unreadable.
    pub fn schema(&self) -> InputSchema {
        let fields = self.0.iter().map(FormField::field).collect();
        let outputs = Vec::new();
        let text = document::write(&InputSchema { fields, outputs }, None).to_string();
        let json = Json::read(text.as_bytes(), 8).unwrap_or(Json::Null);
        document::read(&json).1
    }

    /// The form as additional fields.
    pub fn additional(&self) -> Vec<Additional> {
        let one = |field: &FormField| Additional {
            name: field.name.text(),
            kind: field.kind.kind(),
        };
        self.0.iter().map(one).collect()
    }
}

impl FormField {
    fn field(&self) -> Field {
        let mut field = Field {
            default: self.default.as_ref().map(Word::text),
            required: self.required,
            multiple: self.multiple,
            ..Field::new(self.name.text(), self.kind.kind())
        };
        field.node = (self.node % 8).to_string();
        if let Some(label) = &self.label {
            field.label = label.text();
        }
        field
    }
}

/// A value for one of the fields of a form, or for none.
#[derive(Debug, Arbitrary)]
pub struct FormValue {
    index: u8,
    name: Option<Word>,
    content: Content,
}

#[derive(Debug, Arbitrary)]
enum Content {
    Text(Word),
    File(Word, Word, u64, Option<Vec<u8>>),
}

impl FormValue {
    /// The value with the name under which it is sent.
    pub fn value(&self, schema: &InputSchema) -> (String, FieldValue) {
        let of_field = schema
            .fields
            .get(usize::from(self.index) % schema.fields.len().max(1));
        let name = match (&self.name, of_field) {
            (Some(word), _) => word.text(),
            (None, field) => field.map_or_else(String::new, |field| field.name.clone()),
        };
        (name, self.content.input())
    }
}

impl Content {
    fn input(&self) -> FieldValue {
        match self {
            Self::Text(word) => FieldValue::Text(word.text()),
            Self::File(name, content_type, size, head) => FieldValue::File(FileInfo {
                name: name.text(),
                content_type: content_type.text(),
                size: *size,
                sniffed: head.as_deref().and_then(sniff),
            }),
        }
    }
}
