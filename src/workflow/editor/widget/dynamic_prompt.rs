//! Reads the text of a prompt as the editor does: without comments, and with escaped braces as braces.
//! A choice such as `{red|blue}` is left as it is, since the editor draws anew for each run.

/// The text of a prompt.
pub(super) fn read(text: &str) -> String {
    let text = without_comments(text);
    match has_choice(&text) {
        true => text,
        false => text
            .replace("\\{", "{")
            .replace("\\}", "}")
            .replace("\\|", "|"),
    }
}

/// The text without `/* … */` and `// …`.
fn without_comments(text: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(start) = rest.find('/') {
        let after = &rest[start + 1..];
        let end = match after.as_bytes().first() {
            Some(b'*') => after[1..].find("*/").map(|end| end + 3),
            Some(b'/') => Some(
                after
                    .find(['\n', '\r', '\u{2028}', '\u{2029}'])
                    .unwrap_or(after.len()),
            ),
            _ => None,
        };
        // The sign itself stays if it begins no comment.
        kept.push_str(&rest[..start + usize::from(end.is_none())]);
        rest = &after[end.unwrap_or(0)..];
    }
    kept + rest
}

/// Whether a text has a brace that is not escaped.
fn has_choice(text: &str) -> bool {
    let mut escaped = false;
    text.chars().any(|c| {
        let found = c == '{' && !escaped;
        escaped = c == '\\' && !escaped;
        found
    })
}
