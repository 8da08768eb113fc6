//! From a filled form to runs: check, send, and what the deployment says to it.

use js_sys::{Function, Math};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::AbortController;

use super::FormState;
use super::sweep::Variant;
use crate::api::ValidationItem;
use crate::client::web::{Client, Part, RunOptions};
use crate::client::{Error, ErrorKind};
use crate::playground::app::Tab;
use crate::playground::connection::Connection;
use crate::playground::language::is_english;
use crate::playground::messages as say;
use crate::playground::reason;
use crate::playground::runs::{Begin, Group, RunRow, Runs};
use crate::playground::signal::RwSignal;

/// Sends one form's runs.
#[derive(Clone, Copy)]
pub(crate) struct Sender {
    pub(super) form: FormState,
    connection: Connection,
    runs: Runs,
    tab: RwSignal<Tab>,
}

/// What the page's own check has to say when Run is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    /// Nothing is sent unless all values fit the schema.
    Whole,
    /// Of many runs, those whose values fit are sent.
    Fitting,
    /// All is sent as it is.
    None,
}

/// One run about to be sent.
struct Shipment {
    parts: Vec<Part>,
    row: RunRow,
    group: Option<String>,
    abort: Option<AbortController>,
}

impl Sender {
    /// The sender of a form; taken while a component is made.
    pub(crate) fn new(form: FormState) -> Self {
        Self {
            form,
            connection: expect_context(),
            runs: expect_context(),
            tab: expect_context(),
        }
    }

    /// Starts a run, or a run for each value that varies.
    pub(crate) fn send(self, check: Check) {
        let Some(client) = self.connection.client.get_untracked() else {
            self.connection.panel.set(true);
            return self.say(say::NOT_CONNECTED.now().to_owned());
        };
        if self.form.id.with_untracked(|id| id.trim().is_empty()) {
            return self.say(say::WORKFLOW_ID_MISSING.now().to_owned());
        }
        let fields = self.form.all();
        let mut variants = match self
            .form
            .sweep
            .with_untracked(|sweep| sweep.variants(&fields))
        {
            Ok(variants) => variants,
            Err(why) => return self.say(why.now().to_owned()),
        };
        match check {
            Check::Whole if !self.form.check(&variants) => return,
            Check::Fitting => variants.retain(|variant| variant.fault(&fields).is_none()),
            _ => {}
        }
        self.form.show(&[], Vec::new(), false);
        self.tab.set(Tab::Runs);
        let shipments = self.shipments(variants);
        spawn_local(self.deliver_all(client, self.form.id.get_untracked(), shipments));
    }

    fn say(self, line: String) {
        self.form.show(&[], vec![line], false);
    }

    /// A row and a form for each run, in their order.
    fn shipments(self, variants: Vec<Variant>) -> Vec<Shipment> {
        if variants.is_empty() {
            return vec![self.shipment(None, None)];
        }
        let id = group_id();
        let name = self.group_name(&variants);
        let count = variants.len();
        let group = |(index, variant)| {
            let (id, name) = (id.clone(), name.clone());
            let group = Group {
                id,
                name,
                index,
                count,
            };
            self.shipment(Some(variant), Some(group))
        };
        variants.into_iter().enumerate().map(group).collect()
    }

    /// What people call a group: the field that varies, its first value and its last.
    fn group_name(self, variants: &[Variant]) -> String {
        let field = self
            .form
            .sweep
            .with_untracked(|sweep| sweep.of(&self.form.all()));
        let Some(field) = field else {
            return String::new();
        };
        let (label, shown) = (field.label(), |variant: &Variant| {
            field.shown(&variant.word)
        });
        match variants {
            [first, .., last] => [&label, ": ", &shown(first), " … ", &shown(last)].concat(),
            [only] => [&label, ": ", &shown(only)].concat(),
            [] => label,
        }
    }

    fn shipment(self, variant: Option<Variant>, group: Option<Group>) -> Shipment {
        let abort = AbortController::new().ok();
        let id = group.as_ref().map(|group| group.id.clone());
        let row = self.runs.begin(Begin {
            workflow_id: self.form.id.get_untracked(),
            workflow: self.form.name(),
            inputs: self.form.entered(variant.as_ref()),
            group,
            abort: abort.clone(),
        });
        let parts = self.form.parts(variant.as_ref());
        self.form.was_sent();
        Shipment {
            parts,
            row,
            group: id,
            abort,
        }
    }

