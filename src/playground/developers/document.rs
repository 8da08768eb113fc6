//! A schema as JSON, in the format of flowdeck's own documents. Pure.

use super::json::{Object, list, quoted};
use schema::{Bounds, Field, FieldKind, InputSchema, OutputKind};

/// The schema's JSON.
pub(super) fn write(schema: &InputSchema) -> String {
    let mut object = Object::default();
    let fields: Vec<String> = schema.fields.iter().map(field).collect();
    object.raw("fields", &list(&fields));
    let output = |output: &schema::Output| {
        let mut object = Object::default();
        object.text("node", &output.node);
        object.text("label", &output.label);
        object.text("kind", output_kind(output.kind));
        object.end()
    };
    let outputs: Vec<String> = schema.outputs.iter().map(output).collect();
    object.raw("outputs", &list(&outputs));
    object.end()
}

fn field(field: &Field) -> String {
    let mut object = Object::default();
    object.text("name", &field.name);
    object.text("label", &field.label);
    object.some("help", field.help.as_deref());
    object.text("kind", field.kind.name());
    match &field.kind {
        FieldKind::Text {
            multiline,
            max_length,
        } => {
            object.flag("multiline", *multiline);
            if let Some(most) = max_length {
                object.raw("maxLength", &most.to_string());
            }
        }
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => limits(&mut object, bounds),
        FieldKind::Choice { options } => {
            let options: Vec<String> = options.iter().map(|option| quoted(option)).collect();
            object.raw("options", &list(&options));
        }
        FieldKind::File { accept } => object.some("accept", accept.as_deref()),
        FieldKind::Boolean | FieldKind::Image | FieldKind::Video | FieldKind::Audio => {}
    }
    object.some("default", field.default.as_deref());
    object.flag("required", field.required);
    object.flag("multiple", field.multiple);
    object.text("node", &field.node);
    object.end()
}

fn limits(object: &mut Object, bounds: &Bounds) {
    object.flag("integer", bounds.integer);
    object.some("min", bounds.min.as_deref());
    object.some("max", bounds.max.as_deref());
    object.some("step", bounds.step.as_deref());
}

fn output_kind(kind: OutputKind) -> &'static str {
    match kind {
        OutputKind::Image => "image",
        OutputKind::Text => "text",
        OutputKind::Video => "video",
        OutputKind::Audio => "audio",
        OutputKind::File => "file",
    }
}

#[cfg(test)]
mod tests;
