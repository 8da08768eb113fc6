//! The one question whether to remember the key in this browser, after the first result. It is never asked again.

use super::keys::{ASKED, KeyStore};
use super::state::Connection;
use crate::deferred::Deferred;
use crate::messages as say;
use crate::storage::{self, StorageArea};
use ui::{El, button, el, expect_context, memo, untrack};

/// [`question`], which is deferred.
pub(super) static QUESTION: Deferred<fn(Connection) -> El> = Deferred::new();

/// The place of the question, which is shown as soon as there is a result and the key would end with the tab.
pub(crate) fn remember_question(has_result: impl Fn() -> bool + 'static) -> El {
    let connection: Connection = expect_context();
    let place = el("div", "remember").attr("role", "status");
    QUESTION.view_once(place, has_result, move |question| question(connection))
}

/// The question, as long as it is of use. In the deferred chunk.
pub(super) fn question(connection: Connection) -> El {
    let is_shown = memo(move || {
        let in_tab = KeyStore::Browser(StorageArea::Tab);
        !connection.was_asked.get()
            && connection.is_live()
            && connection.key_store() == in_tab
            && !connection.key.with(String::is_empty)
    });
    el("div", "").live(move || is_shown.get().then(|| untrack(|| answers(connection))))
}

/// The question and its answers.
fn answers(connection: Connection) -> El {
    let remember = move || {
        let browser = KeyStore::Browser(StorageArea::Browser);
        connection.key_store.set(Some(browser));
        connection.store_key(&connection.deployment());
        connection.do_not_ask();
    };
    el("div", "undo-notice")
        .child(el("span", "").text(say::REMEMBER_QUESTION))
        .child(button("button small", remember).text(say::REMEMBER_YES))
        .child(button("button small", move || connection.do_not_ask()).text(say::REMEMBER_NO))
}

impl Connection {
    /// The person has decided where the key is stored.
    pub(super) fn do_not_ask(self) {
        self.was_asked.set(true);
        storage::save(StorageArea::Browser, ASKED, &true);
    }
}
