//! What was typed into a form, kept in the browser: it outlives a refresh, a failed run and a changed
//! workflow. Written when typing rests, not at each key. Knows nothing of fields.

mod files;

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use crate::json::Json;
use crate::playground::signal::StoredValue;
use crate::playground::storage::{self, Keepable, Pairs, Place};
use leptos::prelude::*;

/// How long typing rests before it is written.
const REST: Duration = Duration::from_millis(250);

/// What is kept of a form.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Kept {
    /// Names and texts that are not what their fields begin with.
    pub(crate) texts: Pairs,
    /// Names and kinds of the fields a person added.
    pub(crate) additional: Pairs,
    /// Names of seeds and what becomes of them after a run.
    pub(crate) seeds: Pairs,
    /// What varies from run to run, as [`super::sweep::Sweep`] has it.
    pub(crate) sweep: Pairs,
}

impl Keepable for Kept {
    fn read(json: &Json<'_>) -> Option<Self> {
        let [texts, additional, seeds, sweep] = json.items() else {
            return None;
        };
        Some(Self {
            texts: Pairs::read(texts)?,
            additional: Pairs::read(additional)?,
            seeds: Pairs::read(seeds)?,
            sweep: Pairs::read(sweep)?,
        })
    }

    fn write(&self, out: &mut String) {
        let mut sign = '[';
        for pairs in [&self.texts, &self.additional, &self.seeds, &self.sweep] {
            out.push(sign);
            pairs.write(out);
            sign = ',';
        }
        out.push(']');
    }
}

impl Kept {
    /// The text of this name.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        let found = self.texts.iter().find(|(own, _)| own == name);
        found.map(|(_, text)| text.clone())
    }
}

/// A form's draft.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Draft(StoredValue<Inner>);

struct Inner {
    name: String,
    waits: Rc<Cell<bool>>,
    gather: Option<Rc<dyn Fn() -> Kept>>,
}

impl Draft {
    /// The draft of a workflow's form at a deployment.
    pub(crate) fn new(deployment: &str, id: &str) -> Self {
        let draft = Self(StoredValue::new(Inner {
            name: name(deployment, id),
            waits: Rc::default(),
            gather: None,
        }));
        let listener = window_event_listener_untyped("pagehide", move |_| draft.flush());
        on_cleanup(move || listener.remove());
        draft
    }

    /// What was kept: of this tab, else of the tab that was written last.
    pub(crate) fn load(self) -> Kept {
        let name = self.name();
        storage::load(Place::Tab, &name)
            .or_else(|| storage::load(Place::Browser, &name))
            .unwrap_or_default()
    }

    /// Says how to gather what is to be kept.
    pub(crate) fn gathers(self, gather: impl Fn() -> Kept + 'static) {
        self.0
            .update_value(|inner| inner.gather = Some(Rc::new(gather)));
    }

    /// Something was typed: it is written soon.
    pub(crate) fn touch(self) {
        let waits = self.0.with_value(|inner| inner.waits.clone());
        if !waits.replace(true) {
            set_timeout(move || self.flush(), REST);
        }
    }

    /// Writes what was typed and is not written yet.
    pub(crate) fn flush(self) {
        let gather = self.0.try_with_value(|inner| {
            let waited = inner.waits.replace(false);
            inner.gather.clone().filter(|_| waited)
        });
        if let Some(Some(gather)) = gather {
            let kept = gather();
            for place in [Place::Tab, Place::Browser] {
                storage::save(place, &self.name(), &kept);
            }
        }
    }

    /// Goes along to another deployment, with what it holds.
    pub(crate) fn move_to(self, deployment: &str, id: &str) {
        self.0
            .update_value(|inner| inner.name = name(deployment, id));
        self.touch();
    }

    fn name(self) -> String {
        self.0.with_value(|inner| inner.name.clone())
    }
}

/// Two deployments may have a workflow of the same id.
fn name(deployment: &str, id: &str) -> String {
    ["form.", deployment, " ", id].concat()
}
