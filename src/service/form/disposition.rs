//! Parses the header `Content-Disposition` of a form part: its name and, for a file, its file name.
//! The multipart reader's own parser splits a name such as `a; filename=b`.
//! Source: RFC 7578, section 4.2, and the escapes of the HTML standard, "multipart/form-data".

/// A part's names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Disposition {
    /// The field's name.
    pub(super) name: Option<String>,
    /// Present only for a file; may be empty.
    pub(super) file_name: Option<String>,
}

/// Parses the header. The first of two parameters with the same name counts. Others are ignored,
/// including `filename*`, which RFC 7578 forbids in forms.
pub(super) fn parse(header: &str) -> Disposition {
    let mut disposition = Disposition::default();
    let mut rest = header.split_once(';').map_or("", |(_, rest)| rest);
    while let Some((name, after)) = parameter_name(rest) {
        let (value, after) = parameter_value(after);
        match name.to_ascii_lowercase().as_str() {
            // Forms send the line ends in a name as CR LF.
            "name" if disposition.name.is_none() => {
                disposition.name = Some(value.replace("\r\n", "\n"));
            }
            "filename" if disposition.file_name.is_none() => disposition.file_name = Some(value),
            _ => {}
        }
        rest = after.split_once(';').map_or("", |(_, rest)| rest);
    }
    disposition
}

/// A parameter's name, and the text after its equals sign.
fn parameter_name(text: &str) -> Option<(&str, &str)> {
    let (name, after) = text.split_once('=')?;
    // Skips parameters without a value.
    let name = name.rsplit(';').next().unwrap_or_default().trim();
    Some((name, after))
}

/// A parameter's value, and the text after it.
fn parameter_value(text: &str) -> (String, &str) {
    let text = text.trim_start();
    match text.strip_prefix('"') {
        Some(quoted) => {
            let (value, after) = quoted.split_at(closing_quote(quoted));
            (unescape(value), after.get(1..).unwrap_or_default())
        }
        None => {
            let (value, after) = text.split_at(text.find(';').unwrap_or(text.len()));
            (unescape(value.trim_end()), after)
        }
    }
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
