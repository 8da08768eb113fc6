//! A child with so many effects and listeners that ending them would delay what replaces it.

use std::any::Any;

use leptos::prelude::Owner;

use super::element::El;
use super::idle::when_idle;
use super::owners::Owners;

impl El {
    /// Like [`Self::live`], for a large child. When it is replaced, it leaves the page at once, but its effects and
    /// listeners end only when the browser is idle.
    pub fn live_with_late_end(self, make: impl Fn() -> Option<El> + 'static) -> Self {
        let owners = Owners::new();
        self.live(move || {
            let owner = owners.take();
            let Some(mut child) = owner.with(&make) else {
                owners.give_back(owner);
                return None;
            };
            let kept = child.take_kept();
            Some(child.keep(LateEnd(Some((kept, owner)), owners.clone())))
        })
    }
}

/// What ends when the browser is idle.
struct LateEnd(Option<(Vec<Box<dyn Any>>, Owner)>, Owners);

impl Drop for LateEnd {
    fn drop(&mut self) {
        let Some((kept, owner)) = self.0.take() else {
            return;
        };
        let owners = self.1.clone();
        when_idle(move || {
            drop(kept);
            owners.give_back(owner);
        });
    }
}
