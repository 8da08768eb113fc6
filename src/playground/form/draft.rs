//! A form's draft: the values entered, kept in the browser so that they survive a reload, a failed run
//! and a changed workflow. Saved when typing pauses, not on every key. Knows nothing about fields.

mod content;
mod files;

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

pub(super) use content::DraftContent;

use crate::storage::{self, StorageArea};
use ui::{StoredValue, set_timeout};

/// The delay after an input before the draft is saved.
const SAVE_DELAY: Duration = Duration::from_millis(250);

/// The draft of one form.
#[derive(Clone, Copy)]
pub(crate) struct Draft(StoredValue<Inner>);

struct Inner {
    name: String,
    is_scheduled: Rc<Cell<bool>>,
    collect: Option<Rc<dyn Fn() -> DraftContent>>,
}

impl Draft {
    /// The draft with this key at a deployment.
    pub(super) fn new(deployment: &str, key: &str) -> Self {
        Self(StoredValue::new(Inner {
            name: storage_name(deployment, key),
            is_scheduled: Rc::default(),
            collect: None,
        }))
    }

    /// The content saved by this tab, or else by the tab that saved last.
    pub(super) fn load(self) -> DraftContent {
        load(&self.name()).unwrap_or_default()
    }

    /// Sets how to collect the content to save.
    pub(super) fn collect_with(self, collect: impl Fn() -> DraftContent + 'static) {
        self.0
            .update_value(|inner| inner.collect = Some(Rc::new(collect)));
    }

    /// Saves after a short delay, since more may be typed.
    pub(super) fn save_soon(self) {
        let is_scheduled = self.0.with_value(|inner| inner.is_scheduled.clone());
        if !is_scheduled.replace(true) {
            set_timeout(move || self.save_now(), SAVE_DELAY);
        }
    }

    /// Saves now if a save is scheduled.
    pub(super) fn save_now(self) {
        let collect = self.0.try_with_value(|inner| {
            let was_scheduled = inner.is_scheduled.replace(false);
            inner.collect.clone().filter(|_| was_scheduled)
        });
        if let Some(Some(collect)) = collect {
            let content = collect();
            for place in [StorageArea::Tab, StorageArea::Browser] {
                storage::save(place, &self.name(), &content);
            }
        }
    }

    /// Moves the draft to another deployment.
    pub(super) fn move_to(self, deployment: &str, key: &str) {
        self.0
            .update_value(|inner| inner.name = storage_name(deployment, key));
        self.save_soon();
    }

    fn name(self) -> String {
        self.0.with_value(|inner| inner.name.clone())
    }
}

/// The saved content of a workflow's form, if there is any.
pub(super) fn saved(deployment: &str, id: &str) -> Option<DraftContent> {
    load(&storage_name(deployment, id))
}

fn load(name: &str) -> Option<DraftContent> {
    let area = StorageArea::Tab;
    storage::load(area, name).or_else(|| storage::load(StorageArea::Browser, name))
}

/// The key contains the deployment, since two deployments may have workflows with the same id.
fn storage_name(deployment: &str, key: &str) -> String {
    ["form.", deployment, " ", key].concat()
}
