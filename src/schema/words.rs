//! Texts of others in our messages: cut to a length that fits.

/// A text, cut after so many characters.
pub(super) fn cut(text: &str, most: usize) -> String {
    let mut cut: String = text.chars().take(most).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}

/// A text in quotation marks, cut to a length that fits a sentence.
pub(super) fn quoted(text: &str) -> String {
    format!("“{}”", cut(text, 40))
}
