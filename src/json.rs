//! JSON as answers bring it: read no deeper than is asked, numbers in their own digits. Small
//! enough for the package's first load, which is why it is not `serde_json`.
#![allow(
    clippy::single_char_add_str,
    reason = "pushing a char brings its encoding along, which is part of a page's first load"
)]

use std::borrow::Cow;

use hifijson::token::Lex as _;
use hifijson::{Expect, Read as _, SliceLexer};

/// A JSON value; texts without escapes are slices of what was read.
#[derive(Clone, Debug, PartialEq)]
pub enum Json<'a> {
    /// `null`, and whatever lies deeper than was asked.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, in the digits it was written in.
    Number(Cow<'a, str>),
    /// A string.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<Json<'a>>),
    /// An object, in its order.
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

impl<'a> Json<'a> {
    /// Reads one value. Lists and objects in more than `depth` others are skipped unread, and are
    /// [`Json::Null`].
    ///
    /// # Errors
    /// Why it cannot be read, in words.
    pub fn read(bytes: &'a [u8], depth: usize) -> Result<Self, &'static str> {
        let bytes = match bytes {
            [0xef, 0xbb, 0xbf, rest @ ..] => rest,
            bytes => bytes,
        };
        let mut lexer = SliceLexer::new(bytes);
        let value = lexer.exactly_one(SliceLexer::ws_peek, |next, lexer| value(next, lexer, depth));
        value.map_err(|_| "it is not JSON, or incomplete")
    }

    /// A member of an object; [`Json::Null`] where there is none.
    pub fn get(&self, name: &str) -> &Self {
        let Self::Object(members) = self else {
            return &Self::Null;
        };
        // As in JavaScript, the last of one name counts.
        for (member, value) in members.iter().rev() {
            if member == name {
                return value;
            }
        }
        &Self::Null
    }

    /// The first of these members that is there; `queue/` leads to those of the member `queue`.
    pub fn first(&self, ways: &[&str]) -> &Self {
        for way in ways {
            let found = match way.strip_prefix("queue/") {
                Some(inner) => self.get("queue").get(inner),
                None => self.get(way),
            };
            if !matches!(found, Self::Null) {
                return found;
            }
        }
        &Self::Null
    }

    /// The items of a list; none of anything else.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// A string's text.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// An object's members, in their order.
    pub fn members(&self) -> Option<&[(Cow<'a, str>, Self)]> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// A text of its own.
    pub fn to_word(&self) -> Option<String> {
        self.text().map(str::to_owned)
    }

    /// Whether it is `null`, or is not there.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Whether it is an object.
    pub fn is_object(&self) -> bool {
        matches!(self, Self::Object(_))
    }

    /// The value as JSON text, numbers in the digits they came with.
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
                let mut sign = "[";
                for item in items {
                    out.push_str(sign);
                    item.write(out);
                    sign = ",";
                }
                out.push_str(if sign == "[" { "[]" } else { "]" });
            }
            Self::Object(members) => {
                let mut sign = "{";
                for (name, value) in members {
                    out.push_str(sign);
                    write_text(name, out);
                    out.push_str(":");
                    value.write(out);
                    sign = ",";
                }
                out.push_str(if sign == "{" { "{}" } else { "}" });
            }
        }
    }
}

/// Appends a text as a JSON string.
pub(crate) fn write_text(text: &str, out: &mut String) {
    out.push_str("\"");
    let mut from = 0;
    for (place, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(text.get(from..place).unwrap_or_default());
        from = place + 1;
        out.push_str(match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            0..0x10 => "\\u000",
            _ => "\\u001",
        });
        if byte < 0x20 {
            out.push_str(hex(byte % 16));
        }
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out.push_str("\"");
}

/// The digit of a number below 16.
pub(crate) fn hex(digit: u8) -> &'static str {
    let place = usize::from(digit);
    "0123456789ABCDEF".get(place..=place).unwrap_or_default()
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

/// Goes over a list or an object whatever is in it: a queue brings whole prompts along. A loop, so
/// that no nesting is too deep for it.
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
