//! Shortens other people's texts for our messages.

/// A text, truncated after this many characters.
pub(super) fn truncated(text: &str, most: usize) -> String {
    let mut truncated: String = text.chars().take(most).collect();
    if truncated.len() < text.len() {
        truncated.push('…');
    }
    truncated
}

/// A text in quotation marks, truncated to fit a sentence.
pub(super) fn quoted(text: &str) -> String {
    format!("“{}”", truncated(text, 40))
}
