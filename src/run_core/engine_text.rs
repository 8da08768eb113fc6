//! Texts of engines, which may be long.

/// The bytes of an engine's error text that are kept.
pub const MAX_TEXT: usize = 8192;

/// The start of an engine's error text.
pub fn clip(text: &str) -> &str {
    let longest = MAX_TEXT.min(text.len());
    let end = (0..=longest).rev().find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or_default()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_clipped_between_characters() {
        let text = "é".repeat(MAX_TEXT);
        assert_eq!(clip(&text).len(), MAX_TEXT);
        assert_eq!(clip("short"), "short");
        let odd = format!("x{text}");
        assert_eq!(clip(&odd).len(), MAX_TEXT - 1);
    }
}
