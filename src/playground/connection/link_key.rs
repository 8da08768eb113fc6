//! The key of a link to a deployment that has another key here: the person chooses between them.

use super::state::Connection;
use crate::messages as say;
use crate::page_link;
use crate::question::question;
use crate::text::host;
use ui::{El, el};

/// The question, while there is one. In the deferred chunk.
pub(super) fn link_key(connection: Connection) -> El {
    el("div", "link-key").live(move || {
        let key = connection.link_key.get()?;
        let page = page_link::page_folder();
        Some(question(
            say::LINK_KEY_QUESTION.with(&[host(&page)]),
            [
                (
                    say::LINK_KEY_USE,
                    Box::new(move || connection.use_link_key(key.clone())),
                ),
                (say::LINK_KEY_KEEP, Box::new(move || connection.keep_key())),
            ],
        ))
    })
}
