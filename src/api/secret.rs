//! A key or token, as people keep it and headers carry it.

/// The maximum length of a key, in bytes: HTTP servers limit headers to a few KB.
const MAX_LENGTH: usize = 4096;

/// The key or token in a text, as secrets have it in files and environments: without white space and quotes around
/// it, which a header would not carry or a caller would not send.
///
/// # Errors
/// Why no header can carry it.
pub fn secret_in(text: &str) -> Result<&str, &'static str> {
    let secret = unquoted(text.trim_ascii());
    let is_printable = secret.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    match secret.len() {
        0 => Err("it is empty"),
        1..=MAX_LENGTH if is_printable => Ok(secret),
        1..=MAX_LENGTH => Err("it has characters that a header cannot carry"),
        _ => Err("it is too long for a header"),
    }
}

/// A text without a pair of quotes around it.
fn unquoted(text: &str) -> &str {
    let inner = ['"', '\''].into_iter().find_map(|quote| {
        let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
        Some(inner.trim_ascii())
    });
    inner.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_and_quotes_around_a_secret_are_not_part_of_it() {
        for text in [
            "k 1",
            " k 1",
            "k 1\n",
            "k 1\r\n",
            "\"k 1\"",
            "'k 1'\n",
            "\t\" k 1 \" ",
        ] {
            assert_eq!(secret_in(text), Ok("k 1"), "{text:?}");
        }
        for text in ["\"k", "k\"", "'k\"", "k\"k", "\""] {
            assert_eq!(secret_in(text), Ok(text));
        }
    }

    #[test]
    fn a_secret_that_no_header_can_carry_has_a_reason() {
        for text in ["", " ", "\n", "\"\"", "' '"] {
            assert_eq!(secret_in(text), Err("it is empty"), "{text:?}");
        }
        for text in ["a\nb", "a\tb", "a\0b", "schlüssel", "a\u{a0}"] {
            let why = secret_in(text).unwrap_err();
            assert!(why.contains("a header cannot carry"), "{text:?}");
        }
        assert!(secret_in(&"x".repeat(4096)).is_ok());
        assert!(
            secret_in(&"x".repeat(4097))
                .unwrap_err()
                .contains("too long")
        );
    }
}
