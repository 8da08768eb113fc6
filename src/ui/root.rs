//! The page's owner. Signals created in a late callback belong to it, not to the component that happens
//! to be shown.

use leptos::prelude::*;

use super::signal::StoredValue;

/// The page's own owner.
#[derive(Clone)]
pub struct Root(Owner);

impl Root {
    /// Provides the current owner, which must be the page's.
    pub fn provide() {
        if let Some(owner) = Owner::current() {
            provide_context(StoredValue::new(Self(owner)));
        }
    }

    /// The page's owner. Must be called while a component is built.
    pub fn take() -> StoredValue<Self> {
        expect_context()
    }

    /// Creates a value that lives as long as the page.
    pub fn make<T>(&self, make: impl FnOnce() -> T) -> T {
        self.0.with(make)
    }
}
