//! Making a link: its lifetime, and the link once it is made.

use super::calls::{LINK, create, revoke};
use super::link::Link;
use super::state::{LIFETIMES, Sharing};
use crate::copy::copy_button;
use crate::messages as say;
use ui::{El, button, choice_option, el, value};

/// The id of the lifetime, for its label.
const LIFETIME: &str = "share-lifetime";

/// The form that makes a link.
pub(super) fn create_form(sharing: Sharing) -> El {
    let option =
        |days: u32| choice_option(&days.to_string(), &say::SHARE_DAYS.count(days as usize));
    let lifetime = el("select", "input")
        .attr("id", LIFETIME)
        .children(LIFETIMES.map(option))
        .prop("value", move || sharing.days.get().to_string())
        .on("change", move |event| {
            if let Ok(days) = value(&event).parse() {
                sharing.days.set(days);
            }
        });
    let create_button = el("button", "button primary")
        .attr("type", "submit")
        .attr("aria-busy", move || sharing.is_busy.get().then_some("true"))
        .text(say::SHARE_CREATE);
    el("form", "share-form")
        .on("submit", move |event| {
            event.prevent_default();
            create(sharing);
        })
        .child(
            el("label", "")
                .attr("for", LIFETIME)
                .text(say::SHARE_LIFETIME),
        )
        .child(lifetime)
        .child(create_button)
}

/// The link that was made last. Its text is selected as soon as it has the focus.
pub(super) fn made_link(sharing: Sharing, link: Link) -> El {
    let (id, url, copied) = (link.id.clone(), link.url.clone(), link.url.clone());
    let local = local_port(&url).map(|port| {
        let message = say::SHARE_LOCAL.with(&[&port]);
        el("p", "hint").text(message)
    });
    let input = el("input", "input mono")
        .attr("id", LINK)
        .attr("readonly", true)
        .attr("value", url)
        .attr("aria-label", say::SHARE_LINK)
        .attr("aria-describedby", "share-expiry")
        .on("focus", |event| {
            let input = event.target().map(wasm_bindgen::JsCast::unchecked_into);
            if let Some(input) = input {
                let input: web_sys::HtmlInputElement = input;
                input.select();
            }
        });
    let revoke = button("button small", move || revoke(sharing, id.clone()));
    el("div", "share-made")
        .child(input)
        .child(copy_button(say::COPY, move || copied.clone()))
        .child(revoke.text(say::SHARE_REVOKE))
        .child(
            el("p", "hint")
                .attr("id", "share-expiry")
                .text(link.expiry()),
        )
        .children(local)
}

/// The port of a link that leads to this computer, whichever computer opens it.
fn local_port(url: &str) -> Option<String> {
    let url = web_sys::Url::new(url).ok()?;
    let host = url.hostname();
    let is_name = host == "localhost" || host.ends_with(".localhost");
    let is_local = is_name || host == "[::1]" || host.starts_with("127.");
    is_local.then(|| url.port())
}
