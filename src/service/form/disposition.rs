//! What the header `Content-Disposition` says of a part: its name, and its file name where it is a
//! file. Does not know what the part holds. The multipart reader's own reading takes a name such as
//! `a; filename=b` apart.
//! Source: RFC 7578, section 4.2, and the escapes of the HTML standard, "multipart/form-data".

/// A part's names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Disposition {
    /// The field's name.
    pub(super) name: Option<String>,
    /// Only a file has one, be it empty.
    pub(super) file_name: Option<String>,
}

/// Reads the header. Of a parameter that is given twice, the first counts; those of other names,
/// `filename*` among them, which a form must not have, are passed over.
pub(super) fn read(header: &str) -> Disposition {
    let mut found = Disposition::default();
    let mut rest = header.split_once(';').map_or("", |(_, rest)| rest);
    while let Some((name, after)) = word(rest) {
        let (value, after) = value(after);
        match name.to_ascii_lowercase().as_str() {
            // A form sends the line ends of a name as CR LF, whatever they were.
            "name" if found.name.is_none() => found.name = Some(value.replace("\r\n", "\n")),
            "filename" if found.file_name.is_none() => found.file_name = Some(value),
            _ => {}
        }
        rest = after.split_once(';').map_or("", |(_, rest)| rest);
    }
    found
}

/// The name of a parameter, and what stands after its equals sign.
fn word(text: &str) -> Option<(&str, &str)> {
    let (name, after) = text.split_once('=')?;
    // A word without a value is passed over.
    let name = name.rsplit(';').next().unwrap_or_default().trim();
    Some((name, after))
}

/// A value, and what stands after it.
fn value(text: &str) -> (String, &str) {
    let text = text.trim_start();
    match text.strip_prefix('"') {
        Some(quoted) => {
            let end = end_of(quoted);
            let (value, after) = quoted.split_at(end);
            (unescaped(value), after.get(1..).unwrap_or_default())
        }
        None => {
            let (value, after) = text.split_at(text.find(';').unwrap_or(text.len()));
            (unescaped(value.trim_end()), after)
        }
    }
}

/// Where a quoted value ends. Browsers leave a backslash as it is, other clients put one before a
/// quote that is part of the value: it ends the value when the header could go on after it.
fn end_of(quoted: &str) -> usize {
    let ends = |(place, _): &(usize, &str)| {
        !quoted[..*place].ends_with('\\') || goes_on(&quoted[place + 1..])
    };
    let end = quoted.match_indices('"').find(ends);
    end.map_or(quoted.len(), |(place, _)| place)
}

/// Whether this is the end of a header, or its next parameter.
fn goes_on(text: &str) -> bool {
    let text = text.trim_start();
    let Some(text) = text.strip_prefix(';') else {
        return text.is_empty();
    };
    let text = text.trim_start();
    let other = |sign: char| !(sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | '*'));
    let end = text.find(other).unwrap_or(text.len());
    text.is_empty() || (end > 0 && text[end..].trim_start().starts_with('='))
}

/// A value without the escapes of browsers and of other clients.
fn unescaped(value: &str) -> String {
    let escapes = [("\\\"", "\""), ("%22", "\""), ("%0D", "\r"), ("%0A", "\n")];
    escapes
        .iter()
        .fold(value.to_owned(), |text, (escape, sign)| {
            text.replace(escape, sign)
        })
}

#[cfg(test)]
mod tests;
