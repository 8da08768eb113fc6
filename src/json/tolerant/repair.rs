//! Replaces in a JSON text what JSON does not allow but Python writes, in one pass. Leaves everything else as it is,
//! even a text that is not JSON.

/// The numbers that Python writes and JSON does not have.
const NO_NUMBERS: [&str; 3] = ["NaN", "Infinity", "-Infinity"];
/// How deeply lists and objects may be nested. `serde_json` reads up to 127 levels.
const MAX_DEPTH: usize = 100;

/// The repaired text; `None` if there was nothing to repair.
pub(super) fn repaired(text: &str) -> Option<String> {
    let mut repair = Repair {
        text,
        repaired: String::new(),
        copied: 0,
    };
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(byte) = text.as_bytes().get(at) {
        at = match byte {
            b'"' => repair.string(at),
            b'[' | b'{' if depth == MAX_DEPTH => {
                repair.replace(at, end_of_nested(text, at), "null")
            }
            b'N' | b'I' | b'-' => repair.word(at),
            _ => at + 1,
        };
        match byte {
            b'[' | b'{' if depth < MAX_DEPTH => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    repair.finished()
}

/// A text whose start is repaired. Each method returns the index at which to go on.
struct Repair<'a> {
    text: &'a str,
    repaired: String,
    /// The part of the text that is in `repaired` already, or replaced.
    copied: usize,
}

impl Repair<'_> {
    fn replace(&mut self, start: usize, end: usize, by: &str) -> usize {
        self.repaired.push_str(&self.text[self.copied..start]);
        self.repaired.push_str(by);
        self.copied = end;
        end
    }

    fn finished(mut self) -> Option<String> {
        if self.copied == 0 {
            return None;
        }
        self.repaired.push_str(&self.text[self.copied..]);
        Some(self.repaired)
    }

    fn word(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        match NO_NUMBERS.iter().find(|word| rest.starts_with(**word)) {
            Some(word) => self.replace(at, at + word.len(), "null"),
            None => at + 1,
        }
    }

    /// Repairs the string that starts at an index.
    fn string(&mut self, at: usize) -> usize {
        let mut at = at + 1;
        loop {
            let Some(found) = self.text[at..].find(['"', '\\']) else {
                return self.text.len();
            };
            at += found;
            if self.text[at..].starts_with('"') {
                return at + 1;
            }
            at = self.escape(at);
        }
    }

    /// Repairs an escape, which may be half of a surrogate pair.
    fn escape(&mut self, at: usize) -> usize {
        let next = at + 6;
        match unit(self.text, at) {
            Some(0xd800..0xdc00) => match unit(self.text, next) {
                Some(0xdc00..0xe000) => next + 6,
                _ => self.replace(at, next, "\\ufffd"),
            },
            Some(0xdc00..0xe000) => self.replace(at, next, "\\ufffd"),
            Some(_) => next,
            None => after_escape(self.text, at),
        }
    }
}

/// The code unit of an escape `\uXXXX` at an index.
fn unit(text: &str, at: usize) -> Option<u16> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    let are_digits = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    are_digits.then(|| u16::from_str_radix(digits, 16).ok())?
}

/// The index after a backslash and the character that follows it.
fn after_escape(text: &str, at: usize) -> usize {
    let escaped = text[at + 1..].chars().next();
    at + 1 + escaped.map_or(0, char::len_utf8)
}

/// The index after the list or object that starts at an index.
fn end_of_nested(text: &str, start: usize) -> usize {
    let (mut at, mut open) = (start, 0_usize);
    while let Some(found) = text[at..].find(['"', '[', '{', ']', '}']) {
        at += found;
        match text.as_bytes().get(at) {
            Some(b'"') => {
                at = end_of_string(text, at);
                continue;
            }
            Some(b'[' | b'{') => open += 1,
            _ => open -= 1,
        }
        at += 1;
        if open == 0 {
            return at;
        }
    }
    text.len()
}

/// The index after the string that starts at an index.
fn end_of_string(text: &str, start: usize) -> usize {
    let mut at = start + 1;
    while let Some(found) = text[at..].find(['"', '\\']) {
        at += found;
        if text.as_bytes().get(at) == Some(&b'"') {
            return at + 1;
        }
        at = after_escape(text, at);
    }
    text.len()
}
