//! What is in the part: each function with all that nothing else calls. The rest of the page reaches
//! them through this list alone, so that the build can tell what to leave out of the first load.

#![allow(
    unsafe_code,
    reason = "where the page is split stands an extern function, which a macro declares and calls"
)]

use std::collections::HashMap;

use leptos::task::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::File;

use super::Begun;
use crate::client::Error;
use crate::playground::connection::{self, Connection};
use crate::playground::developers;
use crate::playground::element::El;
use crate::playground::field;
use crate::playground::form::{self, Check, FieldState, FormState, Sender};
use crate::playground::problem;
use crate::playground::reason;
use crate::playground::runs::{self, Place, Runs};
use crate::playground::signal::RwSignal;
use crate::playground::workflows::{self, Workflows};
use crate::schema::Problem;

/// The part.
pub(crate) struct Part {
    /// What is in the connection panel.
    pub(crate) connection_entries: fn(Connection) -> El,
    /// Looks into what went wrong with a connection.
    pub(crate) connection_advice: fn(Connection, &Error),
    /// Why a call failed, in the page's language.
    pub(crate) reason: fn(&Error) -> String,
    /// What is wrong with a workflow, in another language than English.
    pub(crate) problem: fn(&Problem) -> El,
    /// What is in the fold of a form's values.
    pub(crate) form_values: fn(FormState, RwSignal<u32>) -> El,
    /// What is in the fold of many runs.
    pub(crate) form_sweep: fn(FormState) -> El,
    /// Says that several files are a run each.
    pub(crate) form_sweep_files: fn(FormState) -> El,
    /// How many runs a press makes.
    pub(crate) form_sweep_count: fn(FormState) -> usize,
    /// What is in the fold of further fields.
    pub(crate) form_additional: fn(FormState) -> El,
    /// The files that a field holds.
    pub(crate) field_chosen: fn(FieldState, Vec<File>) -> El,
    /// Checks a field.
    pub(crate) field_check: fn(FieldState),
    /// Keeps the files that a field took, and looks at the first.
    pub(crate) field_files: fn(FieldState, Option<File>),
    /// Gives a field the files that were kept.
    pub(crate) field_restore: fn(FormState, FieldState),
    /// Sends a form; checks it before, or not.
    pub(crate) send: fn(Sender, Check),
    /// Opens a person's file.
    pub(crate) open: fn(Workflows, File, bool),
    /// Fills in what a link carries.
    pub(crate) workflows_carried: fn(Workflows),
    /// Says why no form came of it.
    pub(crate) unopened: fn(Workflows) -> El,
    /// The list of runs, and the chosen one large.
    pub(crate) runs_content: fn() -> El,
    /// Brings back the runs that are kept.
    pub(crate) runs_restore: fn(Runs),
    /// Takes over what became of a run in another tab.
    pub(crate) runs_hear: fn(Runs, String),
    /// Asks for the runs that the queue does not tell of.
    pub(crate) runs_follow: fn(Runs) -> Begun<Option<u32>>,
    /// Takes from a picture of the queues where the runs are.
    pub(crate) runs_saw: fn(Runs, &HashMap<String, Place>),
    /// Cancels a run.
    pub(crate) runs_cancel: fn(Runs, &str),
    /// The view for developers.
    pub(crate) developers: fn() -> El,
}

static PART: Part = Part {
    connection_entries: connection::entries,
    connection_advice: connection::seek,
    reason: reason::words,
    problem: problem::in_other_words,
    form_values: form::presets::content,
    form_sweep: form::sweep_view::content,
    form_sweep_files: form::sweep_view::of_files,
    form_sweep_count: |form| form.sweep.with(|sweep| sweep.count(&form.fields.get())),
    form_additional: form::additional::content,
    field_chosen: field::all,
    field_check: FieldState::check_now,
    field_files: FieldState::took_files,
    field_restore: FieldState::restore_files_now,
    send: Sender::send_now,
    open: |workflows, file, fills| spawn_local(workflows.open_now(file, fills)),
    workflows_carried: Workflows::follow_carried,
    unopened: workflows::unopened,
    runs_content: runs::content,
    runs_restore: |runs| spawn_local(runs::restore(runs)),
    runs_hear: |runs, id| spawn_local(runs::hear(runs, id)),
    runs_follow: |runs| Box::pin(runs::follow_round(runs)),
    runs_saw: Runs::saw_queue_now,
    runs_cancel: Runs::cancel_now,
    developers: developers::panel,
};

/// The page is split here.
#[wasm_split(later, fallible)]
pub(super) fn load() -> Result<&'static Part, SplitLoaderError> {
    Ok(&PART)
}
