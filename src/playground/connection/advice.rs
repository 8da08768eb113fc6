//! Why a deployment cannot be reached, and what to do about it: there is no response, the server does not
//! allow pages of other origins, or it is another program.

use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestCredentials, RequestInit, RequestMode};

use super::state::Connection;
use crate::language::Message;
use crate::messages as say;
use crate::text::host;
use client::{Error, ErrorKind};
use ui::{location, spawn_local, window};

/// Finds out why the connection failed, and shows advice in the panel.
pub(super) fn advise(connection: Connection, error: &Error) {
    let base_url = connection.base_url();
    let host = host(&base_url).to_owned();
    let advice = match error.kind {
        ErrorKind::Network | ErrorKind::Timeout => None,
        ErrorKind::NotFound | ErrorKind::Decode => Some(say::ADVICE_OTHER_API),
        _ => Some(say::ADVICE_SERVER_ERROR),
    };
    if let Some(advice) = advice {
        return connection.advice.set(Some(advice.with(&[&host])));
    }
    let epoch = connection.epoch.get_untracked();
    spawn_local(async move {
        let advice = diagnose_silence(&base_url).await;
        if connection.epoch.try_get_untracked() == Some(epoch) {
            let origin = location().origin().unwrap_or_default();
            connection.advice.set(Some(advice.with(&[&host, &origin])));
        }
    });
}

/// Why there is no response. A `no-cors` request succeeds if there is one, though it cannot read it.
async fn diagnose_silence(base_url: &str) -> Message {
    let is_secure = location()
        .protocol()
        .is_ok_and(|protocol| protocol == "https:");
    let local_origins = ["http://localhost", "http://127.", "http://[::1]"];
    let is_local = local_origins
        .iter()
        .any(|local| base_url.starts_with(local));
    if is_secure && base_url.starts_with("http:") && !is_local {
        return say::ADVICE_MIXED_CONTENT;
    }
    let options = RequestInit::new();
    options.set_mode(RequestMode::NoCors);
    options.set_credentials(RequestCredentials::Omit);
    let response = window().fetch_with_str_and_init(base_url, &options);
    if JsFuture::from(response).await.is_ok() {
        say::ADVICE_CORS
    } else if is_secure && is_local {
        say::ADVICE_LOCAL_NETWORK
    } else {
        say::ADVICE_UNREACHABLE
    }
}
