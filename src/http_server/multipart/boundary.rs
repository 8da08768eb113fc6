//! Opens the body of a request as a multipart form. The reader behind it takes only those boundaries that the
//! grammar of HTTP allows without quotes, but clients also send others.
//! Source: RFC 2046, section 5.1.1, and RFC 7578, section 4.1.

use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{HeaderMap, HeaderValue, header};

use super::disposition::parameter;

/// Why a body is not a multipart form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAForm {
    /// It has another content type, or none.
    OtherType,
    /// Its content type does not say what separates the parts.
    NoBoundary,
}

/// Opens the body of a request.
///
/// # Errors
/// The headers do not announce a multipart form.
pub async fn open(mut request: Request) -> Result<Multipart, NotAForm> {
    let boundary = boundary(request.headers())?;
    let kind = format!("multipart/form-data; boundary=\"{boundary}\"");
    let kind = HeaderValue::from_str(&kind).map_err(|_| NotAForm::NoBoundary)?;
    request.headers_mut().insert(header::CONTENT_TYPE, kind);
    let opened = Multipart::from_request(request, &()).await;
    opened.map_err(|_| NotAForm::NoBoundary)
}

/// The text that separates the parts.
fn boundary(headers: &HeaderMap) -> Result<String, NotAForm> {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let media = kind.split(';').next().unwrap_or_default();
    if !media.trim().eq_ignore_ascii_case("multipart/form-data") {
        return Err(NotAForm::OtherType);
    }
    let is_text = |text: &String| !text.is_empty() && !text.contains(['"', '\\']);
    let boundary = parameter(kind, "boundary");
    boundary.filter(is_text).ok_or(NotAForm::NoBoundary)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: &str) -> Result<String, NotAForm> {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, kind.parse().unwrap());
        boundary(&headers)
    }

    #[test]
    fn boundaries_are_read_with_and_without_quotes() {
        for (kind, boundary) in [
            ("multipart/form-data; boundary=abc", "abc"),
            (
                "Multipart/Form-Data;charset=utf-8;Boundary=\"a b;c\"",
                "a b;c",
            ),
            (
                "multipart/form-data; boundary=----=_Part_1_2.3",
                "----=_Part_1_2.3",
            ),
            ("multipart/form-data; boundary==a:b/c?=; x=y", "=a:b/c?="),
        ] {
            assert_eq!(of(kind).as_deref(), Ok(boundary), "{kind}");
        }
    }

    #[test]
    fn other_types_are_told_from_missing_boundaries() {
        for kind in [
            "",
            "application/json",
            "multipart/mixed; boundary=a",
            "x; boundary=a",
        ] {
            assert_eq!(of(kind), Err(NotAForm::OtherType), "{kind}");
        }
        assert_eq!(boundary(&HeaderMap::new()), Err(NotAForm::OtherType));
        for kind in [
            "multipart/form-data",
            "multipart/form-data; boundary",
            "multipart/form-data; boundary=",
            "multipart/form-data; boundary=\"\"",
            "multipart/form-data; charset=utf-8",
        ] {
            assert_eq!(of(kind), Err(NotAForm::NoBoundary), "{kind}");
        }
    }
}
