//! The content of the connection panel: the deployment and its key. In the deferred chunk.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::Element;

use super::deliveries::deliveries;
use super::key_details::key_details;
use super::keys::KeyStore;
use super::link_key::link_key;
use super::state::Connection;
use super::status::ConnectionStatus;
use crate::language::Message;
use crate::messages as say;
use crate::reason;
use crate::storage::StorageArea;
use crate::text::host;
use crate::undo::{Offer, Undo};
use ui::{
    El, RwSignal, button, choice_option, el, expect_context, memo, on_cleanup, on_window_key,
    untrack, value, window_event_listener_untyped,
};

/// The choices of where to store the key; the first item is the option's value.
const KEY_STORES: [(&str, KeyStore, Message); 3] = [
    (
        "tab",
        KeyStore::Browser(StorageArea::Tab),
        say::REMEMBER_IN_TAB,
    ),
    (
        "browser",
        KeyStore::Browser(StorageArea::Browser),
        say::REMEMBER_IN_BROWSER,
    ),
    ("page", KeyStore::Memory, say::REMEMBER_UNTIL_RELOAD),
];

/// The content of the panel.
pub(super) fn entries(connection: Connection) -> El {
    close_on_escape(connection);
    close_on_press_outside(connection);
    el("div", "connection-entries")
        .child(introduction(connection))
        .child(link_key(connection))
        .child(saved(connection))
        .child(form(connection))
        .child(key_details(connection))
        .child(deliveries(connection))
        .child(
            button("link-button connection-later", move || {
                connection.panel.set(false);
            })
            .text(say::CONNECT_LATER),
        )
}

/// What this is, where the panel is all that the page shows.
fn introduction(connection: Connection) -> El {
    let title = move || say::CONNECT_TO.with(&[host(&connection.address.get())]);
    let about = move || match connection.carried.with(|carried| carried.workflow.clone()) {
        Some(id) => say::LINK_WAITING.with(&[&id]),
        None => say::CONNECT_ABOUT.now().to_owned(),
    };
    el("div", "connection-about")
        .child(el("h2", "").attr("dir", "auto").text(title))
        .child(el("p", "hint").attr("dir", "auto").text(about))
}

/// Closes the panel on Escape, wherever the focus is: the button that opened it keeps the focus.
fn close_on_escape(connection: Connection) {
    on_window_key(move |event| {
        if event.key() == "Escape" && connection.panel.get_untracked() {
            connection.panel.set(false);
        }
    });
}

/// Closes the panel on a press in the page, unless it asks for something.
fn close_on_press_outside(connection: Connection) {
    let listener = window_event_listener_untyped("pointerdown", move |event| {
        let is_needed = untrack(|| !connection.is_live() || connection.link_key.get().is_some());
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let is_in_page = |target: Element| matches!(target.closest("main"), Ok(Some(_)));
        if !is_needed && connection.panel.get_untracked() && target.is_some_and(is_in_page) {
            connection.panel.set(false);
        }
    });
    on_cleanup(move || listener.remove());
}

/// The key and where it is remembered, and another deployment, with their errors.
fn form(connection: Connection) -> El {
    let has_no_key = move || connection.key.with(String::is_empty);
    el("form", "connection-form")
        .attr("novalidate", true)
        .on("submit", move |event| {
            event.prevent_default();
            connection.connect();
        })
        .child(
            entry(
                "key",
                say::KEY,
                "password",
                connection.key,
                move || key_error(connection),
                move |text| connection.key.set(text),
            )
            .child(el("p", "help").text(say::KEY_HINT)),
        )
        .child(key_store_choice(connection))
        .child(other_deployment(connection))
        .child(advice(connection))
        .child(
            el("div", "connection-do")
                .child(
                    el("button", "button")
                        // There is nothing left to do while it is connected.
                        .attr("class", move || match connection.is_live() {
                            true => "button",
                            false => "button primary",
                        })
                        .attr("type", "submit")
                        .text(say::CONNECT),
                )
                .child(
                    button("button", move || connection.forget_key())
                        .attr("hidden", has_no_key)
                        .text(say::FORGET_KEY),
                ),
        )
}

/// The address and a name for it. They are folded away until there is a reason to see them.
fn other_deployment(connection: Connection) -> El {
    let is_open = memo(move || {
        let is_own = connection.base_url_of_panel() == connection.page_url();
        let is_invalid =
            |status: &ConnectionStatus| matches!(status, ConnectionStatus::AddressInvalid(_));
        !is_own
            || connection.is_live()
            || connection.advice.with(Option::is_some)
            || connection.status.with(is_invalid)
    });
    el("details", "connection-more")
        .attr("open", move || is_open.get().then_some(""))
        .child(el("summary", "").text(say::OTHER_DEPLOYMENT))
        .child(entry(
            "deployment",
            say::DEPLOYMENT,
            "url",
            connection.address,
            move || address_error(connection),
            move |text| connection.edit_address(text),
        ))
        .child(entry(
            "deployment-name",
            say::SAVE_AS,
            "text",
            connection.name,
            || None,
            move |text| connection.name.set(text),
        ))
}

