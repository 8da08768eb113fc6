//! Quoted literals of a language, escaped so that nothing in them can end the literal or disguise the
//! code. Knows no calls.

/// A literal of JavaScript, TypeScript and Python, which share these escapes.
pub(super) fn script(text: &str) -> String {
    quoted(text, "\\u", "")
}

/// A literal of Rust.
pub(super) fn rust(text: &str) -> String {
    quoted(text, "\\u{", "}")
}

/// A word of a POSIX shell, which has no escapes inside single quotes.
pub(super) fn shell(text: &str) -> String {
    let mut out = String::from("'");
    for character in text.chars() {
        match character {
            '\'' => out.push_str("'\\''"),
            '\n' | '\t' => out.push(character),
            _ if is_hidden(character) => append_printf(character, &mut out),
            _ => out.push(character),
        }
    }
    out.push('\'');
    out
}

/// Leaves the quotes to insert the output of the shell's `printf`.
fn append_printf(character: char, out: &mut String) {
    out.push_str("'\"$(printf '");
    for byte in character.encode_utf8(&mut [0; 4]).bytes() {
        out.push('\\');
        append_digits(byte.into(), 3, 3, out);
    }
    out.push_str("')\"'");
}

fn quoted(text: &str, open: &str, close: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if is_hidden(character) => {
                out.push_str(open);
                append_digits(character.into(), 4, 4, &mut out);
                out.push_str(close);
            }
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}

/// Whether a character controls the terminal or the text direction instead of being visible. All have
/// at most four hexadecimal digits.
pub(super) fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Appends the last `count` digits of a number, each of `bits` bits.
fn append_digits(number: u32, count: u32, bits: u32, out: &mut String) {
    for position in (0..count).rev() {
        let digit = (number >> (position * bits)) & ((1 << bits) - 1);
        out.extend(char::from_digit(digit, 16));
    }
}
