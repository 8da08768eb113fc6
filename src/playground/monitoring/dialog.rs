//! The dialog: the period, and what became of the runs that were accepted in it.

use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

use super::failures::failures;
use super::figures::figures;
use super::state::{Monitor, PERIODS};
use super::timeline::timeline;
use super::workflow::workflows;
use crate::icon::{Shape, icon};
use crate::language::Message;
use crate::messages as say;
use ui::{El, button, choice_option, close_outside, el, memo, open_modal, untrack, value};

/// The id of the title.
const TITLE: &str = "monitoring-title";
/// The names of the periods.
const NAMES: [Message; 4] = [
    say::MONITORING_HOUR,
    say::MONITORING_DAY,
    say::MONITORING_WEEK,
    say::MONITORING_MONTH,
];

/// The open dialog.
pub(super) fn dialog(monitor: Monitor) -> El {
    let dialog = el("dialog", "monitoring").attr("aria-labelledby", TITLE);
    let node: HtmlDialogElement = dialog.node().clone().unchecked_into();
    open_modal(&node);
    let closing = node.clone();
    dialog
        .on("close", move |_| monitor.is_open.set(false))
        .on("click", close_outside(&node))
        .child(
            el("div", "monitoring-content")
                .child(head(monitor, move || closing.close()))
                .child(message(monitor))
                .live(content(monitor)),
        )
}

fn head(monitor: Monitor, close: impl Fn() + 'static) -> El {
    let poll = monitor.follow();
    let option = |(hours, name): (u32, Message)| {
        choice_option(&hours.to_string(), name.now())
            .attr("selected", monitor.hours.get_untracked() == hours)
    };
    let period = el("select", "input")
        .attr("aria-label", say::MONITORING_PERIOD)
        .on("change", move |event| {
            let chosen = value(&event);
            let hours = PERIODS.into_iter().find(|it| it.to_string() == chosen);
            monitor.found.set(None);
            monitor.hours.set(hours.unwrap_or(PERIODS[1]));
            poll.kick();
        })
        .children(PERIODS.into_iter().zip(NAMES).map(option));
    let close = button("button icon-button", close)
        .attr("aria-label", say::CLOSE)
        .child(icon(Shape::Cross));
    el("div", "region-head")
        .child(el("h2", "").attr("id", TITLE).text(say::MONITORING))
        .child(period)
        .child(close)
}

/// That it is being read, or why it could not be.
fn message(monitor: Monitor) -> El {
    let notice = move || {
        let why = monitor.error.get()?;
        let notice = el("p", "notice").attr("data-tone", "bad");
        Some(notice.attr("dir", "auto").text(why))
    };
    let loading = move || {
        let is_loading = monitor.found.with(Option::is_none) && monitor.error.with(Option::is_none);
        is_loading.then(|| say::DEFERRED_LOADING.now().to_owned())
    };
    el("div", "monitoring-message")
        .child(el("p", "hint").attr("role", "status").text(loading))
        .child(el("div", "").attr("role", "alert").live(notice))
}

fn content(monitor: Monitor) -> impl Fn() -> Option<El> {
    let is_found = memo(move || monitor.found.with(Option::is_some));
    move || {
        is_found.get().then(|| {
            untrack(|| {
                el("div", "monitoring-parts")
                    .child(figures(monitor))
                    .child(timeline(monitor))
                    .child(failures(monitor))
                    .child(workflows(monitor))
            })
        })
    }
}
