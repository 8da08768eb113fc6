//! The page: three regions, the header above them, and tabs in their place where it is narrow.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::connection::{Connection, ConnectionPanel};
use super::form::FormRegion;
use super::header::Header;
use super::queue::{Board, QueueRegion};
use super::root::Root;
use super::runs::{Runs, RunsRegion};
use super::time::Clock;
use super::workflows::Workflows;

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

const TABS: [Tab; 3] = [Tab::Form, Tab::Runs, Tab::Queue];

/// The whole page.
#[component]
pub(crate) fn App() -> impl IntoView {
    Root::provide();
    let tab = RwSignal::new(Tab::Form);
    let connection = Connection::start();
    let runs = Runs::start(connection);
    provide_context(Clock::start());
    provide_context(tab);
    provide_context(connection);
    provide_context(runs);
    provide_context(Workflows::start(connection));
    provide_context(Board::start(connection, runs));
    view! {
        <div class="app" data-tab=move || tab.get().id()>
            <Header />
            <ConnectionPanel />
            <main class="regions">
                <FormRegion />
                <RunsRegion />
                <QueueRegion />
            </main>
            <Tabs tab />
        </div>
    }
}

#[component]
fn Tabs(tab: RwSignal<Tab>) -> impl IntoView {
    let runs: Runs = expect_context();
    let active = move || {
        let active = runs
            .rows
            .with(|rows| rows.iter().filter(|row| row.is_active()).count());
        (active > 0).then(|| active.to_string())
    };
    let button = move |this: Tab| {
        let chosen = move || tab.get() == this;
        view! {
            <button
                type="button"
                role="tab"
                class="tab"
                id=format!("tab-{}", this.id())
                aria-controls=format!("region-{}", this.id())
                aria-selected=move || chosen().to_string()
                tabindex=move || if chosen() { "0" } else { "-1" }
                on:click=move |_| tab.set(this)
            >
                {this.word()}
                <span class="tab-count">{move || active().filter(|_| this == Tab::Runs)}</span>
            </button>
        }
    };
    view! {
        <nav class="tabs" aria-label="Regions">
            <div class="tab-list" role="tablist" on:keydown=move |event| turn(tab, &event)>
                {TABS.map(button).collect_view()}
            </div>
        </nav>
    }
}

/// The arrow keys go from tab to tab.
fn turn(tab: RwSignal<Tab>, event: &KeyboardEvent) {
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
    let button = document().get_element_by_id(&format!("tab-{}", next.id()));
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

    fn word(self) -> &'static str {
        match self {
            Self::Form => "Form",
            Self::Runs => "Runs",
            Self::Queue => "Queue",
        }
    }
}
