//! A function that is loaded later, and how to call it.

use std::hint::black_box;
use std::sync::OnceLock;

use super::loading::{self, Task};
use super::notice::placeholder;
use ui::{El, RwSignal, untrack};

/// A function of the deferred chunk; `F` is its pointer type.
pub(crate) struct Deferred<F>(OnceLock<F>);

impl<F: Copy> Deferred<F> {
    /// A function that is not loaded yet.
    pub(crate) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Provides the function. Only the `deferred.rs` of its region, which is in the chunk, may call this.
    pub(crate) fn fill(&self, function: F) {
        // Hides the only value that is ever stored. Otherwise the compiler would call the function
        // directly, and the build would move it to the first load.
        let _ = self.0.set(black_box(function));
    }

    /// The result of `call`, or `None` until the chunk is loaded; tracks whether it is.
    pub(crate) fn get<T>(&self, call: impl FnOnce(F) -> T) -> Option<T> {
        let function = loading::is_loaded().then(|| self.0.get().copied())?;
        function.map(call)
    }

    /// The same as [`Self::get`], and loads the chunk if needed.
    pub(crate) fn get_or_load<T>(&self, call: impl FnOnce(F) -> T) -> Option<T> {
        let result = self.get(call);
        if result.is_none() {
            loading::load_soon();
        }
        result
    }

    /// The same as [`Self::get`], and loads the chunk when the browser is idle.
    pub(crate) fn get_when_idle<T>(&self, call: impl FnOnce(F) -> T) -> Option<T> {
        let result = self.get(call);
        if result.is_none() {
            loading::load_when_idle();
        }
        result
    }

    /// The element that `make` creates, or a placeholder until the chunk is loaded. For a view that
    /// tracks loading.
    pub(crate) fn view(&self, make: impl FnOnce(F) -> El) -> Option<El> {
        let view = self.get_or_load(|function| untrack(|| make(function)));
        view.or_else(|| Some(placeholder()))
    }

    /// Adds an element to `parent` as soon as `wanted` is true; it then stays.
    pub(crate) fn view_once(
        &'static self,
        parent: El,
        wanted: impl Fn() -> bool + 'static,
        make: impl Fn(F) -> El + 'static,
    ) -> El {
        let was_wanted = RwSignal::new(false);
        let note = move || {
            if wanted() && !was_wanted.get_untracked() {
                was_wanted.set(true);
            }
        };
        let view = move || was_wanted.get().then(|| self.view(&make))?;
        parent.effect(note).live(view)
    }

    /// Calls the function now, or when the chunk is loaded, even if that takes several attempts.
    pub(crate) fn call(&'static self, call: impl FnOnce(F) + 'static) {
        loading::when_loaded(self.task(call));
    }

    /// The same as [`Self::call`], but does not load the chunk before the browser is idle.
    pub(crate) fn call_when_idle(&'static self, call: impl FnOnce(F) + 'static) {
        loading::when_idle(self.task(call));
    }

    fn task(&'static self, call: impl FnOnce(F) + 'static) -> Box<dyn FnOnce()> {
        Box::new(move || {
            self.0.get().copied().map(call);
        })
    }

    /// Loads the chunk and awaits the task that the function begins; `None` if loading failed.
    pub(crate) async fn run<T>(&self, begin: impl FnOnce(F) -> Task<T>) -> Option<T> {
        let function = loading::load().await.then(|| self.0.get().copied())??;
        Some(begin(function).await)
    }
}
