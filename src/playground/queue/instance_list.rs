//! The list of instances, virtualized: only those in view are in the page. The focus stays on its
//! instance while others are added, removed or scrolled away.

use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, Event, FocusEvent, HtmlElement, KeyboardEvent, ResizeObserver};

use super::board::Board;
use super::instance_view::instance_view;
use super::sizes::{HEAD, MORE, TASK, set_size};
use super::state::Viewport;
use crate::playground::messages as say;
use crate::playground::ui::{El, el, list};

/// Adds the instances to their region, which scrolls.
pub(super) fn with_instances(region: El) -> El {
    let board: Board = expect_context();
    let any = move || board.totals().shown > 0;
    let feed = el("div", "instances")
        .attr("role", move || any().then_some("feed"))
        .attr("aria-label", move || any().then_some(say::INSTANCES))
        .attr("data-stale", move || board.is_stale().then_some(""));
    let (scroller, node) = (region.node().clone(), feed.node().clone());
    let summary = region.node().last_element_child();
    let feed = list(
        feed.effect(resize(board, scroller.clone(), node.clone())),
        move || {
            board.arranged.track();
            board.scrolled.track();
            board.read(|state| state.rendered_instances())
        },
        usize::to_string,
        move |key| instance_view(board, key),
    );
    let measure = measure(board, scroller.clone(), node.clone());
    let feed = feed
        .effect(refocus(board, node))
        .on("focusin", move |event| focus_entered(board, &event))
        .on("focusout", move |event| focus_left(board, &event))
        .on("keydown", {
            let scroller = scroller.clone();
            move |event| turn_page(board, &scroller, &event)
        });
    let observed = [Some(scroller), summary];
    region
        .child(feed)
        .on("scroll", {
            let measure = measure.clone();
            move |_| measure()
        })
        .keep(SizeObserver::new(measure, observed.into_iter().flatten()))
}

/// Sets the height of the list, and scrolls so that the instances in view keep their place.
fn resize(board: Board, scroller: Element, feed: Element) -> impl Fn() {
    move || {
        board.arranged.track();
        let (height, scroll_by, rem) = board.update(|state| {
            let scroll_by = std::mem::take(&mut state.scroll_by);
            (state.total_height(), scroll_by, state.viewport.rem)
        });
        let sizes = [
            ("height", height),
            ("--head", HEAD * rem),
            ("--task", TASK * rem),
            ("--more", MORE * rem),
        ];
        for (name, size) in sizes {
            set_size(&feed, name, size);
        }
        if scroll_by != 0.0 {
            let top = f64::from(scroller.scroll_top()) + scroll_by;
            scroller.set_scroll_top(top.round() as i32);
        }
    }
}

/// Reports the viewport to the board.
fn measure(board: Board, scroller: Element, feed: Element) -> impl Fn() + Clone + 'static {
    move || {
        let feed_top = f64::from(feed.unchecked_ref::<HtmlElement>().offset_top());
        let root = document().document_element();
        let style = root.and_then(|root| window().get_computed_style(&root).ok().flatten());
        let size = style.and_then(|style| style.get_property_value("font-size").ok());
        let rem = size.map_or(16.0, |size| js_sys::parse_float(&size));
        board.set_viewport(Viewport {
            top: f64::from(scroller.scroll_top()) - feed_top,
            height: f64::from(scroller.client_height()),
            rem: if rem > 0.0 { rem } else { 16.0 },
        });
    }
}

fn article(feed: &Element, key: usize) -> Option<HtmlElement> {
    let selector = ["[data-key=\"", &key.to_string(), "\"]"].concat();
    let found = feed.query_selector(&selector).ok().flatten();
    found.and_then(|found| found.dyn_into().ok())
}

/// Moves the focus to its instance after the focused element was removed from the page.
fn refocus(board: Board, feed: Element) -> impl Fn() {
    move || {
        board.arranged.track();
        board.scrolled.track();
        let Some(key) = board.read(|state| state.focused) else {
            return;
        };
        let feed = feed.clone();
        // The list tracks the same signals, and effects run in any order: the instance is in the page
        // only after all of them have run.
        queue_microtask(move || restore_focus(&feed, key));
    }
}

fn restore_focus(feed: &Element, key: usize) {
    let active = document().active_element();
    let lost = active.is_none_or(|active| active.tag_name() == "BODY");
    if let (true, Some(article)) = (lost, article(feed, key)) {
        let options = web_sys::FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = article.focus_with_options(&options);
    }
}

fn key_of(event: &Event) -> Option<usize> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let article = target.closest("[data-key]").ok().flatten()?;
    article.get_attribute("data-key")?.parse().ok()
}

fn focus_entered(board: Board, event: &Event) {
    let key = key_of(event);
    board.update(|state| state.focused = key);
}

fn focus_left(board: Board, event: &Event) {
    let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    let is_in_page = target.is_some_and(|target| target.is_connected());
    let to = event.dyn_ref::<FocusEvent>();
    let moved = to.is_some_and(|event| event.related_target().is_some());
    // An element removed from the page loses the focus without the user leaving it.
    if is_in_page || moved {
        board.update(|state| state.focused = None);
    }
}

/// Page Up and Page Down move the focus between instances, as in every feed.
fn turn_page(board: Board, scroller: &Element, event: &Event) {
    let (Some(key), Some(pressed)) = (key_of(event), event.dyn_ref::<KeyboardEvent>()) else {
        return;
    };
    let step = match pressed.key().as_str() {
        "PageDown" => 1,
        "PageUp" => -1,
        _ => return,
    };
    let next = board.read(|state| {
        let index = state.shown_index(key)?.checked_add_signed(step)?;
        let next = state.shown_at(index)?;
        Some((next, state.offset(next) - state.offset(key)))
    });
    let Some((next, distance)) = next else {
        return;
    };
    event.prevent_default();
    if let Some(active) = document().active_element() {
        let _ = active.unchecked_into::<HtmlElement>().blur();
    }
    board.update(|state| state.focused = Some(next));
    let top = f64::from(scroller.scroll_top()) + distance;
    scroller.set_scroll_top(top.round() as i32);
    // The effects of this add the instance to the page and focus it.
    board.refresh_viewport();
}

/// Calls a function whenever the size of an element changes.
struct SizeObserver {
    observer: Option<ResizeObserver>,
    _callback: Closure<dyn Fn(Array)>,
}

impl SizeObserver {
    fn new(changed: impl Fn() + 'static, elements: impl Iterator<Item = Element>) -> Self {
        let callback = Closure::<dyn Fn(Array)>::new(move |_| changed());
        let observer = ResizeObserver::new(callback.as_ref().unchecked_ref()).ok();
        if let Some(observer) = &observer {
            elements.for_each(|element| observer.observe(&element));
        }
        Self {
            observer,
            _callback: callback,
        }
    }
}

impl Drop for SizeObserver {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}
