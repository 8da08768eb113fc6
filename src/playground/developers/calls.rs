//! The page's last HTTP calls with their requests and responses, without the key.

use crate::call_log::{self, Call};
use crate::copy::copy_button;
use crate::language::{self, Message};
use crate::messages as say;
use client_web::Exchange;
use ui::{El, RwSignal, el, list, untrack};

/// The calls, newest first.
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

/// One call; its request and response are added when it is opened.
fn row(id: usize, changed: RwSignal<u32>) -> El {
    let opened = RwSignal::new(false);
    let live = move |read: fn(&Call) -> String| {
        move || {
            changed.track();
            text_of(id, read)
        }
    };
    let summary = el("summary", "call-line")
        .child(el("b", "mono").text(text_of(id, |call| call.exchange.method.to_owned())))
        .child(
            el("span", "mono call-address")
                .attr("dir", "ltr")
                .attr("title", text_of(id, |call| call.exchange.address.clone()))
                .text(text_of(id, path)),
        )
        .child(el("span", "call-times").text(live(times)))
        .child(
            el("span", "call-status")
                .attr("data-tone", live(tone))
                .text(live(status)),
        )
        .child(el("span", "call-took").text(live(duration)))
        .child(el("span", "call-at").text(live(|call| language::point(call.at))));
    let details = el("details", "call")
        .on("toggle", move |event| {
            let open = event.target().map(|target| {
                js_sys::Reflect::get(&target, &"open".into()).is_ok_and(|open| open.is_truthy())
            });
            opened.set(open.unwrap_or_default());
        })
        .child(summary)
        .live(move || opened.get().then(|| untrack(|| exchange_view(id))));
    el("li", "").child(details)
}

fn exchange_view(id: usize) -> El {
    let exchange = call_log::read(id, |call| call.exchange.clone());
    let Exchange {
        request,
        answer,
        size,
        is_cut,
        ..
    } = exchange.unwrap_or_default();
    let truncated = is_cut.then(|| {
        let size = language::bytes(size as f64);
        el("p", "hint").text(say::CALL_TRUNCATED.with(&[&size]))
    });
    el("div", "call-texts")
        .child(raw_text(say::CALL_REQUEST, request))
        .child(raw_text(say::CALL_RESPONSE, answer))
        .children(truncated)
}

fn raw_text(title: Message, text: String) -> El {
    let copied = text.clone();
    el("div", "")
        .child(
            el("div", "developers-do")
                .child(el("p", "raw-title").text(title))
                .child(copy_button(say::COPY, move || copied.clone())),
        )
        .child(
            el("pre", "mono raw")
                .attr("dir", "ltr")
                .attr("translate", "no")
                .text(text),
        )
}

fn text_of(id: usize, read: fn(&Call) -> String) -> String {
    call_log::read(id, read).unwrap_or_default()
}

/// The address without scheme and host.
fn path(call: &Call) -> String {
    let address = &call.exchange.address;
    let (_, rest) = address.split_once("://").unwrap_or_default();
    let from = rest.find('/').unwrap_or_default();
    rest.get(from..).unwrap_or_default().to_owned()
}

/// In milliseconds below one second.
fn duration(call: &Call) -> String {
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
