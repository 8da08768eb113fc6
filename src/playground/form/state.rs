//! What is in a form: its fields and what is wrong with it as a whole. Lives as long as the page, so
//! that nothing typed is lost on a change of workflow.

mod faults;
mod kept;

use web_sys::File;

pub(crate) use faults::Notice;

use super::draft::Draft;
use super::sweep::{Sweep, Variant};
use super::{Entered, FieldState};
use crate::client::web::Part;
use crate::playground::deferred;
use crate::playground::root::Root;
use crate::playground::signal::{RwSignal, StoredValue};
use crate::schema::{Field, FieldKind, InputSchema, Problem};

/// Where a form comes from.
pub(crate) struct Source {
    /// The base URL of the deployment that it is of.
    pub(crate) deployment: String,
    /// The workflow's id.
    pub(crate) id: String,
    /// What a person reads.
    pub(crate) name: String,
    /// A sentence about it.
    pub(crate) about: Option<String>,
    /// Its fields.
    pub(crate) schema: InputSchema,
    /// What keeps it from running.
    pub(crate) problems: Vec<Problem>,
    /// Whether the deployment lists it; else a person brought it.
    pub(crate) listed: bool,
}

/// A workflow's form.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct FormState {
    /// The workflow's id.
    pub(crate) id: RwSignal<String>,
    /// Where it comes from.
    pub(crate) source: StoredValue<Source>,
    /// Its fields, in order.
    pub(crate) fields: RwSignal<Vec<FieldState>>,
    /// What was typed before into fields that the workflow no longer has: names and texts.
    pub(crate) leftover: RwSignal<Vec<(String, String)>>,
    /// What is wrong as a whole.
    pub(crate) notice: RwSignal<Option<Notice>>,
    /// What varies from run to run, when one press makes many.
    pub(crate) sweep: RwSignal<Sweep>,
    /// What is wrong with the values that vary, in words.
    pub(crate) unfit: RwSignal<Vec<String>>,
    /// Whether Run was pressed, and what sends it is on its way.
    pub(crate) waits: RwSignal<bool>,
    seeds: RwSignal<Vec<(String, String)>>,
    next: StoredValue<usize>,
    draft: Draft,
}

impl FormState {
    /// A form with its defaults and what was typed before.
    pub(crate) fn new(source: Source) -> Self {
        let draft = Draft::new(&source.deployment, &source.id);
        let kept = draft.load();
        let fields: Vec<FieldState> = source
            .schema
            .fields
            .iter()
            .enumerate()
            .map(|(index, field)| FieldState::new(index, field, kept.text(&field.name), draft))
            .collect();
        let form = Self {
            id: RwSignal::new(source.id.clone()),
            next: StoredValue::new(fields.len()),
            fields: RwSignal::new(fields),
            leftover: RwSignal::new(Vec::new()),
            notice: RwSignal::new(None),
            sweep: RwSignal::new(Sweep::default()),
            unfit: RwSignal::new(Vec::new()),
            waits: RwSignal::new(false),
            seeds: RwSignal::new(kept.seeds.clone()),
            source: StoredValue::new(source),
            draft,
        };
        form.restore(kept);
        draft.gathers(move || form.gather());
        form
    }

    /// Whether it is still the form of this workflow.
    pub(crate) fn fits(&self, other: &Source) -> bool {
        self.source.with_value(|own| {
            own.id == other.id
                && own.deployment == other.deployment
                && own.listed == other.listed
                && own.schema == other.schema
                && own.problems == other.problems
        })
    }

    /// The base URL of the deployment that it is of.
    pub(crate) fn deployment(&self) -> String {
        self.source.with_value(|source| source.deployment.clone())
    }

    /// Goes along to another deployment, with what was entered.
    pub(crate) fn move_to(&self, deployment: &str) {
        self.source.update_value(|source| {
            source.deployment = deployment.to_owned();
            self.draft.move_to(deployment, &source.id);
        });
    }

    /// What people call its workflow.
    pub(crate) fn name(&self) -> String {
        self.source.with_value(|source| source.name.clone())
    }

    /// Whether the deployment lists it.
    pub(crate) fn listed(&self) -> bool {
        self.source.with_value(|source| source.listed)
    }

    /// Its fields, for a caller that does not follow them.
    pub(crate) fn all(&self) -> Vec<FieldState> {
        self.fields.get_untracked()
    }