fn address_error(connection: Connection) -> Option<String> {
    match connection.status.get() {
        ConnectionStatus::AddressInvalid(error) => Some(reason::of_address(&error)),
        // The advice replaces it when it is known.
        ConnectionStatus::Lost { error, .. } if connection.advice.with(Option::is_none) => {
            Some(reason::of_error(&error))
        }
        _ => None,
    }
}

fn key_error(connection: Connection) -> Option<String> {
    match connection.status.get() {
        // Not wrong, but missing.
        ConnectionStatus::KeyRejected(_) if connection.key.with(String::is_empty) => {
            Some(say::KEY_NEEDED.now().to_owned())
        }
        ConnectionStatus::KeyRejected(error) => Some(reason::of_key(&error)),
        _ => None,
    }
}

/// Why the connection failed, and what to do.
fn advice(connection: Connection) -> El {
    el("div", "").attr("role", "status").live(move || {
        let advice = connection.advice.get();
        advice.map(|advice| {
            el("p", "notice")
                .attr("data-tone", "bad")
                .attr("dir", "auto")
                .text(advice)
        })
    })
}

/// The saved deployments, each with buttons to connect and to remove it.
fn saved(connection: Connection) -> El {
    let entry = move |(name, base_url): (String, String)| {
        let (removed, removed_name) = (base_url.clone(), name.clone());
        let remove = move || {
            let undo: Undo = expect_context();
            undo.offer(Offer {
                kind: "deployment",
                message: say::SAVED_REMOVED.with(&[&removed_name]),
                is_brief: false,
                is_current: Rc::new(|| true),
                undo: Rc::new(connection.remove_saved(&removed)),
                lapse: Rc::new(|| {}),
            });
        };
        let own = base_url.clone();
        let chosen = move || {
            connection.client.with(|client| {
                client
                    .as_ref()
                    .is_some_and(|client| client.base_url() == own)
            })
        };
        el("li", "saved-entry")
            .child(
                el("button", "saved-take")
                    .attr("type", "button")
                    .attr("aria-pressed", move || chosen().to_string())
                    .child(el("b", "").attr("dir", "auto").text(name.clone()))
                    .child(
                        el("span", "mono")
                            .attr("dir", "ltr")
                            .text(host(&base_url).to_owned()),
                    )
                    .on("click", move |_| connection.select(&base_url)),
            )
            .child(
                button("link-button", remove)
                    .attr("aria-label", say::SAVED_REMOVE.with(&[&name]))
                    .text("×"),
            )
    };
    el("div", "saved").live(move || {
        let all = connection.saved.0.get();
        let list = el("ul", "saved-list").attr("aria-label", say::SAVED_DEPLOYMENTS);
        (!all.is_empty()).then(|| list.children(all.into_iter().map(entry)))
    })
}

fn entry(
    id: &'static str,
    label: Message,
    kind: &'static str,
    text: RwSignal<String>,
    error: impl Fn() -> Option<String> + Copy + 'static,
    typed: impl Fn(String) + 'static,
) -> El {
    let error_id = [id, "-error"].concat();
    el("div", "field")
        .child(el("label", "").attr("for", id).text(label))
        .child(
            el("input", "input")
                .attr("id", id)
                .attr("type", kind)
                .attr("autocomplete", "off")
                .attr("autocapitalize", "off")
                .attr("spellcheck", "false")
                .attr("dir", if kind == "text" { "auto" } else { "ltr" })
                .attr("aria-invalid", move || error().map(|_| "true"))
                .attr("aria-describedby", error_id.clone())
                .prop("value", move || text.get())
                .on("input", move |event| typed(value(&event))),
        )
        .child(
            el("p", "field-error")
                .attr("id", error_id)
                .attr("role", "alert")
                .text(error),
        )
}

fn key_store_choice(connection: Connection) -> El {
    let choose = move |name: String| {
        if let Some((_, store, _)) = KEY_STORES.into_iter().find(|(id, ..)| *id == name) {
            connection.key_store.set(Some(store));
            connection.do_not_ask();
            if connection
                .status
                .with_untracked(ConnectionStatus::can_request)
            {
                connection.store_key(&connection.base_url());
            }
        }
    };
    let option = |(id, _, word): (&'static str, KeyStore, Message)| choice_option(id, word.now());
    let now = move || {
        let store = connection.key_store();
        let found = KEY_STORES.into_iter().find(|(_, own, _)| *own == store);
        found.map_or("tab", |(id, ..)| id)
    };
    el("div", "field")
        .child(el("label", "").attr("for", "keep").text(say::REMEMBER_KEY))
        .child(
            el("select", "input")
                .attr("id", "keep")
                .children(KEY_STORES.map(option))
                .prop("value", now)
                .on("change", move |event| choose(value(&event))),
        )
}