    /// One after the other: a deployment that is asked for many at once refuses some.
    async fn deliver_all(self, client: Client, workflow: String, shipments: Vec<Shipment>) {
        for shipment in shipments {
            let stopped = shipment
                .abort
                .as_ref()
                .is_some_and(|abort| abort.signal().aborted());
            if stopped {
                self.runs.stopped(shipment.row);
            } else {
                self.deliver(&client, &workflow, shipment).await;
            }
        }
    }

    async fn deliver(self, client: &Client, workflow: &str, shipment: Shipment) {
        let row = shipment.row;
        let progress =
            Closure::<dyn Fn(f64, f64)>::new(move |sent, total| row.uploaded(sent, total));
        let function: &Function = progress.as_ref().unchecked_ref();
        let has_files = shipment.parts.iter().any(Part::is_file);
        let options = RunOptions {
            signal: shipment.abort.map(|abort| abort.signal()),
            // Only an upload worth watching goes the way that tells of its progress.
            progress: has_files.then(|| function.clone()),
            group_id: shipment.group.clone(),
        };
        match client.run(workflow, &shipment.parts, &options).await {
            Ok(entries) => self.runs.accepted(row, &entries),
            Err(error) => self.refused(&error, row, shipment.group.is_some()),
        }
    }

    /// What the deployment named goes to its fields; a run of which nobody knows whether it began
    /// stays in the list and says so.
    fn refused(self, error: &Error, row: RunRow, in_group: bool) {
        match error.kind {
            ErrorKind::Aborted => return self.runs.stopped(row),
            ErrorKind::Network | ErrorKind::Timeout | ErrorKind::Decode => {
                return self.runs.lost(row, &self.why_lost(error));
            }
            ErrorKind::Authentication => self.connection.heard::<()>(Err(error)),
            _ => {}
        }
        if in_group {
            return self.runs.refused(row, &self.refused_one(error));
        }
        self.runs.refused(row, &reason::words(error));
        self.tab.set(Tab::Form);
        let items = self.told_apart(error);
        let lines = match items {
            [] => vec![reason::words(error)],
            _ => Vec::new(),
        };
        self.form.show(items, lines, false);
    }

    /// Why nobody knows whether a run began. What a server must allow to pages of other origins is no
    /// reason where nothing at all answers, or where the page is its own.
    fn why_lost(self, error: &Error) -> String {
        if error.kind == ErrorKind::Network && self.connection.is_plain_silence() {
            return say::NO_RESPONSE.now().to_owned();
        }
        reason::of_lost(error)
    }

    /// Why one of many was refused: its faults by what people call the fields.
    fn refused_one(self, error: &Error) -> String {
        let told = |item: &ValidationItem| {
            let field = self.form.field(item.field()?)?;
            Some([&field.label(), ": ", &field.words(item)].concat())
        };
        let told: Vec<String> = error.items.iter().filter_map(told).collect();
        match told.is_empty() {
            true => reason::words(error),
            false => told.join("; "),
        }
    }

    /// What is told fault by fault. Faults that are no field's are the deployment's own words alone,
    /// to which the page has more to say in another language.
    fn told_apart(self, error: &Error) -> &[ValidationItem] {
        let is_fields = |item: &ValidationItem| {
            let name = item.field();
            name.is_some_and(|name| self.form.field(name).is_some())
        };
        if is_english() || error.items.iter().any(is_fields) {
            &error.items
        } else {
            &[]
        }
    }
}

/// An id that nobody else gives a group.
fn group_id() -> String {
    let crypto = js_sys::Reflect::get(&window(), &"crypto".into()).unwrap_or(JsValue::NULL);
    let make = js_sys::Reflect::get(&crypto, &"randomUUID".into()).ok();
    let make = make.and_then(|make| make.dyn_into::<Function>().ok());
    let made = make.and_then(|make| make.call0(&crypto).ok()?.as_string());
    made.unwrap_or_else(|| {
        // A page that did not come over a safe way has no such thing.
        let digits = |_| char::from_digit((Math::random() * 16.0) as u32 & 15, 16).unwrap_or('0');
        (0..32).map(digits).collect()
    })
}
