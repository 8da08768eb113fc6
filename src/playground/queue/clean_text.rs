//! Texts from the deployment, made safe for lines of tab-separated values. Pure.

/// The longest text that is kept, in bytes; longer ones are cut.
pub(super) const MAX_ID: usize = 128;

/// Appends a text from the deployment, cut to [`MAX_ID`] and with control characters replaced: tabs
/// and line breaks separate texts here.
pub(super) fn push_clean(text: &str, out: &mut String) {
    let mut end = text.len().min(MAX_ID);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = &text[..end];
    if text.bytes().all(|byte| byte >= 0x20) {
        out.push_str(text);
    } else {
        out.extend(text.chars().map(|char| match char {
            '\0'..='\u{1f}' => '\u{fffd}',
            char => char,
        }));
    }
}
