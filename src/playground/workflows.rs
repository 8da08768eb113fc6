//! The workflows to choose from, and the one that is chosen with its form.

mod listing;
mod unopened;

use leptos::prelude::*;
use web_sys::File;

pub(crate) use listing::schema_of;
pub(crate) use unopened::{Unopened, unopened};

use super::connection::{Connection, Link};
use super::eager::at_once;
use super::form::{Entered, FormState, Sender, Source, values};
use super::later;
use super::link::Carried;
use super::messages as say;
use super::root::Root;
use super::source::{Named, Reading, SourceReader};
use super::storage::{self, Place};
use super::text::stem;
use crate::api::WorkflowEntry;
use crate::client::{Error, ErrorKind};
use crate::playground::signal::{RwSignal, StoredValue};
use crate::schema::InputSchema;

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
                untrack(|| workflows.follow_carried());
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

    /// Opens a file that a person has: a workflow, a picture that carries one, or another description
    /// of its fields, of which the first counts. A file that is none of it, and that a field of the
    /// form takes, goes to that field.
    pub(crate) fn open(self, file: File) {
        later::act(move |part| (part.open)(self, file));
    }

    /// Does so.
    pub(crate) async fn open_now(self, file: File) {
        let Reading { schemas, problems } = self.reader.read(&file).await;
        if schemas.is_empty() {
            let form = self.form.get_untracked();
            if let Some(field) = form.and_then(|form| form.field_for(&file)) {
                // What was said of a file before is not of this one.
                self.unopened.set(None);
                return field.take_files(vec![file]);
            }
        }
        let name = file.name();
        let named = schemas.into_iter().next();
        if unopened::is_nothing(named.as_ref(), &problems) {
            return self.unopened.set(Some(Unopened::new(name, problems)));
        }
        let Named {
            workflow_id,
            schema,
        } = named.unwrap_or_default();
        let id = workflow_id.or_else(|| {
            self.listing.with_untracked(|listing| match listing {
                Listing::Offered(entries) => listing::alike(entries, &schema),
                _ => None,
            })
        });
        let id = id.unwrap_or_else(|| stem(&name).to_owned());
        self.show(Source {
            deployment: self.connection.deployment(),
            id,
            name,
            about: None,
            schema,
            problems,
            listed: false,
        });
    }

    /// A form without fields, to which a person adds those the deployment's dashboard names.
    pub(crate) fn by_hand(self, id: &str) {
        self.show(Source {
            deployment: self.connection.deployment(),
            id: id.to_owned(),
            name: say::BY_HAND_NAME.now().to_owned(),
            about: Some(say::BY_HAND_ABOUT.now().to_owned()),
            schema: InputSchema::default(),
            problems: Vec::new(),
            listed: false,
        });
    }

    /// Shows a workflow's form with what was entered for an earlier run; `run` sends it at once.
    pub(crate) fn refill(self, workflow_id: &str, inputs: &[Entered], run: bool) {
        let Some(form) = self.form_of(workflow_id) else {
            return;
        };
        form.reset();
        form.fill(
            inputs
                .iter()
                .filter(|input| input.files.is_empty())
                .map(|input| (input.name.clone(), input.text.clone()))
                .collect(),
        );
        for input in inputs {
            if let Some(field) = form.field(&input.name).filter(|_| !input.files.is_empty()) {
                field.take_files(input.files.clone());
            }
        }
        if run {
            Sender::new(form).send(true);
        }
    }

    /// The form of this workflow, brought before the person: one that is there, else by the listing.
    fn form_of(self, workflow_id: &str) -> Option<FormState> {
        let entry = self.listing.with_untracked(|listing| match listing {
            Listing::Offered(entries) => entries
                .iter()
                .find(|entry| entry.id == workflow_id)
                .cloned(),
            _ => None,
        });
        let deployment = self.connection.deployment();
        let is_it = |form: &FormState| {
            form.id.with_untracked(|id| id == workflow_id) && form.deployment() == deployment
        };
        let known = self
            .forms
            .with_value(|forms| forms.iter().rev().find(|form| is_it(form)).copied());
        match (entry, known) {
            (Some(entry), _) => self.choose(&entry),
            (None, Some(form)) => self.form.set(Some(form)),
            (None, None) => self.by_hand(workflow_id),
        }
        self.form.get_untracked()
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
            Some(form) if form.listed() => self.form.set(None),
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
            .with_value(|forms| forms.iter().find(|form| form.fits(&source)).copied());
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
            before.flush();
        }
        let form = self
            .root
            .with_value(|root| root.make(|| FormState::new(source)));
        for old in before.map(|before| before.all()).unwrap_or_default() {
            let files = old.files.get_untracked();
            if let Some(field) = form.field(&old.name()).filter(|_| !files.is_empty()) {
                field.take_files(files);
            }
        }
        self.forms.update_value(|forms| forms.push(form));
        form
    }

    /// Takes a new listing; the choice stays, or falls on the first that is ready.
    fn offer(self, entries: Vec<WorkflowEntry>) {
        let opened = self
            .form
            .with_untracked(|form| form.is_some_and(|form| !form.listed()));
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

    /// Whether a link carries values, and the deployment that they are for is known.
    fn may_follow(self) -> bool {
        let carries = |carried: &Carried| carried.workflow.is_some();
        let known =
            |listing: &Listing| matches!(listing, Listing::Offered(_) | Listing::NotOffered);
        let entered = self.entered.get_value() == self.connection.epoch.get();
        // Each is followed, whatever the others are.
        let (known, carries) = (
            self.listing.with(known),
            self.connection.carried.with(carries),
        );
        entered && known && carries
    }

    /// Fills in what the link carries that the page was opened by, or that was followed in it.
    fn follow_carried(self) {
        let carried = self.connection.carried.try_update(std::mem::take);
        let Some(Carried {
            workflow: Some(workflow),
            values: json,
            ..
        }) = carried
        else {
            return;
        };
        let texts = values::read(&json.unwrap_or_default());
        // What cannot be read takes nobody away from the form that is there.
        let there = self.form.get_untracked().filter(|_| texts.is_err());
        let Some(form) = there.or_else(|| self.form_of(&workflow)) else {
            return;
        };
        match texts {
            Ok(texts) => form.fill(texts),
            Err(_) => form.show(&[], vec![say::LINK_NO_VALUES.now().to_owned()], false),
        }
    }
}
