//! The instances as a list of which only what is in view is in the page. The focus stays where it is,
//! whatever comes, goes or is scrolled away.

use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, Event, FocusEvent, HtmlElement, KeyboardEvent, ResizeObserver};

use super::board::Board;
use super::instance_view::instance;
use super::state::{HEAD, MORE, TASK, View};
use crate::playground::element::{El, el, list};
use crate::playground::messages as say;

/// Puts the instances into their region, which scrolls.
pub(super) fn instances(region: El) -> El {
    let board: Board = expect_context();
    let any = move || board.totals().shown > 0;
    let feed = el("div", "instances")
        .attr("role", move || any().then_some("feed"))
        .attr("aria-label", move || any().then_some(say::INSTANCES))
        .attr("data-stale", move || board.is_stale().then_some(""));
    let (scroller, node) = (region.node().clone(), feed.node().clone());
    let head = region.node().last_element_child();
    let feed = list(
        feed.effect(fit(board, scroller.clone(), node.clone())),
        move || {
            board.arranged.track();
            board.scrolled.track();
            board.tell(|state| state.visible())
        },
        usize::to_string,
        move |key| instance(board, key),
    );
    let look = looker(board, scroller.clone(), node.clone());
    let feed = feed
        .effect(refocus(board, node))
        .on("focusin", move |event| focus_came(board, &event))
        .on("focusout", move |event| focus_left(board, &event))
        .on("keydown", {
            let scroller = scroller.clone();
            move |event| turn(board, &scroller, &event)
        });
    let watched = [Some(scroller), head];
    region
        .child(feed)
        .on("scroll", {
            let look = look.clone();
            move |_| look()
        })
        .keep(Watch::new(look, watched.into_iter().flatten()))
}

/// Gives the list its height, and keeps what is looked at in its place.
fn fit(board: Board, scroller: Element, feed: Element) -> impl Fn() {
    move || {
        board.arranged.track();
        let (height, shift, rem) = board.change(|state| {
            let shift = std::mem::take(&mut state.shift);
            (state.height(), shift, state.view.rem)
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
        if shift != 0.0 {
            let top = f64::from(scroller.scroll_top()) + shift;
            scroller.set_scroll_top(top.round() as i32);
        }
    }
}

/// Sets a style to a size in pixels.
pub(super) fn set_size(element: &Element, name: &str, size: f64) {
    let size = [&(size.round() as i32).to_string(), "px"].concat();
    let style = element.unchecked_ref::<HtmlElement>().style();
    // Writing what is there already would have the browser lay it out again.
    if style.get_property_value(name).is_ok_and(|now| now != size) {
        let _ = style.set_property(name, &size);
    }
}

/// Takes note of what is in view.
fn looker(board: Board, scroller: Element, feed: Element) -> impl Fn() + Clone + 'static {
    move || {
        let feed_top = f64::from(feed.unchecked_ref::<HtmlElement>().offset_top());
        let root = document().document_element();
        let style = root.and_then(|root| window().get_computed_style(&root).ok().flatten());
        let size = style.and_then(|style| style.get_property_value("font-size").ok());
        let rem = size.map_or(16.0, |size| js_sys::parse_float(&size));
        board.look_at(View {
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

/// Gives the focus back to the instance that had it, where its part that had it is gone.
fn refocus(board: Board, feed: Element) -> impl Fn() {
    move || {
        board.arranged.track();
        board.scrolled.track();
        let Some(key) = board.tell(|state| state.focused) else {
            return;
        };
        let feed = feed.clone();
        // The list follows the same signals, and effects run in no certain order: the instance may not
        // be in the page before all of them have run.
        queue_microtask(move || give_focus(&feed, key));
    }
}

fn give_focus(feed: &Element, key: usize) {
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

fn focus_came(board: Board, event: &Event) {
    let key = key_of(event);
    board.change(|state| state.focused = key);
}

fn focus_left(board: Board, event: &Event) {
    let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    let stays = target.is_some_and(|target| target.is_connected());
    let to = event.dyn_ref::<FocusEvent>();
    let elsewhere = to.is_some_and(|event| event.related_target().is_some());
    // What is taken out of the page with the focus on it was not left.
    if stays || elsewhere {
        board.change(|state| state.focused = None);
    }
}

/// Page Up and Page Down go from instance to instance, as in every feed.
fn turn(board: Board, scroller: &Element, event: &Event) {
    let (Some(key), Some(pressed)) = (key_of(event), event.dyn_ref::<KeyboardEvent>()) else {
        return;
    };
    let step = match pressed.key().as_str() {
        "PageDown" => 1,
        "PageUp" => -1,
        _ => return,
    };
    let next = board.tell(|state| {
        let place = state.place(key)?.checked_add_signed(step)?;
        let next = state.shown(place)?;
        Some((next, state.top(next) - state.top(key)))
    });
    let Some((next, distance)) = next else {
        return;
    };
    event.prevent_default();
    if let Some(active) = document().active_element() {
        let _ = active.unchecked_into::<HtmlElement>().blur();
    }
    board.change(|state| state.focused = Some(next));
    let top = f64::from(scroller.scroll_top()) + distance;
    scroller.set_scroll_top(top.round() as i32);
    // The effects that follow bring the instance into the page and give it the focus.
    board.look_again();
}

/// Tells of every change of these elements' sizes.
struct Watch {
    observer: Option<ResizeObserver>,
    _look: Closure<dyn Fn(Array)>,
}

impl Watch {
    fn new(look: impl Fn() + 'static, elements: impl Iterator<Item = Element>) -> Self {
        let look = Closure::<dyn Fn(Array)>::new(move |_| look());
        let observer = ResizeObserver::new(look.as_ref().unchecked_ref()).ok();
        if let Some(observer) = &observer {
            elements.for_each(|element| observer.observe(&element));
        }
        Self {
            observer,
            _look: look,
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}
