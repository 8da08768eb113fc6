//! The workflows to choose from, and the one that is chosen with its form.

mod brought;
pub(crate) mod deferred;
mod filled;
mod listing;
mod unopened;

use leptos::prelude::*;

pub(crate) use brought::OPEN;
pub(crate) use listing::schema_of;
pub(crate) use unopened::{UNOPENED, Unopened};

use super::connection::{Connection, Link};
use super::deferred::Deferred;
use super::eager::at_once;
use super::form::{FormState, Source};
use super::root::Root;
use super::source::SourceReader;
use super::storage::{self, Place};
use crate::api::WorkflowEntry;
use crate::client::{Error, ErrorKind};
use crate::playground::signal::{RwSignal, StoredValue};

static FOLLOW_CARRIED: Deferred<fn(Workflows)> = Deferred::new();

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
    Failed(Box<Error>),
}

/// The listing and the choice.
#[derive(Clone, Copy)]
pub(crate) struct Workflows {
    /// What is listed.
    pub(crate) listing: RwSignal<Listing>,
    /// The form of the chosen one.
    pub(crate) form: RwSignal<Option<FormState>>,
    /// The file that was opened last, where no form came of it.
    pub(crate) unopened: RwSignal<Option<Unopened>>,
    forms: StoredValue<Vec<FormState>>,
    base_url: StoredValue<String>,
    /// The connection that the listing belongs to, by its count.
    entered: StoredValue<u32>,
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
            unopened: RwSignal::new(None),
            forms: StoredValue::new(Vec::new()),
            base_url: StoredValue::new(String::new()),
            entered: StoredValue::new(0),
            root: Root::take(),
            connection,
            reader: expect_context(),
        };
        // Asked before the page is there, and before the queue: the form is what people wait for.
        workflows.enter();
        Effect::new(move |entered: Option<()>| {
            connection.epoch.track();
            if entered.is_some() {
                untrack(|| workflows.enter());
            }
        });
        Effect::new(move |_| {
            if workflows.may_follow() {
                FOLLOW_CARRIED.call(move |follow| follow(workflows));
            }
        });
        // What was missed is asked again as soon as the deployment answers.
        Effect::new(move |lost: Option<bool>| {
            let lost = lost.unwrap_or_default();
            match connection.link.get() {
                Link::Lost { .. } => true,
                Link::Live if lost => {
                    workflows.load();
                    false
                }
                _ => lost,
            }
        });
        workflows
    }

    /// Turns to the deployment that is connected now.
    fn enter(self) {
        self.entered
            .set_value(self.connection.epoch.get_untracked());
        self.listing.set(Listing::Unasked);
        self.leave();
        self.load();
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
        at_once(async move {
            let answer = client.workflows().await;
            if self.connection.epoch.try_get_untracked() != Some(epoch) {
                return;
            }
            match answer {
                Ok(entries) => self.offer(entries),
                Err(error) if error.kind == ErrorKind::NotFound => {
                    self.listing.set(Listing::NotOffered);
                }
                Err(error) => self.listing.set(Listing::Failed(Box::new(error))),
            }
        });
    }

    /// Chooses a listed workflow.
    pub(crate) fn choose(self, entry: &WorkflowEntry) {
        let (schema, problems) = schema_of(entry);
        let name = if entry.name.is_empty() {
            &entry.id
        } else {
            &entry.name
        };
        let source = Source {
            deployment: self.connection.deployment(),
            id: entry.id.clone(),
            name: name.clone(),
            about: entry.description.clone(),
            schema,
            problems,
            listed: true,
        };
        self.show(source);
        storage::save(Place::Tab, "workflow", &entry.id);
    }

    /// Takes the form away that another deployment listed; what was typed comes back with it. One that
    /// a person brought goes along to the deployment that is connected.
    fn leave(self) {
        let client = self.connection.client.get_untracked();
        let base_url = client.map(|client| client.base_url().to_owned());
        let Some(base_url) = base_url else { return };
        if self.base_url.get_value() == base_url {
            return;
        }
        match self.form.get_untracked() {
            Some(form) if form.is_listed() => self.form.set(None),
            Some(form) => form.move_to(&base_url),
            None => {}
        }
        self.base_url.set_value(base_url);
    }

    /// Shows the form of a workflow; a changed workflow takes over what was typed into the one before.
    fn show(self, source: Source) {
        if self.unopened.with_untracked(Option::is_some) {
            self.unopened.set(None);
        }
        let known = self
            .forms
            .with_value(|forms| forms.iter().find(|form| form.is_for(&source)).copied());
        let form = known.unwrap_or_else(|| self.make(source));
        if self.form.with_untracked(|shown| *shown != Some(form)) {
            self.form.set(Some(form));
        }
    }

    fn make(self, source: Source) -> FormState {
        let before = self.forms.with_value(|forms| {
            let is_it = |form: &&FormState| {
                let same =
                    |own: &Source| own.id == source.id && own.deployment == source.deployment;
                form.source.with_value(same)
            };
            forms.iter().rev().find(is_it).copied()
        });
        if let Some(before) = before {
            before.save_now();
        }
        let form = self
            .root
            .with_value(|root| root.make(|| FormState::new(source)));
        for old in before
            .map(|before| before.current_fields())
            .unwrap_or_default()
        {
            let files = old.files.get_untracked();
            if let Some(field) = form.field(&old.name()).filter(|_| !files.is_empty()) {
                field.set_files(files);
            }
        }
        self.forms.update_value(|forms| forms.push(form));
        form
    }

    /// Takes a new listing; the choice stays, or falls on the first that is ready.
    fn offer(self, entries: Vec<WorkflowEntry>) {
        let opened = self
            .form
            .with_untracked(|form| form.is_some_and(|form| !form.is_listed()));
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
