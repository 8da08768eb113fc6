//! The page: three regions, the header above them, and tabs in their place where it is narrow.

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, KeyboardEvent};

use super::connection::{Connection, connection_panel};
use super::deferred;
use super::developers::developers_region;
use super::element::{El, button, el};
use super::form::region::form_region;
use super::header::header;
use super::language::{Language, Message};
use super::messages as say;
use super::notify::Notifier;
use super::queue::{Board, queue_region};
use super::root::Root;
use super::runs::{Runs, announcer, runs_region};
use super::theme::Theme;
use super::time::Clock;
use super::workflows::{Listing, Workflows};
use crate::playground::signal::RwSignal;

/// The region that a narrow page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tab {
    /// The form.
    Form,
    /// The runs.
    Runs,
    /// The queue.
    Queue,
}

/// How long the form is waited for before the rest of the page is shown.
const PATIENCE: Duration = Duration::from_millis(500);

const TABS: [Tab; 3] = [Tab::Form, Tab::Runs, Tab::Queue];

/// The whole page. What it knows outlives what it shows, which is made anew in another language.
pub(crate) fn app() -> El {
    Root::provide();
    let language = Language::start();
    let tab = RwSignal::new(Tab::Form);
    let connection = Connection::start();
    let workflows = Workflows::start(connection);
    let runs = Runs::start(connection);
    let beside = beside(workflows);
    provide_context(language);
    provide_context(Theme::start());
    provide_context(Clock::start());
    provide_context(tab);
    provide_context(connection);
    provide_context(runs);
    provide_context(workflows);
    provide_context(Board::start(connection, runs));
    provide_context(Notifier::start(runs));
    el("div", "page").live(move || {
        language.track();
        Some(untrack(|| page(tab, beside)))
    })
}

/// Whether what stands beside the form is there: it comes after the form, which people wait for, and
/// anyway after a while.
fn beside(workflows: Workflows) -> RwSignal<bool> {
    let there = RwSignal::new(false);
    let show = move || {
        if there.try_get_untracked() == Some(false) {
            there.set(true);
        }
    };
    Effect::new(move |_| {
        let awaited = workflows
            .listing
            .with(|listing| *listing == Listing::Awaited);
        if !awaited {
            // Once the form has been painted.
            request_animation_frame(move || set_timeout(show, Duration::ZERO));
        }
    });
    set_timeout(show, PATIENCE);
    there
}

fn page(tab: RwSignal<Tab>, beside: RwSignal<bool>) -> El {
    el("div", "app")
        .attr("data-tab", move || tab.get().id())
        .child(header())
        .child(connection_panel())
        .child(deferred::notice())
        .child(
            el("main", "regions")
                .child(form_region())
                .live(move || beside.get().then(|| untrack(runs_region)))
                .live(move || beside.get().then(|| untrack(queue_region)))
                .live(developers_region),
        )
        .child(announcer())
        .child(tabs(tab))
}

fn tabs(tab: RwSignal<Tab>) -> El {
    let runs: Runs = expect_context();
    let active = move || {
        let active = runs
            .rows
            .with(|rows| rows.iter().filter(|row| row.is_active()).count());
        (active > 0).then(|| active.to_string())
    };
    let choice = move |this: Tab| {
        let chosen = move || tab.get() == this;
        button("tab", move || tab.set(this))
            .attr("role", "tab")
            .attr("id", ["tab-", this.id()].concat())
            .attr("aria-controls", ["region-", this.id()].concat())
            .attr("aria-selected", move || chosen().to_string())
            .attr("tabindex", move || if chosen() { "0" } else { "-1" })
            .text(this.word())
            .child(el("span", "tab-count").text(move || active().filter(|_| this == Tab::Runs)))
    };
    let list = el("div", "tab-list")
        .attr("role", "tablist")
        .on("keydown", move |event| turn(tab, &event))
        .children(TABS.map(choice));
    el("nav", "tabs")
        .attr("aria-label", say::REGIONS)
        .child(list)
}

/// The arrow keys go from tab to tab.
fn turn(tab: RwSignal<Tab>, event: &Event) {
    let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
        return;
    };
    let step = match event.key().as_str() {
        "ArrowRight" => 1,
        "ArrowLeft" => TABS.len() - 1,
        _ => return,
    };
    let here = TABS
        .iter()
        .position(|this| *this == tab.get_untracked())
        .unwrap_or_default();
    let Some(next) = TABS.get((here + step) % TABS.len()) else {
        return;
    };
    tab.set(*next);
    let button = document().get_element_by_id(&["tab-", next.id()].concat());
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        let _ = button.focus();
    }
}

impl Tab {
    fn id(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Runs => "runs",
            Self::Queue => "queue",
        }
    }

    fn word(self) -> Message {
        match self {
            Self::Form => say::FORM,
            Self::Runs => say::RUNS,
            Self::Queue => say::QUEUE,
        }
    }
}
