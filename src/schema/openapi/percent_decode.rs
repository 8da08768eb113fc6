//! Decodes percent-encoded text. Our own, since this is part of the page's first load.

/// Decodes escapes such as `%41`; invalid ones stay as they are.
pub(super) fn percent_decode(text: &str) -> String {
    let hex = |byte: &u8| char::from(*byte).to_digit(16);
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let code = match (first, tail) {
            (b'%', [high, low, ..]) => hex(high).zip(hex(low)),
            _ => None,
        };
        let byte = code.and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        rest = if byte.is_some() { &rest[2..] } else { rest };
        bytes.push(byte.unwrap_or(*first));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
