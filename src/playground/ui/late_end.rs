//! A child with so many effects and listeners that ending them would delay what replaces it.

use std::any::Any;
use std::mem;

use leptos::prelude::Owner;

use super::element::El;
use super::idle::when_idle;

impl El {
    /// Like [`Self::live`], for a large child. When it is replaced, it leaves the page at once, but its effects and
    /// listeners end only when the browser is idle.
    pub(crate) fn live_with_late_end(self, make: impl Fn() -> Option<El> + 'static) -> Self {
        let parent = Owner::current().unwrap_or_default();
        self.live(move || {
            let owner = parent.with(Owner::new);
            let mut child = owner.with(&make)?;
            let kept = child.take_kept();
            Some(child.keep(LateEnd(kept, owner)))
        })
    }
}

/// What ends when the browser is idle.
struct LateEnd(Vec<Box<dyn Any>>, Owner);

impl Drop for LateEnd {
    fn drop(&mut self) {
        let parts = (mem::take(&mut self.0), mem::take(&mut self.1));
        when_idle(move || drop(parts));
    }
}
