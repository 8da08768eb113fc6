//! An effect whose value ends with it. leptos keeps the value until the effect's task runs once more; until then, the
//! effects in it would still run, although the signals of their owner are gone.

use leptos::prelude::RenderEffect;

/// An effect that is kept as long as its element.
pub(super) struct KeptEffect<T: 'static>(RenderEffect<T>);

impl<T: 'static> KeptEffect<T> {
    /// Runs `act` now with `None`, and again with its last value when a signal that it reads changes.
    pub(super) fn new(act: impl FnMut(Option<T>) -> T + 'static) -> Self {
        Self(RenderEffect::new(act))
    }
}

impl<T: 'static> Drop for KeptEffect<T> {
    fn drop(&mut self) {
        drop(self.0.take_value());
    }
}
