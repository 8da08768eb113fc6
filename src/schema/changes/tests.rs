mod any;
mod fields;
mod kinds;

use super::*;
use crate::{Bounds, Field, FieldKind, InputSchema};

fn schema(fields: Vec<Field>) -> InputSchema {
    InputSchema {
        fields,
        outputs: Vec::new(),
    }
}

fn field(kind: FieldKind) -> Field {
    Field {
        label: "Size".to_owned(),
        node: "6".to_owned(),
        ..Field::new("size", kind)
    }
}

fn number(integer: bool, min: Option<&str>, max: Option<&str>) -> Field {
    field(FieldKind::Number(Bounds {
        integer,
        min: min.map(str::to_owned),
        max: max.map(str::to_owned),
        step: None,
    }))
}

fn choice(options: &[&str]) -> Field {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    field(FieldKind::Choice { options })
}

fn text(max_length: Option<u32>) -> Field {
    field(FieldKind::Text {
        multiline: false,
        max_length,
    })
}

fn file(accept: Option<&str>) -> Field {
    let accept = accept.map(str::to_owned);
    field(FieldKind::File { accept })
}

/// Each change as `! message` if it breaks, `  message` if not.
fn messages(old: &Field, new: &Field) -> Vec<String> {
    let found = changes(&schema(vec![old.clone()]), &schema(vec![new.clone()]));
    let line = |change: Change| {
        let mark = if change.breaks { "!" } else { " " };
        format!("{mark} {}", change.message)
    };
    found.into_iter().map(line).collect()
}
