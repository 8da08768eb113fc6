//! The link to the API reference, which a service has next to the page that it serves. In the deferred chunk.

use crate::connection::Connection;
use crate::messages as say;
use crate::page_link;
use ui::{El, el, expect_context};

/// The address of the reference, if the connected deployment serves this page.
pub(crate) fn reference_address(connection: Connection) -> Option<String> {
    let folder = page_link::page_folder();
    let is_own = connection.deployment().trim_end_matches('/') == folder.trim_end_matches('/');
    is_own.then(|| [folder.trim_end_matches('/'), "/docs/"].concat())
}

/// The link. The new tab may read the key of this one, which a tab without an opener could not.
pub(super) fn reference_link() -> El {
    let connection: Connection = expect_context();
    let link = |address: String| {
        el("a", "developers-reference")
            .attr("href", address)
            .attr("target", "_blank")
            .attr("rel", "opener")
            .text(say::API_REFERENCE)
    };
    el("span", "").live(move || {
        connection.client.track();
        reference_address(connection).map(link)
    })
}
