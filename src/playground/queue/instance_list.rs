//! The list of instances, virtualized: only those in view are in the page.

use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, HtmlElement, ResizeObserver};

use super::board::Board;
use super::instance_focus::with_focus;
use super::instance_view::instance_view;
use super::sizes::{Sizes, set_size};
use super::state::Viewport;
use crate::messages as say;
use ui::{El, document, el, expect_context, list, window};

/// Adds the instances to their region, which scrolls.
pub(super) fn with_instances(region: El) -> El {
    let board: Board = expect_context();
    let any = move || board.totals().shown > 0;
    let feed = el("div", "instances")
        .attr("role", move || any().then_some("feed"))
        .attr("aria-label", move || any().then_some(say::INSTANCES))
        .attr("data-stale", move || board.is_stale().then_some(""));
    let (scroller, node) = (region.node().clone(), feed.node().clone());
    let waiting = region.node().last_element_child();
    let summary = waiting.as_ref().and_then(Element::previous_element_sibling);
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
    let measure = measure(board, scroller.clone(), node);
    let feed = with_focus(board, scroller.clone(), feed);
    // What is above the list moves it.
    let observed = [Some(scroller), summary, waiting];
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
        let (height, scroll_by, sizes) = board.update(|state| {
            let scroll_by = std::mem::take(&mut state.scroll_by);
            (state.total_height(), scroll_by, state.viewport.sizes)
        });
        let styles = [
            ("height", height),
            ("--head", sizes.head),
            ("--task", sizes.task),
            ("--more", sizes.more),
        ];
        for (name, size) in styles {
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
        let coarse = window().match_media("(pointer: coarse)").ok().flatten();
        let is_touch = coarse.is_some_and(|query| query.matches());
        board.set_viewport(Viewport {
            top: f64::from(scroller.scroll_top()) - feed_top,
            height: f64::from(scroller.client_height()),
            sizes: Sizes::of(if rem > 0.0 { rem } else { 16.0 }, is_touch),
        });
    }
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
