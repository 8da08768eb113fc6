//! The workflows to choose from, and the one that is chosen with its form.

mod listing;

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

pub(crate) use listing::schema_of;

use super::connection::{Connection, Link};
use super::form::FormState;
use super::root::Root;
use super::source::{Named, Reading, SourceReader};
use super::storage::{self, Place};
use super::text::stem;
use crate::api::WorkflowEntry;
use crate::client::ErrorKind;

/// What the deployment lists.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Listing {
    /// Nothing was asked yet.
    Unasked,
    /// The answer is awaited.
    Awaited,
    /// These.
    Offered(Vec<WorkflowEntry>),
    /// This deployment has no listing.
    NotOffered,
    /// It could not be read.
    Failed(String),
}

/// The listing and the choice.
#[derive(Clone, Copy)]
pub(crate) struct Workflows {
    /// What is listed.
    pub(crate) listing: RwSignal<Listing>,
    /// The form of the chosen one.
    pub(crate) form: RwSignal<Option<FormState>>,
    forms: StoredValue<Vec<FormState>>,
    base_url: StoredValue<String>,
    root: StoredValue<Root>,
    connection: Connection,
    reader: SourceReader,
}

impl Workflows {
    /// Nothing listed, nothing chosen; follows the connection.
    pub(crate) fn start(connection: Connection) -> Self {
        let workflows = Self {
            listing: RwSignal::new(Listing::Unasked),
            form: RwSignal::new(None),
            forms: StoredValue::new(Vec::new()),
            base_url: StoredValue::new(String::new()),
            root: Root::take(),
            connection,
            reader: expect_context(),
        };
        Effect::new(move |_| {
            connection.epoch.track();
            workflows.listing.set(Listing::Unasked);
            workflows.leave();
        });
        let live = Memo::new(move |_| connection.link.with(|link| *link == Link::Live));
        Effect::new(move |_| {
            connection.epoch.track();
            if live.get() {
                workflows.load();
            }
        });
        workflows
    }

    /// Reads the listing again.
    pub(crate) fn load(self) {
        let Some(client) = self.connection.client.get_untracked() else {
            return;
        };
        let epoch = self.connection.epoch.get_untracked();
        if !matches!(self.listing.get_untracked(), Listing::Offered(_)) {
            self.listing.set(Listing::Awaited);
        }
        spawn_local(async move {
            let answer = client.workflows().await;
            if self.connection.epoch.try_get_untracked() != Some(epoch) {
                return;
            }
            match answer {
                Ok(entries) => self.offer(entries),
                Err(error) if error.kind == ErrorKind::NotFound => {
                    self.listing.set(Listing::NotOffered);
                }
                Err(error) => self.listing.set(Listing::Failed(error.reason)),
            }
        });
    }

    /// Chooses a listed workflow.
    pub(crate) fn choose(self, entry: &WorkflowEntry) {
        let (schema, problems) = schema_of(entry);
        let known = self.forms.with_value(|forms| {
            let same = |form: &&FormState| form.listed && form.fits(&entry.id, &schema, &problems);
            forms.iter().find(same).copied()
        });
        let form = known.unwrap_or_else(|| {
            let name = if entry.name.is_empty() {
                &entry.id
            } else {
                &entry.name
            };
            let about = entry.description.clone();
            self.make(|| FormState::new(&entry.id, name, about, schema, problems, true))
        });
        self.show(form);
        storage::save(Place::Tab, "workflow", &entry.id);
    }

    /// Opens a file that a person has: a workflow, a picture that carries one, or another description
    /// of its fields, of which the first counts.
    pub(crate) async fn open(self, file: File) {
        let Reading { schemas, problems } = self.reader.read(&file).await;
        let name = file.name();
        let Named {
            workflow_id,
            schema,
        } = schemas.into_iter().next().unwrap_or_default();
        let id = workflow_id.as_deref().unwrap_or_else(|| stem(&name));
        let form = self.make(|| FormState::new(id, &name, None, schema, problems, false));
        self.show(form);
    }

    /// Takes the form away that another deployment listed; what was typed comes back with it.
    fn leave(self) {
        let client = self.connection.client.get_untracked();
        let base_url = client.map(|client| client.base_url().to_owned());
        let Some(base_url) = base_url else { return };
        if self.base_url.get_value() == base_url {
            return;
        }
        self.base_url.set_value(base_url);
        if self
            .form
            .with_untracked(|form| form.is_some_and(|form| form.listed))
        {
            self.form.set(None);
        }
    }

    fn make(self, make: impl FnOnce() -> FormState) -> FormState {
        let form = self.root.with_value(|root| root.make(make));
        self.forms.update_value(|forms| forms.push(form));
        form
    }

    fn show(self, form: FormState) {
        let shown = self.form.with_untracked(|shown| *shown == Some(form));
        if !shown {
            self.form.set(Some(form));
        }
    }

    /// Takes a new listing; the choice stays, or falls on the first that is ready.
    fn offer(self, entries: Vec<WorkflowEntry>) {
        let opened = self
            .form
            .with_untracked(|form| form.is_some_and(|form| !form.listed));
        if !opened {
            let last = self
                .form
                .get_untracked()
                .map(|form| form.id.get_untracked());
            let last = last.or_else(|| storage::load::<String>(Place::Tab, "workflow"));
            let found = entries
                .iter()
                .find(|entry| Some(&entry.id) == last.as_ref());
            let first = || entries.iter().find(|entry| entry.problems.is_empty());
            if let Some(entry) = found.or_else(first) {
                self.choose(entry);
            }
        }
        self.listing.set(Listing::Offered(entries));
    }
}
