//! What is wrong with a connection, in plain words, and what to do: nothing answers, the server does
//! not let a page of another origin read it, or it is another program.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestCredentials, RequestInit, RequestMode};

use super::state::Connection;
use crate::client::{Error, ErrorKind};
use crate::playground::language::Message;
use crate::playground::messages as say;
use crate::playground::text::host;

/// Looks into what went wrong, and tells it in the panel.
pub(super) fn seek(connection: Connection, error: &Error) {
    let base_url = connection.base_url();
    let host = host(&base_url).to_owned();
    let told = match error.kind {
        ErrorKind::Network | ErrorKind::Timeout => None,
        ErrorKind::NotFound | ErrorKind::Decode => Some(say::ADVICE_OTHER_API),
        _ => Some(say::ADVICE_SERVER_ERROR),
    };
    if let Some(told) = told {
        return connection.advice.set(Some(told.with(&[&host])));
    }
    let epoch = connection.epoch.get_untracked();
    spawn_local(async move {
        let told = silence(&base_url).await;
        if connection.epoch.try_get_untracked() == Some(epoch) {
            let origin = location().origin().unwrap_or_default();
            connection.advice.set(Some(told.with(&[&host, &origin])));
        }
    });
}

/// Why nothing is heard. A request that may not read its answer still tells whether one came.
async fn silence(base_url: &str) -> Message {
    let secure = location().protocol().is_ok_and(|own| own == "https:");
    let local = ["http://localhost", "http://127.", "http://[::1]"];
    let is_local = local.iter().any(|local| base_url.starts_with(local));
    if secure && base_url.starts_with("http:") && !is_local {
        return say::ADVICE_MIXED_CONTENT;
    }
    let options = RequestInit::new();
    options.set_mode(RequestMode::NoCors);
    options.set_credentials(RequestCredentials::Omit);
    let asked = window().fetch_with_str_and_init(base_url, &options);
    if JsFuture::from(asked).await.is_ok() {
        say::ADVICE_CORS
    } else if secure && is_local {
        say::ADVICE_LOCAL_NETWORK
    } else {
        say::ADVICE_UNREACHABLE
    }
}
