//! The header `Retry-After`.

use chrono::{DateTime, Utc};
use reqwest::header::{HeaderMap, RETRY_AFTER};

/// The seconds in a `Retry-After` header, which holds a number or a date. Some servers send `1.5`.
pub(super) fn seconds(headers: &HeaderMap) -> Option<u32> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let wait = match text.parse::<f64>() {
        Ok(number) if !number.is_nan() => number,
        _ => until(text)?,
    };
    Some(wait.max(0.0).ceil() as u32)
}

/// The seconds until a date.
fn until(date: &str) -> Option<f64> {
    let date = DateTime::parse_from_rfc2822(date).ok()?.to_utc();
    Some((date - Utc::now()).as_seconds_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::header::HeaderValue;

    fn of(text: &'static str) -> Option<u32> {
        seconds(&HeaderMap::from_iter([(
            RETRY_AFTER,
            HeaderValue::from_static(text),
        )]))
    }

    #[test]
    fn it_is_a_number_or_a_date() {
        assert_eq!(of("7"), Some(7));
        assert_eq!(of(" 1.5 "), Some(2));
        assert_eq!(of("-3"), Some(0));
        assert_eq!(of("Fri, 31 Dec 1999 23:59:59 GMT"), Some(0));
        let later = of("Tue, 31 Dec 2999 23:59:59 GMT");
        assert!(later > Some(1_000_000), "{later:?}");
        for text in ["", "soon", "NaN"] {
            assert_eq!(of(text), None, "{text}");
        }
        assert_eq!(seconds(&HeaderMap::new()), None);
    }
}
