//! Whether the connected deployment serves the npm package. Asks each deployment once, without the key. Knows nothing
//! about the code that installs the package. In the deferred chunk.

use std::cell::RefCell;

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, RequestCache, RequestCredentials, RequestInit, Response};

use crate::connection::Connection;
use snippet::package_address;
use ui::{RwSignal, expect_context, spawn_local, window};

thread_local! {
    /// The deployments that have answered, and whether they serve the package.
    static ANSWERS: RefCell<Vec<(String, bool)>> = const { RefCell::new(Vec::new()) };
}

/// How long a deployment has to answer, in milliseconds.
const TIMEOUT: u32 = 10_000;

/// The content types of a compressed archive.
const ARCHIVES: [&str; 3] = [
    "application/gzip",
    "application/x-gzip",
    "application/x-compressed",
];

/// Sets `offered` to whether the connected deployment serves the package; `false` until that is known. Tracks the
/// connection. A question outlives the panel, so that its answer is there when the panel opens again.
pub(super) fn follow(offered: RwSignal<bool>) {
    let connection: Connection = expect_context();
    connection.client.track();
    let deployment = base_url(connection);
    let known = deployment.as_deref().and_then(known);
    offered.set(known == Some(true));
    let (Some(asked), None) = (deployment, known) else {
        return;
    };
    spawn_local(async move {
        let Some(answer) = ask(&asked).await else {
            return;
        };
        ANSWERS.with_borrow_mut(|answers| answers.push((asked.clone(), answer)));
        if answer && base_url(connection) == Some(asked) {
            let _ = offered.try_set(true);
        }
    });
}

/// The address of the connected deployment.
fn base_url(connection: Connection) -> Option<String> {
    let client = connection.client.try_get_untracked()??;
    Some(client.base_url().to_owned())
}

fn known(base_url: &str) -> Option<bool> {
    ANSWERS.with_borrow(|answers| {
        let mut answers = answers.iter();
        let found = answers.find(|(deployment, _)| deployment == base_url);
        found.map(|(_, answer)| *answer)
    })
}

/// Whether this deployment serves the package. `None` if it does not answer, or answers that it cannot say.
async fn ask(base_url: &str) -> Option<bool> {
    let options = RequestInit::new();
    options.set_method("HEAD");
    options.set_credentials(RequestCredentials::Omit);
    options.set_cache(RequestCache::NoStore);
    options.set_signal(Some(&AbortSignal::timeout_with_u32(TIMEOUT)));
    let sent = window().fetch_with_str_and_init(&package_address(base_url), &options);
    let response: Response = JsFuture::from(sent).await.ok()?.unchecked_into();
    if response.status() == 429 || response.status() >= 500 {
        return None;
    }
    let content_type = response.headers().get("Content-Type").ok()?;
    Some(response.ok() && is_archive(&content_type.unwrap_or_default()))
}

/// A host that answers every path with its page does not serve the package.
fn is_archive(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    ARCHIVES
        .iter()
        .any(|archive| essence.eq_ignore_ascii_case(archive))
}

#[cfg(test)]
mod tests {
    use super::is_archive;

    #[test]
    fn only_a_compressed_archive_is_the_package() {
        for content_type in [
            "application/gzip",
            "Application/X-Gzip",
            "application/x-compressed; a=b",
        ] {
            assert!(is_archive(content_type), "{content_type}");
        }
        for content_type in [
            "",
            "text/html",
            "text/html; charset=utf-8",
            "application/octet-stream",
            "application/gzipped",
            "text/plain; application/gzip",
        ] {
            assert!(!is_archive(content_type), "{content_type}");
        }
    }
}
