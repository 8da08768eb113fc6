//! Media queries of the page, such as its width.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

use ui::{RwSignal, window};

/// The page has one column.
pub(crate) const NARROW: MediaQuery = MediaQuery("(max-width: 899px)");
/// The queue has a column of its own.
pub(crate) const WIDE: MediaQuery = MediaQuery("(min-width: 1200px)");
/// There is room for the queue beside the Code panel.
pub(crate) const ROOMY: MediaQuery = MediaQuery("(min-width: 1600px)");
/// The person points with a finger.
pub(crate) const COARSE: MediaQuery = MediaQuery("(pointer: coarse)");
/// The person prefers reduced motion.
pub(crate) const REDUCED_MOTION: MediaQuery = MediaQuery("(prefers-reduced-motion: reduce)");

/// A media query.
#[derive(Clone, Copy)]
pub(crate) struct MediaQuery(&'static str);

impl MediaQuery {
    /// Whether the page matches it now.
    pub(crate) fn matches(self) -> bool {
        let list = window().match_media(self.0).ok().flatten();
        list.is_some_and(|list| list.matches())
    }

    /// Whether the page matches it. Call it once, because it is followed as long as the page is open.
    pub(crate) fn follow(self) -> RwSignal<bool> {
        let matches = RwSignal::new(self.matches());
        if let Ok(Some(list)) = window().match_media(self.0) {
            let follow = Closure::<dyn Fn()>::new(move || matches.set(self.matches()));
            list.set_onchange(Some(follow.as_ref().unchecked_ref()));
            // The browser may drop a list that nobody holds, and its listener with it.
            std::mem::forget(list);
            follow.forget();
        }
        matches
    }
}
