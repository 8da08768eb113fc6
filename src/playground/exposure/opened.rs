//! A workflow that was opened from a file, and the fields that a person chooses from it.

use web_sys::File;

use super::deployment::Deployment;
use super::fingerprint::fingerprint;
use super::permission::Permission;
use super::run_step::Content;
use super::saved;
use super::selection::Selection;
use crate::file_reader::{ChoiceContent, FileReader, GraphMap, WorkflowContent};
use crate::form::{FieldState, FormState};
use schema::Problem;
use ui::{RwSignal, StoredValue, expect_context, spawn_local};

/// An opened workflow.
#[derive(Clone, Copy)]
pub(crate) struct Opened {
    /// Where it is listed and shown.
    pub(super) selection: Selection,
    /// Its file.
    pub(super) file: StoredValue<File>,
    /// The form of the file.
    pub(crate) form: FormState,
    /// The workflow as JSON text, if the file is not one.
    pub(super) json: StoredValue<Option<String>>,
    /// What to choose fields from; `None` if marks declare them.
    pub(super) choice: StoredValue<Option<ChoiceContent>>,
    /// Where the nodes of these inputs are.
    pub(super) map: StoredValue<Option<GraphMap>>,
    /// Whether the connected engines lack something that it needs.
    pub(super) lacks_engine: StoredValue<bool>,
    /// The inputs below the pointer and with the focus.
    pub(super) lit: RwSignal<[Option<usize>; 2]>,
    /// For each of these inputs, whether it is a field.
    pub(super) chosen: RwSignal<Vec<bool>>,
    /// What the inputs are searched for.
    pub(super) search: RwSignal<String>,
    /// Whether the inputs are shown.
    pub(crate) is_choosing: RwSignal<bool>,
    /// Why the file could not be read again.
    pub(super) problem: RwSignal<Option<Problem>>,
    /// Its deployment from here.
    pub(super) deployment: Deployment,
    /// The fields that were taken out of the form, with their values.
    aside: StoredValue<Vec<FieldState>>,
    /// The fingerprint of the file.
    pub(super) file_print: StoredValue<String>,
    /// Counts the changes, so that a late reading is ignored.
    latest: StoredValue<u32>,
    reader: FileReader,
}

impl Opened {
    /// Whether the panel that deploys it is open; tracked.
    pub(super) fn is_deploying(self) -> bool {
        self.deployment.is_open.get() && self.can_deploy()
    }

    /// Whether the deployment lets callers deploy; tracked.
    pub(super) fn can_deploy(self) -> bool {
        self.selection.permission.get() == Some(Permission::Granted)
    }

    /// Whether it does, or has not answered yet; tracked.
    pub(crate) fn may_deploy(self) -> bool {
        self.can_deploy() || self.selection.permission.get().is_none()
    }

    /// The workflow of a file, which has this fingerprint, with its form. Reads a context.
    pub(crate) fn new(
        selection: Selection,
        (file, file_print): (File, String),
        form: FormState,
        content: WorkflowContent,
        choose: bool,
    ) -> Self {
        let WorkflowContent {
            choice,
            map,
            missing,
            json,
        } = content;
        let inputs = choice.iter().flat_map(|choice| &choice.inputs);
        let chosen = inputs.map(|input| input.is_chosen).collect();
        let title = choice.as_ref().map(|choice| choice.title.clone());
        form.title.set(title.unwrap_or_default());
        Self {
            selection,
            file: StoredValue::new(file),
            form,
            json: StoredValue::new(json),
            is_choosing: RwSignal::new(choose && choice.is_some()),
            choice: StoredValue::new(choice),
            map: StoredValue::new(map),
            lacks_engine: StoredValue::new(lacks_engine(&missing)),
            lit: RwSignal::new([None; 2]),
            chosen: RwSignal::new(chosen),
            search: RwSignal::new(String::new()),
            problem: RwSignal::new(None),
            deployment: Deployment::new(),
            aside: StoredValue::new(Vec::new()),
            file_print: StoredValue::new(file_print),
            latest: StoredValue::new(0),
            reader: expect_context(),
        }
    }

    /// The fingerprints of the file and of the choice of fields; tracked.
    pub(super) fn content(self) -> Content {
        self.chosen.track();
        self.form.title.track();
        let exposure = self.exposure_to_deploy().unwrap_or_default();
        Content {
            file: self.file_print.get_value(),
            choice: fingerprint(&[exposure.as_bytes()]),
        }
    }

