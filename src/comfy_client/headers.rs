//! The headers that the service sends to an engine with every request: its credentials, and what a proxy in front
//! of it needs.

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};

use api::secret_in;

/// Headers that the connection itself sets.
const OWN: [&str; 9] = [
    "connection",
    "content-length",
    "content-type",
    "host",
    "origin",
    "sec-fetch-site",
    "te",
    "transfer-encoding",
    "upgrade",
];

/// The headers of an engine's requests. Their values are never shown.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct EngineHeaders(HeaderMap);

impl EngineHeaders {
    /// `Authorization: Bearer`, with this token.
    ///
    /// # Errors
    /// When a header cannot carry it.
    pub fn set_bearer(&mut self, token: &str) -> Result<(), String> {
        let token = secret_in(token).map_err(|why| format!("the token cannot be sent: {why}"))?;
        self.insert(AUTHORIZATION, &format!("Bearer {token}"))
    }

    /// `Authorization: Basic`, with this user and password.
    ///
    /// # Errors
    /// When the name of the user contains a colon, or one of them a control character.
    pub fn set_basic(&mut self, user: &str, password: &str) -> Result<(), String> {
        if [user, password]
            .iter()
            .any(|text| text.contains(char::is_control))
        {
            return Err("user and password cannot contain control characters".to_owned());
        }
        if user.contains(':') {
            return Err("the name of a user cannot contain a colon".to_owned());
        }
        let credentials = BASE64_STANDARD.encode(format!("{user}:{password}"));
        self.insert(AUTHORIZATION, &format!("Basic {credentials}"))
    }

    /// Sets another header. White space around its value is not part of it.
    ///
    /// # Errors
    /// When its name is not valid or set by the connection itself, or a header cannot contain its value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let name = HeaderName::from_bytes(name.as_bytes())
            .map_err(|_| format!("“{}” is not the name of a header", name.escape_debug()))?;
        if OWN.contains(&name.as_str()) || name.as_str().starts_with("sec-websocket-") {
            return Err(format!("{name} is set by the connection itself"));
        }
        self.insert(name, value)
    }

    fn insert(&mut self, name: HeaderName, value: &str) -> Result<(), String> {
        let mut header = HeaderValue::from_str(value.trim_ascii()).map_err(|_| {
            format!("the value of {name} has characters that a header cannot carry")
        })?;
        // Keeps it out of the logs of the libraries.
        header.set_sensitive(true);
        self.0.insert(name, header);
        Ok(())
    }

    /// Adds the credentials of others, unless there are some.
    pub fn authorize_by(&mut self, others: &Self) {
        if let Some(credentials) = others.0.get(AUTHORIZATION) {
            self.0
                .entry(AUTHORIZATION)
                .or_insert_with(|| credentials.clone());
        }
    }

    pub(crate) fn map(&self) -> HeaderMap {
        self.0.clone()
    }
}

impl fmt::Debug for EngineHeaders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_sent_as_the_standards_say_and_never_shown() {
        let mut headers = EngineHeaders::default();
        headers.set_basic("Aladdin", "open sesame").unwrap();
        let value =
            |headers: &EngineHeaders| headers.map()[AUTHORIZATION].to_str().unwrap().to_owned();
        assert_eq!(value(&headers), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        headers.set_bearer("secret").unwrap();
        assert_eq!(value(&headers), "Bearer secret");
        let mut others = EngineHeaders::default();
        others.authorize_by(&EngineHeaders::default());
        others.authorize_by(&headers);
        assert_eq!(value(&others), "Bearer secret");
        headers.set_bearer("another").unwrap();
        others.authorize_by(&headers);
        assert_eq!(value(&others), "Bearer secret");
        headers.set("X-Team", "hidden").unwrap();
        assert_eq!(format!("{headers:?}"), r#"{"authorization", "x-team"}"#);
        assert!(!format!("{:?}", others.map()).contains("secret"));
    }

    #[test]
    fn white_space_and_quotes_around_a_token_are_not_sent() {
        let mut headers = EngineHeaders::default();
        for token in ["secret\n", " \"secret\" "] {
            headers.set_bearer(token).unwrap();
            assert_eq!(headers.map()[AUTHORIZATION], "Bearer secret");
        }
        headers.set("X-Team", " blue\n").unwrap();
        assert_eq!(headers.map()["x-team"], "blue");
    }

    #[test]
    fn invalid_headers_are_refused_without_their_values() {
        let mut headers = EngineHeaders::default();
        let errors = [
            headers.set("X Team", "secret"),
            headers.set("Host", "secret"),
            headers.set("Sec-WebSocket-Key", "secret"),
            headers.set("X-Team", "secret\nsecret"),
            headers.set_bearer(" "),
            headers.set_bearer("secret-ü"),
            headers.set_bearer("secret\r\nX: y"),
            headers.set_basic("a:secret", "b"),
            headers.set_basic("a", "secret\n"),
        ];
        for error in errors {
            let why = error.unwrap_err();
            assert!(!why.contains("secret"), "{why}");
        }
        assert_eq!(headers, EngineHeaders::default());
    }
}
