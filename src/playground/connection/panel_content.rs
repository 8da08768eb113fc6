//! The content of the connection panel: which deployment, and with which key. In the deferred chunk.

use super::keys::Keep;
use super::standing::Link;
use super::state::Connection;
use crate::playground::element::{El, button, el, value};
use crate::playground::language::Message;
use crate::playground::messages as say;
use crate::playground::reason;
use crate::playground::settings::settings;
use crate::playground::signal::RwSignal;
use crate::playground::storage::Place;
use crate::playground::text::host;

const KEEPS: [(&str, Keep, Message); 3] = [
    ("page", Keep::Page, say::REMEMBER_UNTIL_RELOAD),
    ("tab", Keep::Stored(Place::Tab), say::REMEMBER_IN_TAB),
    (
        "browser",
        Keep::Stored(Place::Browser),
        say::REMEMBER_IN_BROWSER,
    ),
];

/// Address, key, and what went wrong with either.
pub(super) fn entries(connection: Connection) -> El {
    let link = connection.link;
    let address_fault = move || match link.get() {
        Link::AddressRefused(error) => Some(reason::of_address(&error)),
        // The advice says more, once it is there.
        Link::Lost { error, .. } if connection.advice.with(Option::is_none) => {
            Some(reason::words(&error))
        }
        _ => None,
    };
    let key_fault = move || match link.get() {
        // Whoever gave none is not told that it is wrong.
        Link::KeyRefused(_) if connection.key.with(String::is_empty) => {
            Some(say::KEY_NEEDED.now().to_owned())
        }
        Link::KeyRefused(error) => Some(reason::of_key(&error)),
        _ => None,
    };
    let form = el("form", "connection-form")
        .attr("novalidate", true)
        .on("submit", move |event| {
            event.prevent_default();
            connection.connect();
        })
        .child(entry(
            "deployment",
            say::DEPLOYMENT,
            "url",
            connection.address,
            address_fault,
            move |text| connection.retype(text),
        ))
        .child(entry(
            "key",
            say::KEY,
            "password",
            connection.key,
            key_fault,
            move |text| connection.key.set(text),
        ))
        .child(keep_choice(connection))
        .child(entry(
            "deployment-name",
            say::SAVE_AS,
            "text",
            connection.name,
            || None,
            move |text| connection.name.set(text),
        ))
        .child(
            el("div", "connection-do")
                .child(
                    el("button", "button primary")
                        .attr("type", "submit")
                        .text(say::CONNECT),
                )
                .child(button("button", move || connection.forget()).text(say::FORGET_KEY)),
        );
    el("div", "connection-entries")
        .child(saved(connection))
        .child(form)
        .child(el("div", "").attr("role", "status").live(move || {
            let advice = connection.advice.get();
            advice.map(|advice| {
                el("p", "notice")
                    .attr("data-tone", "bad")
                    .attr("dir", "auto")
                    .text(advice)
            })
        }))
        .child(el("p", "hint").text(say::KEY_HINT))
        .child(settings())
}

/// The saved deployments, each to connect to or to take off.
fn saved(connection: Connection) -> El {
    let one = move |(name, base_url): (String, String)| {
        let removed = base_url.clone();
        let is_it = base_url.clone();
        let chosen = move || {
            connection.client.with(|client| {
                client
                    .as_ref()
                    .is_some_and(|client| client.base_url() == is_it)
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
                    .on("click", move |_| connection.take(&base_url)),
            )
            .child(
                button("link-button", move || connection.drop_saved(&removed))
                    .attr("aria-label", say::SAVED_REMOVE.with(&[&name]))
                    .text("×"),
            )
    };
    el("div", "saved").live(move || {
        let all = connection.saved.0.get();
        let list = el("ul", "saved-list").attr("aria-label", say::SAVED_DEPLOYMENTS);
        (!all.is_empty()).then(|| list.children(all.into_iter().map(one)))
    })
}

fn entry(
    id: &'static str,
    label: Message,
    kind: &'static str,
    text: RwSignal<String>,
    fault: impl Fn() -> Option<String> + Copy + 'static,
    typed: impl Fn(String) + 'static,
) -> El {
    let fault_id = [id, "-fault"].concat();
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
                .attr("aria-invalid", move || fault().map(|_| "true"))
                .attr("aria-describedby", fault_id.clone())
                .prop("value", move || text.get())
                .on("input", move |event| typed(value(&event))),
        )
        .child(
            el("p", "field-error")
                .attr("id", fault_id)
                .attr("role", "alert")
                .text(fault),
        )
}

fn keep_choice(connection: Connection) -> El {
    let choose = move |name: String| {
        if let Some((_, keep, _)) = KEEPS.into_iter().find(|(id, ..)| *id == name) {
            connection.keep.set(keep);
            if connection.link.with_untracked(Link::asks) {
                connection.store(&connection.base_url());
            }
        }
    };
    let option = |(id, _, word): (&'static str, Keep, Message)| {
        el("option", "").attr("value", id).text(word)
    };
    let now = move || {
        let keep = connection.keep.get();
        let found = KEEPS.into_iter().find(|(_, own, _)| *own == keep);
        found.map_or("page", |(id, ..)| id)
    };
    el("div", "field")
        .child(el("label", "").attr("for", "keep").text(say::REMEMBER_KEY))
        .child(
            el("select", "input")
                .attr("id", "keep")
                .children(KEEPS.map(option))
                .prop("value", now)
                .on("change", move |event| choose(value(&event))),
        )
}
