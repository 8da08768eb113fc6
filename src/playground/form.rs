//! The form of a workflow: its state, its view and sending it. The controls of its fields are in
//! `field`. Only the state and the sending are exported here; the view is `form::region`.

mod actions;
mod additional;
mod additional_kind;
mod apply_json;
mod batch;
pub(crate) mod deferred;
mod draft;
mod drop_outside_field;
mod error_summary;
mod error_text;
mod examples;
mod field_check;
mod field_files;
mod field_state;
mod fold;
mod folds;
mod form_errors;
mod form_source;
mod keyboard;
mod link_values;
mod number_step;
mod pending_json;
pub(crate) mod region;
mod run_hint;
mod seed_mode;
mod send;
mod state;
mod submit;
mod undoable;
mod unmatched;
pub(crate) mod values_json;
mod values_panel;
mod view;
mod visibility;
mod workflow_id;

pub(crate) use batch::vary::{variation_view, vary_button};
pub(crate) use field_state::FieldState;
pub(crate) use form_source::FormSource;
pub(crate) use number_step::step;
pub(crate) use seed_mode::{SeedMode, is_seed, random_seed};
pub(crate) use send::{SendMode, Sender};
pub(crate) use state::{BeforeRun, FormState};
pub(crate) use submit::submit;
pub(crate) use undoable::{ShownForm, Undoable};
