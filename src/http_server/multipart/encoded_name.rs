//! Names outside ASCII as some clients encode them in a header; one that cannot be decoded stays as it was written. Does
//! not know which header.
//! Source: RFC 8187 for `utf-8''%E6%B5%B7`, RFC 2047 for `=?utf-8?B?5rW3?=`.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use percent_encoding::percent_decode_str;

use crate::charset;

/// The text of a value such as `utf-8''%E6%B5%B7`; one in another form is taken as it is.
pub(super) fn extended(value: &str) -> String {
    let mut parts = value.splitn(3, '\'');
    let (Some(charset), Some(_), Some(encoded)) = (parts.next(), parts.next(), parts.next()) else {
        return value.to_owned();
    };
    let bytes: Vec<u8> = percent_decode_str(encoded).collect();
    charset::decode(Some(charset), bytes).unwrap_or_else(|_| encoded.to_owned())
}

/// The text of a value that consists of words such as `=?utf-8?B?5rW3?=`; another one stays as it is.
pub(super) fn words(value: String) -> String {
    let decoded: Option<Vec<String>> = value.split_ascii_whitespace().map(word).collect();
    match decoded {
        Some(words) if !words.is_empty() => words.concat(),
        _ => value,
    }
}

fn word(word: &str) -> Option<String> {
    let word = word.strip_prefix("=?")?.strip_suffix("?=")?;
    let mut parts = word.splitn(3, '?');
    let (charset, encoding, text) = (parts.next()?, parts.next()?, parts.next()?);
    let bytes = match encoding {
        "B" | "b" => BASE64_STANDARD.decode(text).ok()?,
        // Its escapes are those of addresses with another character.
        "Q" | "q" => {
            let text = text
                .replace('%', "=25")
                .replace('=', "%")
                .replace('_', "%20");
            percent_decode_str(&text).collect()
        }
        _ => return None,
    };
    charset::decode(Some(charset), bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extended_values_are_decoded() {
        for (value, text) in [
            ("utf-8''%E6%B5%B7.png", "海.png"),
            ("UTF-8'en'a%20b%27c'", "a b'c'"),
            ("iso-8859-1''%FC", "ü"),
            ("utf-8''%ff%2", "%ff%2"),
            ("koi8-r''%C1", "а"),
            ("klingon''%C1", "%C1"),
            ("plain.png", "plain.png"),
            ("it's", "it's"),
        ] {
            assert_eq!(extended(value), text, "{value}");
        }
    }

    #[test]
    fn encoded_words_are_decoded_and_other_texts_stay() {
        for (value, text) in [
            ("=?utf-8?B?5rW3LnBuZw==?=", "海.png"),
            ("=?UTF-8?q?=E6=B5=B7_100%=3F.png?=", "海 100%?.png"),
            ("=?utf-8?B?5rW3?= =?iso-8859-1?Q?=FC?=", "海ü"),
            ("=?utf-8?B?*?=", "=?utf-8?B?*?="),
            ("=?utf-8?X?a?=", "=?utf-8?X?a?="),
            ("a =?utf-8?B?5rW3?=", "a =?utf-8?B?5rW3?="),
            ("=?=", "=?="),
            ("", ""),
        ] {
            assert_eq!(words(value.to_owned()), text, "{value}");
        }
    }
}
