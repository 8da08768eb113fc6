//! The chosen workflow and its form. Follows the connection.

use std::rc::Rc;

use super::open_error::OpenError;
use crate::connection::{Connection, ConnectionStatus};
use crate::deferred::Deferred;
use crate::entered::Entered;
use crate::exposure::{DeployPermission, Opened, Selection};
use crate::file_reader::FileReader;
use crate::form::{FieldState, FormSource, FormState};
use crate::listing::{Listed, Listing};
use crate::page_link::LinkContent;
use crate::storage::{self, StorageArea};
use api::Example;
use schema::Problem;
use ui::{
    Effect, Root, RwSignal, StoredValue, after_paint, on_cleanup, untrack,
    window_event_listener_untyped,
};

/// Where the workflow that was chosen last is kept: a reload keeps that of its tab, a new tab takes the last one of all.
const LAST_CHOSEN: [StorageArea; 2] = [StorageArea::Tab, StorageArea::Browser];

/// The name of the opened file that the tab shows again after a reload.
pub(super) const KEPT_FILE: &str = "opened-file";

/// [`Workflows::prefill`], which is deferred.
pub(super) static PREFILL: Deferred<fn(Workflows)> = Deferred::new();

/// The listing and the choice.
#[derive(Clone, Copy)]
pub(crate) struct Workflows {
    /// The deployment's listing.
    pub(crate) listing: Listing,
    deploy_permission: DeployPermission,
    /// The form of the chosen workflow.
    pub(crate) form: RwSignal<Option<FormState>>,
    /// Why the file that was opened last produced no form.
    pub(crate) open_error: RwSignal<Option<OpenError>>,
    /// The workflow that was opened last from a file.
    pub(crate) opened: RwSignal<Option<Opened>>,
    /// Whether the list of workflows is open.
    pub(super) is_listing: RwSignal<bool>,
    /// The id of the chosen workflow until it is kept.
    unkept_choice: StoredValue<Option<String>>,
    /// Every form of this visit.
    pub(super) forms: StoredValue<Vec<FormState>>,
    pub(super) connection: Connection,
    pub(super) file_reader: FileReader,
    /// The inputs of an earlier run that fill a form as soon as the listing is known.
    pub(super) reused: RwSignal<Option<ReusedInputs>>,
    base_url: StoredValue<String>,
    /// The epoch of the connection whose classes read files.
    pub(super) classes_epoch: StoredValue<Option<u32>>,
    pub(super) root: StoredValue<Root>,
}

/// The inputs of an earlier run.
#[derive(Clone)]
pub(super) struct ReusedInputs {
    pub(super) workflow_id: String,
    pub(super) inputs: Vec<Entered>,
    pub(super) then: Then,
}

/// What follows once a form has the inputs of an earlier run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    /// A person edits them.
    Edit,
    /// They are sent.
    Run,
    /// The seed is varied, so that Run makes the same with other seeds.
    VarySeed,
}

/// Whether a run may be accepted in spite of a problem: it ends by itself, or another value of a field mends it.
fn is_passing(problem: &Problem) -> bool {
    problem.is_temporary() || problem.field.is_some()
}

impl Workflows {
    /// Whether the fields of the opened file are being chosen; tracked.
    pub(crate) fn is_choosing(self) -> bool {
        let opened = self.opened.get();
        let form = self.form.get();
        opened
            .zip(form)
            .is_some_and(|(opened, form)| opened.is_of(form) && opened.is_choosing.get())
    }

    /// The choice, for a workflow that was opened from a file.
    pub(crate) fn selection(self) -> Selection {
        Selection {
            listing: self.listing,
            permission: self.deploy_permission,
            form: self.form,
            select: StoredValue::new(Rc::new(move |entry| self.select(entry))),
        }
    }

    /// An empty listing that follows the connection.
    pub(crate) fn start(connection: Connection, file_reader: FileReader) -> Self {
        let workflows = Self {
            listing: Listing::new(connection),
            deploy_permission: DeployPermission::new(connection),
            form: RwSignal::new(None),
            open_error: RwSignal::new(None),
            opened: RwSignal::new(None),
            is_listing: RwSignal::new(false),
            unkept_choice: StoredValue::new(None),
            forms: StoredValue::new(Vec::new()),
            connection,
            file_reader,
            reused: RwSignal::new(None),
            base_url: StoredValue::new(String::new()),
            classes_epoch: StoredValue::new(None),
            root: Root::take(),
        };
        // Before the page is built and before the queue is requested, because people wait for the form.
        workflows.switch_deployment();
        workflows.follow_connection();
        workflows.follow_prefill();
        workflows.save_when_hidden();
        workflows
    }

    /// Saves the choice and every form when the page is closed. One listener for all, because adding one to the window
    /// is slow.
    fn save_when_hidden(self) {
        let save = move |_| {
            self.keep_choice();
            self.forms
                .with_value(|forms| forms.iter().for_each(FormState::save_now))
        };
        let listener = window_event_listener_untyped("pagehide", save);
        on_cleanup(move || listener.remove());
    }

    fn follow_connection(self) {
        let connection = self.connection;
        Effect::new(move |before: Option<()>| {
            connection.epoch.track();
            if before.is_some() {
                untrack(|| self.switch_deployment());
            }
        });
        // Loads again as soon as a lost deployment responds.
        Effect::new(move |was_lost: Option<bool>| {
            let was_lost = was_lost.unwrap_or_default();
            match connection.status.get() {
                ConnectionStatus::Lost { .. } => true,
                ConnectionStatus::Live if was_lost => {
                    self.load();
                    false
                }
                _ => was_lost,
            }
        });
        // People add files to the service's folder and come back to the page.
        let listener = window_event_listener_untyped("focus", move |_| {
            if self.listing.is_loaded() {
                self.load();
            }
        });
        on_cleanup(move || listener.remove());
    }

