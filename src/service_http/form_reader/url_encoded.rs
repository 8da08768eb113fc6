//! Reads a form that is URL-encoded: HTTP libraries send a form without files like this. Does not know its
//! fields.

use axum::body::to_bytes;
use axum::extract::Request;
use percent_encoding::percent_decode;

use super::MAX_STORED;
use super::error;
use crate::api_error::ApiError;
use http_server::charset;

/// The content type of a URL-encoded form.
pub(super) const CONTENT_TYPE: &str = "application/x-www-form-urlencoded";

/// The maximum size of the body, in bytes: a byte of a text takes up to three.
const MAX_BODY: usize = 3 * MAX_STORED;

/// The names and the bytes of the texts of a form, in order. The names are UTF-8 unless a charset is stated.
pub(super) async fn read(
    request: Request,
    charset: Option<&str>,
) -> Result<Vec<(String, Vec<u8>)>, ApiError> {
    let body = to_bytes(request.into_body(), MAX_BODY).await;
    let body = body.map_err(|why| {
        let why = format!("{why}; send long texts as multipart/form-data");
        error::malformed(&why, "urlencoded_parsing")
    })?;
    let pairs = body.split(|byte| *byte == b'&');
    let pairs = pairs.filter(|pair| !pair.is_empty()).enumerate();
    let pairs = pairs.map(|(index, pair)| read_pair(index + 1, pair, charset));
    pairs.collect()
}

/// The name and the bytes of a text; `number` starts at 1.
fn read_pair(
    number: usize,
    pair: &[u8],
    charset: Option<&str>,
) -> Result<(String, Vec<u8>), ApiError> {
    let mut halves = pair.splitn(2, |byte| *byte == b'=');
    let mut half = || decoded(halves.next().unwrap_or_default());
    let (name, text) = (half(), half());
    let name = charset::decode(charset, name)
        .map_err(|why| error::unnamed(number, &format!("has a name that {why}")))?;
    Ok((name, text))
}

/// The bytes of a name or a text. Unlike the decoders of form libraries, it leaves their charset open.
fn decoded(encoded: &[u8]) -> Vec<u8> {
    let plus = |byte: &u8| if *byte == b'+' { b' ' } else { *byte };
    let spaced: Vec<u8> = encoded.iter().map(plus).collect();
    percent_decode(&spaced).collect()
}
