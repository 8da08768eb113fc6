//! JSON as flowdeck reads it: answers, with a reader that keeps the digits of numbers and limits depth. Unlike
//! `serde_json`, it is small enough for the package's first load. What Python wrote is read by [`tolerant`].

#![warn(clippy::indexing_slicing)]
#![allow(
    clippy::single_char_add_str,
    reason = "pushing a char pulls in encoding code, which would enlarge the first load"
)]

pub mod tolerant;

use std::borrow::Cow;

use hifijson::token::Lex as _;
use hifijson::{Expect, Read as _, SliceLexer};

/// A JSON value. Texts without escapes are slices of the input.
#[derive(Clone, Debug, PartialEq)]
pub enum Json<'a> {
    /// `null`, or a value below the depth that was read.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, with its original digits.
    Number(Cow<'a, str>),
    /// A string.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<Json<'a>>),
    /// An object's members in order.
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

impl<'a> Json<'a> {
    /// Reads one value. Lists and objects nested deeper than `depth` are skipped and become
    /// [`Json::Null`].
    ///
    /// # Errors
    /// A message if the bytes are not valid JSON.
    pub fn read(bytes: &'a [u8], depth: usize) -> Result<Self, &'static str> {
        let bytes = match bytes {
            [0xef, 0xbb, 0xbf, rest @ ..] => rest,
            bytes => bytes,
        };
        let mut lexer = SliceLexer::new(bytes);
        let value = lexer.exactly_one(SliceLexer::ws_peek, |next, lexer| value(next, lexer, depth));
        value.map_err(|_| "it is not JSON, or incomplete")
    }

    /// A member of an object; [`Json::Null`] if it does not exist.
    pub fn get(&self, name: &str) -> &Self {
        let Self::Object(members) = self else {
            return &Self::Null;
        };
        // As in JavaScript, the last member with a name wins.
        for (member, value) in members.iter().rev() {
            if member == name {
                return value;
            }
        }
        &Self::Null
    }

    /// The first of these members that is not null. `queue/queue_running` names a member of `queue`.
    pub fn first(&self, names: &[&str]) -> &Self {
        for name in names {
            let found = match name.split_once('/') {
                Some((outer, inner)) => self.get(outer).first(&[inner]),
                None => self.get(name),
            };
            if !matches!(found, Self::Null) {
                return found;
            }
        }
        &Self::Null
    }

    /// The items of a list; empty for any other value.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// The text of a string.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The members of an object, in order.
    pub fn members(&self) -> Option<&[(Cow<'a, str>, Self)]> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// An owned copy of a string's text.
    pub fn to_word(&self) -> Option<String> {
        self.text().map(str::to_owned)
    }

    /// Whether it is `null` or missing.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Whether it is an object.
    pub fn is_object(&self) -> bool {
        matches!(self, Self::Object(_))
    }

    /// The value as JSON text; numbers keep their digits.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Self::Number(digits) => out.push_str(digits),
            Self::Text(text) => write_text(text, out),
            Self::List(items) => {
                let mut separator = "[";
                for item in items {
                    out.push_str(separator);
                    item.write(out);
                    separator = ",";
                }
                out.push_str(if separator == "[" { "[]" } else { "]" });
            }
            Self::Object(members) => {
                let mut separator = "{";
                for (name, value) in members {
                    out.push_str(separator);
                    write_text(name, out);
                    out.push_str(":");
                    value.write(out);
                    separator = ",";
                }
                out.push_str(if separator == "{" { "{}" } else { "}" });
            }
        }
    }
}

/// Appends a text as a JSON string.
pub fn write_text(text: &str, out: &mut String) {
    out.push_str("\"");
    let mut from = 0;
    for (index, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(text.get(from..index).unwrap_or_default());
        from = index + 1;
        out.push_str(match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0..0x10 => "\\u000",
            _ => "\\u001",
        });
        if byte < 0x20 && !matches!(byte, b'\n' | b'\r' | b'\t') {
            out.push_str(hex(byte % 16));
        }
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out.push_str("\"");
}

/// The hexadecimal digit of a number below 16.
pub fn hex(digit: u8) -> &'static str {
    let index = usize::from(digit);
    "0123456789ABCDEF".get(index..=index).unwrap_or_default()
}

type Lexer<'a> = SliceLexer<'a>;

fn value<'a>(next: u8, lexer: &mut Lexer<'a>, depth: usize) -> Result<Json<'a>, hifijson::Error> {
    use hifijson::num::LexWrite as _;
    Ok(match next {
        b'[' | b'{' if depth == 0 => skip(lexer)?,
        b'[' => list(lexer, depth - 1)?,
        b'{' => object(lexer, depth - 1)?,
        b'"' => Json::Text(string(lexer.discarded())?),
        b'-' | b'0'..=b'9' => Json::Number(lexer.num_string().validated()?.0.into()),
        _ => match lexer.null_or_bool().ok_or(Expect::Value)? {
            Some(flag) => Json::Bool(flag),
            None => Json::Null,
        },
    })
}

fn list<'a>(lexer: &mut Lexer<'a>, depth: usize) -> Result<Json<'a>, hifijson::Error> {
    let mut items = Vec::new();
    lexer.discarded().seq(b']', Lexer::ws_peek, |next, lexer| {
        items.push(value(next, lexer, depth)?);
        Ok::<_, hifijson::Error>(())
    })?;
    Ok(Json::List(items))
}

fn object<'a>(lexer: &mut Lexer<'a>, depth: usize) -> Result<Json<'a>, hifijson::Error> {
    let mut members = Vec::new();
    lexer.discarded().seq(b'}', Lexer::ws_peek, |next, lexer| {
        lexer.expect(|_| Some(next), b'"').ok_or(Expect::String)?;
        let name = string(lexer)?;
        lexer.expect(Lexer::ws_peek, b':').ok_or(Expect::Colon)?;
        let next = lexer.ws_peek().ok_or(Expect::Value)?;
        members.push((name, value(next, lexer, depth)?));
        Ok::<_, hifijson::Error>(())
    })?;
    Ok(Json::Object(members))
}

fn string<'a>(lexer: &mut Lexer<'a>) -> Result<Cow<'a, str>, hifijson::Error> {
    use hifijson::str::LexAlloc as _;
    Ok(lexer.str_string()?)
}

/// Skips a list or an object without parsing it, because a queue can contain whole prompts. It is a
/// loop, so deep nesting cannot overflow the stack.
fn skip<'a>(lexer: &mut Lexer<'a>) -> Result<Json<'a>, hifijson::Error> {
    let mut open = 0_usize;
    loop {
        lexer.skip_until(|byte| matches!(byte, b'"' | b'[' | b'{' | b']' | b'}'));
        match lexer.take_next().ok_or(Expect::CommaOrEnd)? {
            b'"' => skip_string(lexer)?,
            b'[' | b'{' => open += 1,
            _ if open == 1 => return Ok(Json::Null),
            _ => open -= 1,
        }
    }
}

fn skip_string(lexer: &mut Lexer<'_>) -> Result<(), hifijson::Error> {
    loop {
        lexer.skip_until(|byte| matches!(byte, b'"' | b'\\'));
        match lexer.take_next().ok_or(hifijson::str::Error::Eof)? {
            b'"' => return Ok(()),
            _ => drop(lexer.take_next()),
        }
    }
}

#[cfg(test)]
mod tests;
