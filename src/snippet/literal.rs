//! Texts as literals of a language: in quotes, and with nothing in them that could end the literal or
//! make the code look like something else. Knows no calls.

/// A literal of JavaScript, TypeScript and Python, whose escapes are the same.
pub(super) fn script(text: &str) -> String {
    quoted(text, "\\u", "")
}

/// A literal of Rust.
pub(super) fn rust(text: &str) -> String {
    quoted(text, "\\u{", "}")
}

/// A word of a POSIX shell, which knows no escapes within its quotes.
pub(super) fn shell(text: &str) -> String {
    let mut out = String::from("'");
    for sign in text.chars() {
        match sign {
            '\'' => out.push_str("'\\''"),
            '\n' | '\t' => out.push(sign),
            _ if is_hidden(sign) => printed(sign, &mut out),
            _ => out.push(sign),
        }
    }
    out.push('\'');
    out
}

/// Leaves the quotes for what the shell's own `printf` prints.
fn printed(sign: char, out: &mut String) {
    out.push_str("'\"$(printf '");
    for byte in sign.encode_utf8(&mut [0; 4]).bytes() {
        out.push('\\');
        digits(byte.into(), 3, 3, out);
    }
    out.push_str("')\"'");
}

fn quoted(text: &str, open: &str, close: &str) -> String {
    let mut out = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if is_hidden(sign) => {
                out.push_str(open);
                digits(sign.into(), 4, 4, &mut out);
                out.push_str(close);
            }
            _ => out.push(sign),
        }
    }
    out.push('"');
    out
}

/// Whether a sign acts on a terminal or on the order of what is read, instead of being read. All have
/// four hexadecimal digits at most.
fn is_hidden(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(sign, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Appends the last `count` digits of a number, each of so many `bits`.
fn digits(number: u32, count: u32, bits: u32, out: &mut String) {
    for place in (0..count).rev() {
        let digit = (number >> (place * bits)) & ((1 << bits) - 1);
        out.extend(char::from_digit(digit, 16));
    }
}