    /// The file.
    pub(crate) fn file(self) -> File {
        self.file.get_value()
    }

    /// Whether this form is that of the file, or of the workflow that was deployed from it; tracked.
    pub(crate) fn is_of(self, form: FormState) -> bool {
        let is_deployed = |id: &Option<String>| {
            form.is_listed()
                && form
                    .source
                    .with_value(|source| Some(&source.id) == id.as_ref())
        };
        self.deployment.deployed.with(is_deployed) || form == self.form
    }

    /// Whether marks declare the fields.
    pub(super) fn has_choice(self) -> bool {
        self.choice.with_value(Option::is_some)
    }

    /// The exposure document of the present choice; `None` if marks declare the fields.
    pub(super) fn exposure(self) -> Option<String> {
        let title = self.title();
        self.chosen.with_untracked(|chosen| {
            let is_chosen = |index: usize| chosen.get(index) == Some(&true);
            let exposure = |choice: &ChoiceContent| choice.exposure(&title, is_chosen);
            self.choice
                .with_value(|choice| choice.as_ref().map(exposure))
        })
    }

    /// The title; not tracked.
    fn title(self) -> String {
        self.form.title.get_untracked().trim().to_owned()
    }

    /// Gives the workflow a title, and keeps it in this browser.
    pub(super) fn set_title(self, title: String) {
        self.form.title.set(title);
        self.save();
    }

    /// The exposure document to deploy: none if the workflow's own fields and title are unchanged.
    pub(super) fn exposure_to_deploy(self) -> Option<String> {
        let title = self.title();
        let is_own = self.choice.with_value(|choice| {
            let is_as_read = |choice: &ChoiceContent| {
                let before = choice.inputs.iter().map(|input| input.is_chosen);
                choice.title == title
                    && self
                        .chosen
                        .with_untracked(|chosen| before.eq(chosen.iter().copied()))
            };
            choice
                .as_ref()
                .is_some_and(|choice| choice.is_own && is_as_read(choice))
        });
        self.exposure().filter(|_| !is_own)
    }

    /// How many inputs are fields; tracked.
    pub(super) fn count(self) -> usize {
        self.chosen
            .with(|chosen| chosen.iter().filter(|chosen| **chosen).count())
    }

    /// Adds an input to the form, or takes it out.
    pub(super) fn choose(self, index: usize, is_chosen: bool) {
        self.chosen.update(|chosen| {
            if let Some(chosen) = chosen.get_mut(index) {
                *chosen = is_chosen;
            }
        });
        let latest = self.latest.get_value() + 1;
        self.latest.set_value(latest);
        self.save();
        spawn_local(self.update_form(latest));
    }

    async fn update_form(self, latest: u32) {
        let (file, exposure) = (self.file(), self.exposure());
        let content = self.reader.read(&file, exposure.as_deref()).await;
        if self.latest.try_with_value(|last| *last == latest) != Some(true) {
            return;
        }
        let Some(read) = content.schemas.into_iter().next() else {
            return self.problem.set(content.problems.into_iter().next());
        };
        self.problem.set(None);
        if let Some(workflow) = content.workflow {
            self.lacks_engine.set_value(lacks_engine(&workflow.missing));
            let mut problems = content.problems;
            problems.extend(workflow.missing);
            self.form.source.set_problems(problems);
        }
        let mut schema = read.schema;
        // An exposure cannot say that there are no fields.
        if self.count() == 0 {
            schema.fields.clear();
        }
        self.aside
            .update_value(|aside| self.form.replace_fields(schema, aside));
    }

    /// Whether no field is chosen, so that there is nothing to deploy; tracked.
    pub(super) fn is_empty(self) -> bool {
        self.has_choice() && self.count() == 0
    }

    /// Closes the choice, and keeps it in this browser.
    pub(super) fn keep(self) {
        self.is_choosing.set(false);
        self.save();
    }

    /// Keeps the choice in this browser.
    pub(super) fn save(self) {
        if let Some(exposure) = self.exposure() {
            self.file_print
                .with_value(|file| saved::save(&self.form.deployment(), file, &exposure));
        }
    }
}

/// Whether the engines lack something that no value of a field replaces.
fn lacks_engine(missing: &[Problem]) -> bool {
    missing.iter().any(|problem| problem.field.is_none())
}