    fn follow_prefill(self) {
        Effect::new(move |_| {
            if self.can_prefill() {
                PREFILL.call(move |prefill| prefill(self));
            }
        });
    }

    /// Whether there are values to fill in and the listing has the form for them, or a file to open again; tracked.
    fn can_prefill(self) -> bool {
        // Read every signal, so that each is tracked.
        let is_answered = self.listing.is_answered();
        let carried = &self.connection.carried;
        let has_values = carried.with(|carried| carried.workflow.is_some());
        let has_inputs = self.reused.with(Option::is_some);
        let has_file = storage::load::<String>(StorageArea::Tab, KEPT_FILE).is_some();
        is_answered && (has_values || has_inputs || has_file && self.opened.with(Option::is_none))
    }

    /// The field of the shown form that sets an input of this node, if the form is that of this workflow; not tracked.
    pub(crate) fn shown_field(self, workflow: &str, node: &str) -> Option<FieldState> {
        let form = self.form.get_untracked();
        let form = form.filter(|form| form.id.with_untracked(|id| id == workflow))?;
        let is_its = |field: &FieldState| field.definition.with_value(|field| field.node == node);
        form.current_fields().into_iter().find(is_its)
    }

    /// Switches to the deployment that is connected now.
    fn switch_deployment(self) {
        self.listing.forget();
        self.leave_form();
        self.load();
    }

    /// Loads the listing, and chooses from it.
    pub(super) fn load(self) {
        self.listing.load(move |entries| self.choose(entries));
    }

    /// Keeps the choice if possible; otherwise chooses the first workflow that is ready.
    fn choose(self, entries: &[Listed]) {
        let form = self.form.get_untracked();
        if form.is_none_or(|form| form.is_listed()) {
            let last = form.map(|form| form.id.get_untracked());
            let stored = |area| storage::load::<String>(area, "workflow");
            let last = last.or_else(|| LAST_CHOSEN.into_iter().find_map(stored));
            let found = entries
                .iter()
                .find(|entry| Some(&entry.id) == last.as_ref());
            let is_ready = |entry: &&Listed| entry.problems.is_empty();
            // An example lets a first visit run something at once.
            let has_example = |entry: &&Listed| is_ready(entry) && entry.examples.is_some();
            let first = || {
                let with_example = entries.iter().find(has_example);
                with_example.or_else(|| entries.iter().find(is_ready))
            };
            if let Some(entry) = found.or_else(first) {
                self.show_listed(entry);
            }
        }
    }

    /// Selects a listed workflow.
    pub(crate) fn select(self, entry: &Listed) {
        storage::remove(StorageArea::Tab, KEPT_FILE);
        self.show_listed(entry);
        self.close_list();
    }

    /// Closes the list of workflows, so that the form has its place.
    pub(super) fn close_list(self) {
        if self.is_listing.get_untracked() {
            self.is_listing.set(false);
        }
    }

    fn show_listed(self, entry: &Listed) {
        let (schema, problems) = entry.read().clone();
        let name = if entry.name.is_empty() {
            &entry.id
        } else {
            &entry.name
        };
        self.show(FormSource {
            deployment: self.connection.deployment(),
            id: entry.id.clone(),
            name: name.clone(),
            about: entry.description.clone(),
            schema,
            problems,
            warnings: entry.warnings.clone(),
            is_refused: !entry.problems.iter().all(is_passing),
            examples: entry.read_examples().to_vec(),
            file: None,
            listed: true,
        });
        self.unkept_choice.set_value(Some(entry.id.clone()));
        // The two writes can take more than half a millisecond, which would delay the form.
        after_paint(move || self.keep_choice());
    }

    fn keep_choice(self) {
        let choice = self.unkept_choice.try_update_value(Option::take);
        if let Some(id) = choice.flatten() {
            for area in LAST_CHOSEN {
                storage::save(area, "workflow", &id);
            }
        }
    }

    /// Hides the form of another deployment's workflow; it comes back with what was typed. The form of
    /// an opened file moves to the connected deployment.
    fn leave_form(self) {
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

    /// Shows the form of a workflow. If the workflow changed, the form keeps what was typed before.
    pub(super) fn show(self, source: FormSource) {
        if self.open_error.with_untracked(Option::is_some) {
            self.open_error.set(None);
        }
        let known = self
            .forms
            .with_value(|forms| forms.iter().find(|form| form.is_for(&source)).copied());
        let form = known.unwrap_or_else(|| self.new_form(source));
        if self.form.with_untracked(|shown| *shown != Some(form)) {
            self.form.set(Some(form));
        }
    }

    fn new_form(self, source: FormSource) -> FormState {
        let before = self.forms.with_value(|forms| {
            let is_earlier = |form: &&FormState| {
                let is_same = |own: &FormSource| {
                    own.draft_key() == source.draft_key() && own.deployment == source.deployment
                };
                form.source.with_value(is_same)
            };
            forms.iter().rev().find(is_earlier).copied()
        });
        if let Some(before) = before {
            before.save_now();
        }
        let example = self.first_example(&source);
        let make = || FormState::new(source, example.as_ref());
        let form = self.root.with_value(|root| root.make(make));
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
        if let Some((client, example)) = self.connection.client.get_untracked().zip(example) {
            form.load_files(client, example);
        }
        form
    }

    /// The example that a form starts with, unless the page's link has values for it.
    fn first_example(self, source: &FormSource) -> Option<Example> {
        let is_linked = |carried: &LinkContent| carried.workflow.as_ref() == Some(&source.id);
        let is_linked = self.connection.carried.with_untracked(is_linked);
        source.first_example().filter(|_| !is_linked)
    }
}
