//! Content types that every client accepts.

/// A content type without its parameters; empty if it is not valid.
pub(super) fn essence(content_type: &str) -> &str {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    let is_token = |text: &str| {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&^_.+-".contains(&byte);
        !text.is_empty() && text.bytes().all(is_allowed)
    };
    match essence.split_once('/') {
        Some((kind, subtype)) if is_token(kind) && is_token(subtype) => essence,
        _ => "",
    }
}
