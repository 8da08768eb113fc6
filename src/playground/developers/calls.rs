//! The last calls of the page as they went over the wire, without the key.

use leptos::prelude::*;

use crate::client::web::Exchange;
use crate::playground::call_log::{self, Call};
use crate::playground::copy::copy_button;
use crate::playground::element::{El, el, list};
use crate::playground::language::{self, Message};
use crate::playground::messages as say;
use crate::playground::signal::RwSignal;

/// The calls, the newest first.
pub(super) fn calls() -> El {
    let changed = call_log::changes();
    let ids = move || {
        changed.track();
        call_log::ids()
    };
    let none = move || {
        ids()
            .is_empty()
            .then(|| el("p", "hint").text(say::CALLS_EMPTY))
    };
    let rows = list(
        el("ol", "calls").attr("aria-label", say::CALLS),
        ids,
        usize::to_string,
        move |id| row(id, changed),
    );
    el("div", "pane")
        .child(el("p", "hint").text(say::CALLS_HINT))
        .live(none)
        .child(rows)
}

/// One call; its texts are made when it is opened.
fn row(id: usize, changed: RwSignal<u32>) -> El {
    let opened = RwSignal::new(false);
    let told = move |tell: fn(&Call) -> String| {
        move || {
            changed.track();
            of(id, tell)
        }
    };
    let summary = el("summary", "call-line")
        .child(el("b", "mono").text(of(id, |call| call.exchange.method.to_owned())))
        .child(
            el("span", "mono call-address")
                .attr("dir", "ltr")
                .attr("title", of(id, |call| call.exchange.address.clone()))
                .text(of(id, path)),
        )
        .child(el("span", "call-times").text(told(times)))
        .child(
            el("span", "call-status")
                .attr("data-tone", told(tone))
                .text(told(status)),
        )
        .child(el("span", "call-took").text(told(took)))
        .child(el("span", "call-at").text(told(|call| language::point(call.at))));
    let details = el("details", "call")
        .on("toggle", move |event| {
            let open = event.target().map(|target| {
                js_sys::Reflect::get(&target, &"open".into()).is_ok_and(|open| open.is_truthy())
            });
            opened.set(open.unwrap_or_default());
        })
        .child(summary)
        .live(move || opened.get().then(|| untrack(|| texts(id))));
    el("li", "").child(details)
}

fn texts(id: usize) -> El {
    let exchange = call_log::read(id, |call| call.exchange.clone());
    let Exchange {
        request,
        answer,
        size,
        is_cut,
        ..
    } = exchange.unwrap_or_default();
    let cut = is_cut.then(|| {
        let size = language::bytes(size as f64);
        el("p", "hint").text(say::CALL_TRUNCATED.with(&[&size]))
    });
    el("div", "call-texts")
        .child(raw(say::CALL_REQUEST, request))
        .child(raw(say::CALL_RESPONSE, answer))
        .children(cut)
}

fn raw(title: Message, text: String) -> El {
    let shown = text.clone();
    el("div", "")
        .child(
            el("div", "developers-do")
                .child(el("p", "raw-title").text(title))
                .child(copy_button(say::COPY, move || text.clone())),
        )
        .child(
            el("pre", "mono raw")
                .attr("dir", "ltr")
                .attr("translate", "no")
                .text(shown),
        )
}

fn of(id: usize, tell: fn(&Call) -> String) -> String {
    call_log::read(id, tell).unwrap_or_default()
}

/// What follows the host in an address.
fn path(call: &Call) -> String {
    let address = &call.exchange.address;
    let (_, rest) = address.split_once("://").unwrap_or_default();
    let from = rest.find('/').unwrap_or_default();
    rest.get(from..).unwrap_or_default().to_owned()
}

/// Most calls take no second.
fn took(call: &Call) -> String {
    match call.exchange.took {
        ms @ 0.0..1000.0 => [&language::integer(ms as usize), " ms"].concat(),
        ms => language::measured(ms),
    }
}

fn times(call: &Call) -> String {
    match call.times {
        0 | 1 => String::new(),
        times => ["× ", &language::integer(times)].concat(),
    }
}

fn status(call: &Call) -> String {
    match call.exchange.status {
        0 => say::CALL_NO_RESPONSE.now().to_owned(),
        status => status.to_string(),
    }
}

fn tone(call: &Call) -> String {
    let tone = match call.exchange.status {
        200..400 => "good",
        _ => "bad",
    };
    tone.to_owned()
}
