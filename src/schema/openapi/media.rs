//! Recognizes file fields by media type and format.

use serde_json::Value;

use super::merged_schema::MergedSchema;
use crate::kind::FieldKind;

/// The kind of a file field; `None` if the schema does not describe a file. OpenAPI 3.0 uses
/// `format: binary`; 3.1 uses `contentMediaType`, or only the part's content type.
pub(super) fn file(
    schema: &MergedSchema<'_>,
    name: Option<&str>,
    content_type: Option<&str>,
) -> Option<FieldKind> {
    if !matches!(name, None | Some("string" | "file")) || is_encoded(schema) {
        return None;
    }
    let media = schema.text("contentMediaType").or(content_type);
    let binary = name == Some("file") || schema.text("format") == Some("binary");
    if !binary && media.is_none_or(is_text) {
        return None;
    }
    let own = schema.own("accept").and_then(Value::as_str);
    Some(kind(own.or(media).unwrap_or_default()))
}

/// Encoded bytes are text, since the sender encodes them.
fn is_encoded(schema: &MergedSchema<'_>) -> bool {
    let encoding = schema.text("contentEncoding").unwrap_or_default();
    encoding.starts_with("base")
}

fn is_text(media: &str) -> bool {
    media.split(',').map(str::trim).all(|one| {
        one.starts_with("text/") || one.starts_with("application/json") || one.is_empty()
    })
}

/// The kind for these content types.
pub(super) fn kind(accept: &str) -> FieldKind {
    let tokens = accept.split(',').map(str::trim);
    let tokens: Vec<&str> = tokens.filter(|one| !one.is_empty()).collect();
    let anything = |one: &&str| matches!(*one, "*/*" | "*" | "application/octet-stream");
    match tokens.as_slice() {
        ["image/*"] => FieldKind::Image,
        ["video/*"] => FieldKind::Video,
        ["audio/*"] => FieldKind::Audio,
        tokens if tokens.is_empty() || tokens.iter().any(anything) => {
            FieldKind::File { accept: None }
        }
        tokens => FieldKind::File {
            accept: Some(tokens.join(",")),
        },
    }
}
