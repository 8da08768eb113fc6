//! Parses the header `Content-Disposition` of a form part: its name and, for a file, its file name.
//! The multipart reader's own parser splits a name such as `a; filename=b`, and knows no encoded names.
//! Source: RFC 7578, section 4.2, and the escapes of the HTML standard, "multipart/form-data".

use axum::extract::multipart::Field;
use axum::http::header;

use super::encoded_name;
use crate::charset::{self, NotText};

/// A part's names.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Disposition {
    /// The field's name.
    pub name: Option<String>,
    /// Present only for a file; may be empty.
    pub file_name: Option<String>,
}

/// The names of a part, in the charset that its form states; in UTF-8 if it states none.
///
/// # Errors
/// They are not text in it.
pub fn names(part: &Field<'_>, charset: Option<&str>) -> Result<Disposition, NotText> {
    let Some(header) = part.headers().get(header::CONTENT_DISPOSITION) else {
        return Ok(Disposition::default());
    };
    charset::decode(charset, header.as_bytes().to_vec()).map(|header| parse(&header))
}

/// The parameter of a header such as `Content-Type`, without its quotes.
pub fn parameter(header: &str, name: &str) -> Option<String> {
    let (_, rest) = header.split_once(';')?;
    let mut parameters = parameters(rest);
    let found = parameters.find(|(other, _)| other.eq_ignore_ascii_case(name));
    found.map(|(_, value)| unquoted(value))
}

/// Parses the header. The first of two parameters with the same name counts. Those with an asterisk have the name
/// in full and count first: RFC 7578 forbids them in forms, but several clients send them, some of them alone.
fn parse(header: &str) -> Disposition {
    let (mut plain, mut extended) = (Disposition::default(), Disposition::default());
    let rest = header.split_once(';').map_or("", |(_, rest)| rest);
    for (name, value) in parameters(rest) {
        let text = || encoded_name::words(unescape(&unquoted(value)));
        let full = || encoded_name::extended(&unquoted(value));
        match name.to_ascii_lowercase().as_str() {
            "name" => plain.name = plain.name.or_else(|| Some(text())),
            "filename" => plain.file_name = plain.file_name.or_else(|| Some(text())),
            "name*" => extended.name = extended.name.or_else(|| Some(full())),
            "filename*" => extended.file_name = extended.file_name.or_else(|| Some(full())),
            _ => {}
        }
    }
    let name = extended.name.or(plain.name);
    Disposition {
        // Forms send the line ends in a name as CR LF.
        name: name.map(|name| name.replace("\r\n", "\n")),
        file_name: extended.file_name.or(plain.file_name),
    }
}

/// The parameters in the rest of a header: names, and values that may be in quotes.
fn parameters(mut rest: &str) -> impl Iterator<Item = (&str, &str)> {
    std::iter::from_fn(move || {
        let (name, after) = parameter_name(rest)?;
        let (value, after) = after.split_at(end_of_value(after));
        rest = after.split_once(';').map_or("", |(_, rest)| rest);
        Some((name, value.trim()))
    })
}

/// A parameter's name, and the text after its equals sign.
fn parameter_name(text: &str) -> Option<(&str, &str)> {
    let (name, after) = text.split_once('=')?;
    // Skips parameters without a value.
    let name = name.rsplit(';').next().unwrap_or_default().trim();
    Some((name, after.trim_start()))
}

/// The index after a parameter's value.
fn end_of_value(text: &str) -> usize {
    match text.strip_prefix('"') {
        Some(quoted) => text.len().min(closing_quote(quoted) + 2),
        None => text.find(';').unwrap_or(text.len()),
    }
}

/// A value without its quotes.
fn unquoted(value: &str) -> String {
    let quoted = value.strip_prefix('"');
    let inner = quoted.map(|quoted| quoted.strip_suffix('"').unwrap_or(quoted));
    inner.unwrap_or(value).to_owned()
}

/// The index at which a quoted value ends. Browsers do not escape a backslash; other clients put one
/// before a quote inside the value. So `\"` ends the value only if the header can continue after it.
fn closing_quote(quoted: &str) -> usize {
    let closes = |(index, _): &(usize, &str)| {
        !quoted[..*index].ends_with('\\') || continues_header(&quoted[index + 1..])
    };
    let quote = quoted.match_indices('"').find(closes);
    quote.map_or(quoted.len(), |(index, _)| index)
}

/// Whether a text is the end of a header or starts with its next parameter.
fn continues_header(text: &str) -> bool {
    let text = text.trim_start();
    let Some(text) = text.strip_prefix(';') else {
        return text.is_empty();
    };
    let text = text.trim_start();
    let not_in_name = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '*'));
    let end = text.find(not_in_name).unwrap_or(text.len());
    text.is_empty() || (end > 0 && text[end..].trim_start().starts_with('='))
}

/// Removes the escapes of browsers and of other clients.
fn unescape(value: &str) -> String {
    let escapes = [("\\\"", "\""), ("%22", "\""), ("%0D", "\r"), ("%0A", "\n")];
    escapes
        .iter()
        .fold(value.to_owned(), |text, (escape, character)| {
            text.replace(escape, character)
        })
}

#[cfg(test)]
mod tests;
