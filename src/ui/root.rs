//! The page's owner. Signals created in a late callback belong to it, not to the component that happens
//! to be shown.

use leptos::prelude::Owner;

use super::page_state::{PageState, expect_context, provide_context};
use super::signal::StoredValue;

/// The page's own owner.
#[derive(Clone)]
pub struct Root(Owner);

impl PageState for StoredValue<Root> {}

impl Root {
    /// Provides the current owner, which must be the page's. The page calls it before anything else.
    pub fn provide() {
        if let Some(owner) = Owner::current() {
            provide_context(StoredValue::new(Self(owner)));
        }
    }

    /// The page's owner.
    pub fn take() -> StoredValue<Self> {
        expect_context()
    }

    /// Creates a value that lives as long as the page.
    pub fn make<T>(&self, make: impl FnOnce() -> T) -> T {
        self.0.with(make)
    }
}