    /// The field of this name.
    pub(crate) fn field(&self, name: &str) -> Option<FieldState> {
        let fields = self.all();
        fields
            .into_iter()
            .find(|field| field.fixed.with_value(|field| field.name == name))
    }

    /// What a run is sent; what varies stands in the place of its field's own value.
    pub(crate) fn parts(&self, variant: Option<&Variant>) -> Vec<Part> {
        let part = |field: &FieldState| match variant {
            Some(variant) if variant.is_of(field) => vec![variant.part.clone()],
            _ => field.parts(),
        };
        self.all().iter().flat_map(part).collect()
    }

    /// What was entered, for people.
    pub(crate) fn entered(&self, variant: Option<&Variant>) -> Vec<Entered> {
        let entered = |field: &FieldState| match variant {
            Some(variant) if variant.is_of(field) => Some(variant.entered(field)),
            _ => field.entered(),
        };
        self.all().iter().filter_map(entered).collect()
    }

    /// Its fields as a schema, the added ones among them.
    pub(crate) fn schema(&self) -> InputSchema {
        InputSchema {
            fields: self
                .all()
                .iter()
                .map(|field| field.fixed.get_value())
                .collect(),
            outputs: self
                .source
                .with_value(|source| source.schema.outputs.clone()),
        }
    }

    /// Whether Run was pressed and what sends it is being loaded: what is entered then stays as it was
    /// at the press. Follows both.
    pub(crate) fn is_held(&self) -> bool {
        self.waits.get() && deferred::is_loading()
    }

    /// The first field that takes a file of this type, an empty one before a full one.
    pub(crate) fn field_for(&self, file: &File) -> Option<FieldState> {
        let fields = self.all();
        let takes = |field: &&FieldState| field.accepts(&file.type_());
        let is_empty = |field: &&FieldState| field.files.with_untracked(Vec::is_empty);
        let empty = fields.iter().filter(takes).find(is_empty);
        empty.or_else(|| fields.iter().find(takes)).copied()
    }

    /// Takes files for a field: several for one that takes one at a time are a run each.
    pub(crate) fn take_files(&self, field: FieldState, files: Vec<File>) {
        let one = field.fixed.with_value(|fixed| !fixed.multiple);
        if files.is_empty() {
            return;
        }
        if one && files.len() > 1 {
            self.sweep.set(Sweep::files(field));
        } else if self.sweep.with_untracked(|sweep| sweep.is_of_files(field)) {
            self.sweep.set(Sweep::default());
        }
        field.take_files(files);
    }

    /// Puts every field back to what it begins with.
    pub(crate) fn reset(&self) {
        for field in self.all() {
            field.reset();
        }
        self.sweep.set(Sweep::default());
        self.show(&[], Vec::new(), false);
    }

    /// Adds a field that the workflow does not declare; says what is wrong with its name.
    pub(crate) fn add(&self, name: &str, kind: FieldKind) -> Option<FieldState> {
        if name.is_empty() || self.field(name).is_some() {
            return None;
        }
        let index = self.next.get_value();
        self.next.set_value(index + 1);
        let fixed = Field::new(name, kind);
        let kept = self.leftover.with_untracked(|kept| {
            let found = kept.iter().find(|(own, _)| own == name);
            found.map(|(_, text)| text.clone())
        });
        self.leftover
            .update(|kept| kept.retain(|(own, _)| own != name));
        let root: StoredValue<Root> = Root::take();
        let mut field =
            root.with_value(|root| root.make(|| FieldState::new(index, &fixed, kept, self.draft)));
        field.additional = true;
        self.fields.update(|fields| fields.push(field));
        self.draft.touch();
        Some(field)
    }

    /// Takes an added field away.
    pub(crate) fn take_away(&self, field: FieldState) {
        self.fields
            .update(|fields| fields.retain(|other| *other != field));
        self.draft.touch();
    }

    /// Something of it changed: it is written soon.
    pub(crate) fn touch(&self) {
        self.draft.touch();
    }

    /// Writes what was typed and is not written yet.
    pub(crate) fn flush(&self) {
        self.draft.flush();
    }

    /// Puts these texts into their fields; those without a field are kept to be seen.
    pub(crate) fn fill(&self, texts: Vec<(String, String)>) {
        for (name, text) in texts {
            match self.field(&name) {
                Some(field) => {
                    field.take_text(text);
                    field.check();
                }
                None => self.leftover.update(|kept| {
                    kept.retain(|(own, _)| *own != name);
                    kept.push((name, text));
                }),
            }
        }
    }
}
